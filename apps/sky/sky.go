// SPDX-License-Identifier: Apache-2.0

// Package sky is an app that shows sunrise, sunset and the phase of the moon.
package sky

import (
	"cmp"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/internal/astro"
	"github.com/ledpost/ledpost/render"
)

// Package is the app of sun and moon.
const Package = "com.ledpost.sky"

// App is the sky, for the table of apps.
var App = kit.App{Package: Package, New: New}

// Settings are the settings of sun and moon. The zero value uses the place of the
// weather; without a place, it shows only the moon.
type Settings struct {
	Latitude  *float64 `json:"latitude,omitempty"` // both, or neither for the weather's place
	Longitude *float64 `json:"longitude,omitempty"`
	Color     string   `json:"color,omitempty"` // #RRGGBB; "" = the device's text colour
}

// Check returns an error for half a place.
func (c *Settings) Check() error {
	if (c.Latitude == nil) != (c.Longitude == nil) {
		return note.Invalid("latitude", "latitude and longitude go together")
	}
	return nil
}

// Sky shows sunrise, sunset and the moon's phase.
type Sky struct {
	kit.Static[Settings]
	here  *device.Position // of the first widget that has its own; nil = none
	until time.Time        // when the pictures must be redrawn
	place kit.Location     // place of the weather when they were drawn
}

// New is the factory of the sky app; it keeps nothing.
func New(env kit.Env, _ json.RawMessage, _ int) device.App {
	return &Sky{Static: kit.Static[Settings]{Base: kit.NewBase(env)}}
}

// About implements [device.App].
func (s *Sky) About() device.About {
	return kit.About(Package, "Sun and moon", []device.Property{
		{Name: "latitude", Schema: device.Schema{Type: "number", Title: "Latitude", Min: -90, Max: 90, Personal: true,
			Description: "Degrees north; the place of the weather unless it is set"}},
		{Name: "longitude", Schema: device.Schema{Type: "number", Title: "Longitude", Min: -180, Max: 180, Personal: true,
			Description: "Degrees east"}},
		kit.ColorProperty,
	})
}

// Configure implements [device.Configurer].
func (s *Sky) Configure(list []device.WidgetSettings) error {
	if err := s.Static.Configure(list); err != nil {
		return err
	}
	s.here = nil
	for _, w := range list {
		if cfg := s.Widgets[w.ID]; cfg.Latitude != nil && s.here == nil {
			s.here = &device.Position{Latitude: *cfg.Latitude, Longitude: *cfg.Longitude}
		}
	}
	return nil
}

// Refresh implements [device.Refresher].
func (s *Sky) Refresh() { clear(s.Views) }

// Step implements [device.App]. The pictures are redrawn each hour.
func (s *Sky) Step(now time.Time) device.Now {
	var place kit.Location
	if at := s.Env.Shared.Place; at != nil {
		place = *at
	}
	if place != s.place || !now.Before(s.until) || now.Before(s.until.Add(-time.Hour)) {
		s.Refresh()
	}
	s.place, s.until = place, now.Truncate(time.Hour).Add(time.Hour)
	s.tell(now)
	s.Draw(func(_ string, cfg Settings) device.View {
		return device.View{Root: kit.Pages(s.steps(cfg, now)), Start: now, Anew: true}
	})
	return device.Now{Views: s.Views, Again: s.until, Here: s.here}
}

// tell publishes the next sunrise or sunset for pages that several apps share.
func (s *Sky) tell(now time.Time) {
	all := map[string]kit.Brief{}
	for id, cfg := range s.Widgets {
		at := s.placeOf(cfg)
		if at == nil || !s.Env.Clock.Plausible(now) {
			continue
		}
		for _, day := range []int{0, 1} {
			rise, set, _ := astro.RiseAndSet(now.In(s.Env.Zone.Location()).AddDate(0, 0, day), at.Latitude, at.Longitude)
			icon, next := "weather-sunrise", rise
			if !rise.After(now) {
				icon, next = "weather-sunset", set
			}
			if next.After(now) {
				long, _ := s.Env.Local(s.Region, "").Time(next)
				all[id] = kit.Brief{Kind: kit.Chosen, Icon: kit.Builtin(icon), Text: long, Until: next}
				break
			}
		}
	}
	s.Env.Shared.Tell(Package, all)
}

// placeOf returns where a widget looks at the sky; nil = unknown.
func (s *Sky) placeOf(cfg Settings) *kit.Location {
	if cfg.Latitude != nil {
		return &kit.Location{Latitude: *cfg.Latitude, Longitude: *cfg.Longitude}
	}
	return s.Env.Shared.Place
}

// steps are the pages of a widget.
func (s *Sky) steps(cfg Settings, now time.Time) []render.Step {
	sheet, ink, local := kit.NewSheet(s.Env, s.Look), kit.InkOf(s.Look, cfg.Color), s.Env.Local(s.Region, "")
	if !s.Env.Clock.Plausible(now) {
		return sheet.Says("weather-moon", "…")
	}
	at := s.placeOf(cfg)
	if at == nil {
		return moonSteps(sheet, local, now, false, ink)
	}
	return append(sunSteps(sheet, local, now.In(s.Env.Zone.Location()), at),
		moonSteps(sheet, local, now, at.Latitude < 0, ink)...)
}

// sunSteps returns the pages of sunrise and sunset; one page on large panels.
func sunSteps(s *kit.Sheet, local kit.Local, now time.Time, at *kit.Location) []render.Step {
	rise, set, up := astro.RiseAndSet(now, at.Latitude, at.Longitude)
	switch {
	case rise.IsZero() && up:
		return s.Says("weather-sun", local.Phrases.SunAllDay)
	case rise.IsZero():
		return s.Says("weather-stars", local.Phrases.NoSunrise)
	}
	if s.Grid.Wide() { // both on one page
		line := func(sign string, at time.Time, ink color.RGBA) typeset.Line {
			l := kit.Say(typeset.Head, ink, at.Format(local.Clock()))
			l.Spans = append(kit.Text(sign, kit.PaleInk), l.Spans...)
			l.Tail, l.Widest = kit.Text(strings.TrimSpace(at.Format(local.Half())), ink), "↑00:00"
			return l
		}
		picture := s.Icon("weather-sun")
		if local.Half() != "" && !s.Grid.Above() && s.Grid.Size.X < 3*s.Grid.Size.Y {
			picture.Widget = picture.Draw(s.Grid.Picture * 2 / 3) // AM and PM have its columns, not those of the digits
		}
		lines := []typeset.Line{line("↑", rise, kit.Warm), line("↓", set, kit.Dusk)}
		return s.Steps(typeset.Content{Picture: picture, Lines: lines})
	}
	return append(timeSteps(s, local, "weather-sunrise", rise, kit.Warm), timeSteps(s, local, "weather-sunset", set, kit.Dusk)...)
}

// timeSteps returns the page of a picture and a time, on the narrowest panels one of its
// hours and one of its minutes.
func timeSteps(s *kit.Sheet, local kit.Local, icon string, at time.Time, ink color.RGBA) []render.Step {
	long, short := local.Time(at)
	line := kit.Say(typeset.Head, ink, long, short)
	line.Split = true
	return s.Steps(typeset.Content{Picture: s.Icon(icon), Lines: []typeset.Line{line}})
}

// moonSteps returns the page of the moon: its picture and how much of it is lit.
func moonSteps(s *kit.Sheet, local kit.Local, now time.Time, south bool, ink color.RGBA) []render.Step {
	phase, lit := astro.Moon(now)
	percent := fmt.Sprintf("%d%%", int(math.Round(100*lit)))
	name, say := strings.Split(moonName(local.Phrases, phase), ", "), local.Phrases
	role, usual := typeset.Head, "100%"
	if s.Grid.Lower(name[0]) { // above its name the moon has smaller digits than a time
		role = typeset.Value
	}
	if !s.Grid.Wide() { // as large as a time of four signs: a full moon rather loses its sign
		usual = "00%"
	}
	lines := []typeset.Line{kit.Sized(kit.Say(role, ink, percent, strings.TrimSuffix(percent, "%")), usual)}
	if !s.Low() {
		widest := slices.MaxFunc([]string{say.New, say.Waxing, say.Half, say.Full, say.Waning}, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
		widest, _, _ = strings.Cut(widest, ", ")
		lines = append(lines, kit.Sized(kit.Spare(kit.Say(typeset.Note, kit.PaleInk, name[0], name[1:]...)), widest))
	}
	disc := func(side int) *image.RGBA { return kit.Moon(side, phase, south) }
	return s.Steps(typeset.Content{Picture: s.Square(disc), Lines: lines})
}

// moonName returns the name of a phase in one word, and shorter forms of it behind commas.
func moonName(words *kit.Phrases, phase float64) string {
	switch {
	case phase < 7 || phase > 353:
		return words.New
	case math.Abs(phase-180) < 7:
		return words.Full
	case math.Abs(phase-90) < 4 || math.Abs(phase-270) < 4:
		return words.Half
	case phase < 180:
		return words.Waxing
	}
	return words.Waning
}
