// SPDX-License-Identifier: Apache-2.0

// Package room is an app that shows what the sensors of light and air measure.
package room

import (
	"cmp"
	"encoding/json"
	"fmt"
	"image/color"
	"math"
	"strings"
	"time"
	"unicode"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// Package is the name of the app that shows what the device's own sensors
// measure.
const Package = "com.ledpost.room"

// App is the room, for the table of apps.
var App = kit.App{Package: Package, New: New}

// Config are the settings of a room widget. The zero value shows everything,
// in °C.
type Config struct {
	Show  string `json:"show,omitempty"`  // one of shows; "" = all
	Units string `json:"units,omitempty"` // celsius or fahrenheit; "" = as of the region
	Color string `json:"color,omitempty"` // #RRGGBB; "" = the device's text colour
}

var shows = []string{"all", "temperature", "humidity", "co2", "light"}

// The icons of a room, which are built in.
var (
	warm  = kit.Builtin("weather-thermometer")
	moist = kit.Builtin("weather-humidity")
	light = kit.Builtin("home-light")
	none  = kit.Builtin("device-sensor")
)

// Room shows temperature, humidity and light, one after another.
type Room struct {
	kit.Distant
	items  []*item
	sensed device.Sensed
}

type item struct {
	id   string
	cfg  Config
	key  string // what seen was drawn for; "" = nothing yet
	seen device.View
}

// New is the factory of the room app; it keeps nothing.
func New(env kit.Env, _ json.RawMessage, _ int) device.App {
	r := &Room{Distant: kit.Distant{Base: kit.NewBase(env)}}
	r.Redraw = func() {
		for _, one := range r.items {
			one.key = ""
		}
	}
	return r
}

// About implements [device.App].
func (r *Room) About() device.About {
	return kit.About(Package, "Room", []device.Property{
		{Name: "show", Schema: device.Schema{Type: "string", Title: "Shows", Enum: shows, Default: "all"}},
		{Name: "units", Schema: device.Schema{Type: "string", Title: "Units", Enum: []string{"celsius", "fahrenheit"}}},
		kit.ColorProperty,
	})
}

// Configure implements [device.Configurer].
func (r *Room) Configure(widgets []device.WidgetSettings) error {
	return kit.Arrange(&r.items, r.Views, widgets, func(w device.WidgetSettings, cfg Config) *item {
		return &item{id: w.ID, cfg: cfg}
	})
}

// Sense implements [device.Senser].
func (r *Room) Sense(s device.Sensed) { r.sensed = s }

// Step implements [device.App].
func (r *Room) Step(now time.Time) device.Now {
	local, all := r.Env.Local(r.Region, ""), map[string]kit.Brief{}
	for _, one := range r.items {
		r.Views[one.id] = one.view(r.Painter(), local, r.sensed, r.Far, now)
		if first := one.frames(local, r.sensed)[0]; first.Icon != none {
			all[one.id] = kit.Brief{Kind: kit.Figure, Icon: first.Icon, Text: first.Text[0].Text}
		}
	}
	r.Env.Shared.Tell(Package, all)
	return device.Now{Views: r.Views}
}

// view returns what the widget shows; the same view until that changes.
func (one *item) view(p *paint.Painter, local kit.Local, s device.Sensed, far bool, now time.Time) device.View {
	frames := one.frames(local, s)
	key := says(frames)
	if key != one.key {
		own := *p
		own.Look = kit.Own(own.Look, one.cfg.Color)
		lacks := frames[0].Text[0].Text == local.Phrases.NoSensor
		if lacks {
			own.Look = kit.Pale(own.Look)
		}
		start := one.seen.Start // the frames go on in their turn with another number
		if one.seen.Root == nil {
			start = now
		}
		one.key = key
		one.seen = device.View{Root: picture(&own, frames, lacks, far), Start: start, Anew: true, Says: key}
	}
	return one.seen
}

// says returns the texts of frames in a line: why there is nothing to see, too.
func says(frames []note.Frame) string {
	var all []string
	for _, f := range frames {
		all = append(all, f.Text[0].Text)
	}
	return strings.Join(all, ", ")
}

// picture returns frames in turn: from 16 rows on all in one size, beside icons of one
// size; and what says that all is lacking as any text.
func picture(p *paint.Painter, frames []note.Frame, lacks, far bool) render.Widget {
	sheet := kit.NewSheet(kit.Env{Size: p.Size, Fonts: p.Fonts, Icons: p.Icons}, p.Look)
	if far && !lacks {
		return sheet.Afar(kit.InkOf(p.Look.WithDefaults(), ""), frames[0].Text[0].Text)
	}
	if sheet.Low() || lacks {
		return p.Picture(&note.Notification{Frames: frames})
	}
	var steps []render.Step
	ink := kit.InkOf(p.Look.WithDefaults(), "")
	side, rows := common(sheet, frames)
	for _, f := range frames {
		line := kit.Say(typeset.Head, ink, f.Text[0].Text)
		line.Most = rows[lettered(f)]
		steps = append(steps,
			sheet.Steps(typeset.Content{Picture: typeset.Drawing{Widget: sheet.Fitted(f.Icon.String(), side)},
				Lines: []typeset.Line{line}})...)
	}
	return render.NewSequence(render.Step{}, 0, p.Look.Transition.Render(), steps...)
}

// common returns the side of the icons of all quantities, and the rows of those that have letters and of those without.
func common(s *kit.Sheet, frames []note.Frame) (side int, rows map[bool]int) {
	var all []typeset.Message
	for _, f := range frames {
		all = append(all, typeset.Message{Spans: kit.Text(usual[f.Icon], color.RGBA{A: 255}), Side: s.Box()})
	}
	side, faces := s.Grid.Common(all...)
	rows = map[bool]int{}
	for i, f := range frames {
		kind := lettered(f)
		rows[kind] = min(cmp.Or(rows[kind], faces[i].Cap()), faces[i].Cap())
	}
	return side, rows
}

// lettered reports whether the text of a frame has a unit of letters.
func lettered(f note.Frame) bool { return strings.ContainsFunc(f.Text[0].Text, unicode.IsLetter) }

// usual has a text of each quantity as it is on most days, by its icon: a number that is wider is smaller, alone.
var usual = map[icons.Ref]string{warm: "-8.8°", moist: "100%", light: "8800 lx", none: "2800 ppm"}

// frames returns one frame for each known quantity that is to be shown.
func (one *item) frames(local kit.Local, s device.Sensed) (frames []note.Frame) {
	add := func(what string, m device.Measured, icon icons.Ref, text func(float64) string) {
		if m.Known && (one.cfg.Show == "" || one.cfg.Show == "all" || one.cfg.Show == what) {
			frames = append(frames, kit.Saying(icon, local.Number(text(m.Value)))...)
		}
	}
	fahrenheit := kit.Fahrenheit(local.Region, one.cfg.Units, "fahrenheit")
	add("temperature", s.Temperature, warm, func(v float64) string { return degrees(v, fahrenheit) })
	add("humidity", s.Humidity, moist, func(v float64) string { return fmt.Sprintf("%.0f%%", v) })
	add("co2", s.CO2, none, func(v float64) string { return fmt.Sprintf("%.0f ppm", v) })
	add("light", s.Lux, light, func(v float64) string { return twoDigits(v) + " lx" })
	if frames == nil {
		return kit.Saying(none, local.Phrases.NoSensor)
	}
	return frames
}

// degrees formats a temperature: tenths of Celsius, whole degrees of Fahrenheit.
func degrees(celsius float64, fahrenheit bool) string {
	if fahrenheit {
		return fmt.Sprintf("%.0f°", celsius*9/5+32)
	}
	return fmt.Sprintf("%.1f°", celsius)
}

// twoDigits formats v with two significant digits: more would flicker with every
// cloud.
func twoDigits(v float64) string {
	if v >= 10_000 {
		return twoDigits(v/1000) + "k"
	}
	if v < 10 {
		return fmt.Sprintf("%.1f", v)
	}
	step := math.Pow(10, math.Floor(math.Log10(v))-1)
	return fmt.Sprintf("%.0f", math.Round(v/step)*step)
}
