// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
)

// options are the settings that have an effect here, with the original's keys.
type options struct {
	Power       wire.Boolean `json:"MATP"`
	Auto        wire.Boolean `json:"ABRI"`
	Brightness  wire.Decimal `json:"BRI"` // 0 to 255
	Rotates     wire.Boolean `json:"ATRANS"`
	Seconds     wire.Decimal `json:"ATIME"`
	TextColor   color        `json:"TCOL"`
	Transition  wire.Integer `json:"TEFF"`
	ScrollSpeed wire.Decimal `json:"SSPEED"` // percent
	Volume      wire.Decimal `json:"VOL"`    // 0 to 30
	Capitals    wire.Boolean `json:"UPPERCASE"`
	Sound       wire.Boolean `json:"SOUND"` // read-only: whether there is a speaker

	Overlay wire.Word `json:"OVERLAY"`

	Clock     wire.Boolean `json:"TIM"`
	Week      wire.Boolean `json:"WD"`
	Today     color        `json:"WDCA"` // of the week
	Face      wire.Integer `json:"TMODE"`
	Format    wire.Word    `json:"TFORMAT"`
	TimeColor color        `json:"TIME_COL"` // black = same as the text

	Monday     wire.Boolean `json:"SOM"`
	Celsius    wire.Boolean `json:"CEL"`
	DateFormat wire.Word    `json:"DFORMAT"`

	natives

	refused refused
}

// change applies the settings that work here. The error names the others, and all that has no effect of
// those that work in part.
func (s *Server) change(ctx context.Context, body []byte) error {
	var o options
	if wire.Decode(body, &o) != nil {
		return errJSON
	}
	o.check(body)
	var errs error
	for _, f := range []func(context.Context, *options) error{
		s.setDisplay, s.setLook, s.setLetters, s.setRest, s.setClock, s.setRegion, s.setNatives,
	} {
		errs = errors.Join(errs, f(ctx, &o))
	}
	if errs != nil {
		return errs
	}
	return o.refused.err()
}

// good reports whether a usable value was sent.
func good(v wire.Value) bool { return v.Set && v.Bad == "" }

func (s *Server) setDisplay(ctx context.Context, o *options) error {
	s.display.mu.Lock()
	defer s.display.mu.Unlock()
	var p device.DisplayPatch
	if good(o.Power.Value) {
		s.display.end()
		p.On = &o.Power.On
	}
	if good(o.Auto.Value) {
		mode := device.ManualBrightness
		if o.Auto.On {
			mode = device.AutoBrightness
		}
		p.BrightnessMode = &mode
	}
	if good(o.Brightness.Value) {
		now, err := s.dev.Display(ctx)
		if err != nil {
			return err
		}
		percent := int(math.Round(min(max(o.Brightness.Float, 0), 255) * 100 / 255))
		percent = min(max(percent, now.Range.Min), now.Range.Max, now.Limit.Max)
		p.Brightness = &percent
	}
	if p == (device.DisplayPatch{}) {
		return nil
	}
	_, err := s.dev.SetDisplay(ctx, p)
	return err
}

func (s *Server) setLook(ctx context.Context, o *options) error {
	var p device.LookPatch
	if o.TextColor.Set {
		p.TextColor = &o.TextColor.Color
	}
	if v := o.ScrollSpeed; good(v.Value) {
		p.ScrollSpeed = new(min(max(render.DefaultSpeed*v.Float/100, paint.MinSpeed), paint.MaxSpeed))
	}
	if v := o.Transition; good(v.Value) {
		if t, ok := transitionOf(v.Int); ok {
			p.Transition = &t
		} else {
			o.refused.all("TEFF", "want 0 to %d", len(transitionNames)-1)
		}
	}
	if v := o.Overlay; good(v.Value) {
		overlay := overlayOf(v.Text)
		if overlay == note.NoOverlay && !strings.EqualFold(strings.TrimSpace(v.Text), "clear") {
			o.refused.all("OVERLAY", "there is no overlay %q", wire.Short(v.Text))
		} else {
			p.Overlay = &overlay
		}
	}
	if p == (device.LookPatch{}) {
		return nil
	}
	_, err := s.dev.SetLook(ctx, p)
	return err
}

// setLetters sets whether text is in capitals by itself.
func (s *Server) setLetters(ctx context.Context, o *options) error {
	if !good(o.Capitals.Value) {
		return nil
	}
	return s.dev.Post(ctx, func(time.Time) { s.letters.SetCapitals(o.Capitals.On) })
}

// setRest sets the volume, the mode, and how long apps show.
func (s *Server) setRest(ctx context.Context, o *options) error {
	a, err := s.dev.Audio(ctx)
	if err != nil {
		return err
	}
	if good(o.Sound.Value) && o.Sound.On != a.Available {
		o.refused.all("SOUND", "VOL sets the sound")
	}
	if good(o.Volume.Value) {
		percent := int(math.Round(min(max(o.Volume.Float, 0), mostVolume) * 100 / mostVolume))
		percent = min(max(percent, a.Range.Min, a.Limit.Min), a.Range.Max, a.Limit.Max)
		if _, err := s.dev.SetVolume(ctx, percent); err != nil {
			return err
		}
	}
	if good(o.Rotates.Value) {
		mode := device.ManualMode
		if o.Rotates.On {
			mode = device.AutoMode
		}
		if _, err := s.dev.SetMode(ctx, mode); err != nil {
			return err
		}
	}
	if good(o.Seconds.Value) {
		d := int(seconds(o.Seconds, time.Second, device.MaxSeconds*time.Second).Seconds())
		return s.setApps(ctx, func(list []app) []app {
			for i := range list {
				list[i].Seconds = d
			}
			return list
		})
	}
	return nil
}

// setClock changes the first clock.
func (s *Server) setClock(ctx context.Context, o *options) error {
	keys := []string{}
	for key, sent := range map[string]bool{
		"TIM": good(o.Clock.Value), "WD": good(o.Week.Value), "TFORMAT": good(o.Format.Value), "TIME_COL": o.TimeColor.Set,
		"WDCA": o.Today.Set, "TMODE": good(o.Face.Value),
	} {
		if sent {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil
	}
	all, err := s.apps(ctx)
	if err != nil {
		return err
	}
	w, set := clockOf(all)
	if w.ID == "" {
		for _, key := range keys {
			o.refused.all(key, "there is no clock")
		}
		return nil
	}
	if good(o.Clock.Value) {
		w.Visible = o.Clock.On
	}
	if good(o.Week.Value) {
		set["week"] = o.Week.On
	}
	if n := o.Face; good(n.Value) {
		o.setFace(n.Int, set)
	}
	if o.Today.Set {
		set["accent"] = o.Today.Color.String()
	}
	if good(o.Format.Value) {
		o.setFormat(o.Format.Text, set)
	}
	if o.TimeColor.Set {
		delete(set, "color")
		if number(o.TimeColor.Color) != 0 {
			set["color"] = o.TimeColor.Color.String()
		}
	}
	if w.Settings, err = json.Marshal(set); err != nil {
		return err
	}
	_, err = s.dev.SetWidget(ctx, w)
	return err
}

// setFace sets the face of a clock by the original's number.
func (o *options) setFace(mode int, set map[string]any) {
	if mode < 0 || mode >= len(timeModes) {
		o.refused.all("TMODE", "want 0 to %d", len(timeModes)-1)
		return
	}
	set["face"] = timeModes[mode]
	if same := timeMode(set["face"]); same != mode {
		o.refused.part("TMODE", "%d shows as %d", mode, same)
	}
}

// timeFormats are the original's formats of a time, without those that differ in the colon or in AM and PM.
// A blank is a colon that blinks, as here all do; the original has none in a format with seconds.
var timeFormats = []struct {
	format  string
	hours   int
	seconds bool
}{{"%H %M", 24, false}, {"%H:%M:%S", 24, true}, {"%l %M", 12, false}, {"%l:%M:%S", 12, true}}

// setFormat sets the hours and seconds of a clock by the original's format of a time.
func (o *options) setFormat(format string, set map[string]any) {
	digits, half := strings.CutSuffix(strings.TrimSpace(format), " %p")
	blank := strings.NewReplacer("%I", "%l", ":", " ").Replace(digits)
	for _, f := range timeFormats {
		if strings.ReplaceAll(f.format, ":", " ") != blank {
			continue
		}
		set["hours"], set["seconds"] = f.hours, f.seconds
		if half {
			o.refused.part("TFORMAT", "AM and PM show by themselves with 12 hours, where there is room")
		}
		if !strings.Contains(digits, " ") {
			o.refused.part("TFORMAT", "the colon always blinks")
		}
		return
	}
	o.refused.all("TFORMAT", "%q is no time", wire.Short(format))
}

// timeFormat returns the format of a clock with these settings.
func timeFormat(set map[string]any) string {
	for _, f := range timeFormats {
		if (f.hours == 12) == (set["hours"] == 12.0) && f.seconds == (set["seconds"] == true) {
			return f.format
		}
	}
	return ""
}

// timeModes are the faces of the clock by the original's number: without a calendar, four kinds with
// its leaf, large digits, binary.
var timeModes = []string{"plain", "calendar", "calendar", "calendar", "calendar", "big", "binary"}

// timeMode returns the number of a face.
func timeMode(face any) int {
	name, _ := face.(string)
	return max(0, slices.Index(timeModes, name))
}

// clockOf returns the first clock and its settings. Without a clock it returns an empty ID.
func clockOf(all []app) (w device.WidgetSettings, set map[string]any) {
	for _, a := range all {
		if a.name == "Time" && a.Package != Package {
			set = map[string]any{}
			_ = json.Unmarshal(a.Settings, &set) // valid, since the app declares them
			return a.WidgetSettings, set
		}
	}
	return w, set
}

// settings returns the settings that can be changed, and others that clients
// look for.
func (s *Server) settings(ctx context.Context) (map[string]any, error) {
	q := questions{ctx: ctx}
	o, look, all, capitals := ask(&q, s.dev.Overview), ask(&q, s.dev.Look), ask(&q, s.apps), ask(&q, s.capitals)
	region := ask(&q, s.regionSettings)
	if q.err != nil {
		return nil, q.err
	}
	w, clock := clockOf(all)
	timeColor := colorOfText(fmt.Sprint(clock["color"]))
	out := map[string]any{
		"MATP": o.Display.On, "ABRI": o.Display.BrightnessMode == device.AutoBrightness,
		"BRI":    int(math.Round(float64(o.Display.Brightness) * 255 / 100)),
		"ATRANS": o.Mode == device.AutoMode, "ATIME": usual(all),
		"TCOL": number(look.TextColor), "TEFF": transitionNumber(look.Transition),
		"SSPEED": int(math.Round(look.ScrollSpeed * 100 / render.DefaultSpeed)),
		"VOL":    int(math.Round(float64(o.Audio.Volume) * mostVolume / 100)),
		"TIM":    w.Visible, "WD": clock["week"] == true, "TFORMAT": timeFormat(clock), "TIME_COL": number(timeColor),
		"TMODE": timeMode(clock["face"]), "WDCA": number(colorOfText(fmt.Sprint(clock["accent"]))),
		"UPPERCASE": capitals, "BLOCKN": false, "SOUND": o.Audio.Available,
		"OVERLAY": cmp.Or(look.Overlay.String(), "clear"),
	}
	maps.Copy(out, region)
	maps.Copy(out, nativeSettings(all))
	return out, nil
}
