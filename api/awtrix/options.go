// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"cmp"
	"context"
	"encoding/json"
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
}

// change applies settings and ignores unknown ones. Those that the device lacks are an error that
// names them; the others are set.
func (s *Server) change(ctx context.Context, body []byte) error {
	var o options
	if wire.Decode(body, &o) != nil {
		return errJSON
	}
	for _, f := range []func(context.Context, *options) error{s.setDisplay, s.setLook, s.setLetters, s.setRest, s.setClock, s.setRegion, s.setNatives} {
		if err := f(ctx, &o); err != nil {
			return err
		}
	}
	return refused(body)
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
		speed := min(max(render.DefaultSpeed*v.Float/100, paint.MinSpeed), paint.MaxSpeed)
		p.ScrollSpeed = &speed
	}
	if v := o.Transition; good(v.Value) {
		if t, ok := transitionOf(v.Int); ok {
			p.Transition = &t
		}
	}
	if v := o.Overlay; good(v.Value) {
		overlay := overlayOf(v.Text)
		if name := strings.ToLower(strings.TrimSpace(v.Text)); overlay == note.NoOverlay && name != "" && name != "clear" {
			return &lacks{settings: []string{fmt.Sprintf("OVERLAY: there is no overlay %.40q", v.Text)}}
		}
		p.Overlay = &overlay
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
	if good(o.Volume.Value) {
		a, err := s.dev.Audio(ctx)
		if err != nil {
			return err
		}
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
	if !good(o.Clock.Value) && !good(o.Week.Value) && !good(o.Format.Value) && !o.TimeColor.Set && !o.Today.Set && !good(o.Face.Value) {
		return nil
	}
	w, set, err := s.clock(ctx)
	if err != nil || w.ID == "" {
		return err
	}
	if good(o.Clock.Value) {
		w.Visible = o.Clock.On
	}
	if good(o.Week.Value) {
		set["week"] = o.Week.On
	}
	if n := o.Face; good(n.Value) && n.Int >= 0 && n.Int < len(timeModes) {
		set["face"] = timeModes[n.Int]
	}
	if o.Today.Set {
		set["accent"] = o.Today.Color.String()
	}
	if good(o.Format.Value) {
		set["hours"], set["seconds"] = 24, strings.Contains(o.Format.Text, "%S")
		if strings.Contains(o.Format.Text, "%I") || strings.Contains(o.Format.Text, "%l") {
			set["hours"] = 12
		}
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

// timeModes are the faces of the clock by the original's number: without a calendar, four kinds with
// its leaf, large digits, binary.
var timeModes = []string{"plain", "calendar", "calendar", "calendar", "calendar", "big", "binary"}

// timeMode returns the number of a face.
func timeMode(face any) int {
	name, _ := face.(string)
	return max(0, slices.Index(timeModes, name))
}

// clock returns the first clock and its settings. If there is none, its ID is
// empty.
func (s *Server) clock(ctx context.Context) (w device.WidgetSettings, set map[string]any, err error) {
	all, err := s.apps(ctx)
	for _, a := range all {
		if a.name == "Time" && a.Package != Package {
			set = map[string]any{}
			_ = json.Unmarshal(a.Settings, &set) // valid, since the app declares them
			return a.WidgetSettings, set, err
		}
	}
	return w, set, err
}

// settings returns the settings that can be changed, and others that clients
// look for.
func (s *Server) settings(ctx context.Context) (map[string]any, error) {
	o, err := s.dev.Overview(ctx)
	if err != nil {
		return nil, err
	}
	look, err := s.dev.Look(ctx)
	if err != nil {
		return nil, err
	}
	all, err := s.apps(ctx)
	if err != nil {
		return nil, err
	}
	capitals, err := s.capitals(ctx)
	if err != nil {
		return nil, err
	}
	w, clock, err := s.clock(ctx)
	timeColor := colorOfText(fmt.Sprint(clock["color"]))
	format := "%H:%M"
	if clock["hours"] == 12.0 {
		format = "%I:%M"
	}
	if clock["seconds"] == true {
		format += ":%S"
	}
	region, err := s.regionSettings(ctx, err)
	if err != nil {
		return nil, err
	}
	out := map[string]any{
		"MATP": o.Display.On, "ABRI": o.Display.BrightnessMode == device.AutoBrightness,
		"BRI":    int(math.Round(float64(o.Display.Brightness) * 255 / 100)),
		"ATRANS": o.Mode == device.AutoMode, "ATIME": usual(all), "TCOL": number(look.TextColor), "TEFF": transitionNumber(look.Transition),
		"SSPEED": int(math.Round(look.ScrollSpeed * 100 / render.DefaultSpeed)),
		"VOL":    int(math.Round(float64(o.Audio.Volume) * mostVolume / 100)),
		"TIM":    w.Visible, "WD": clock["week"] == true, "TFORMAT": format, "TIME_COL": number(timeColor),
		"TMODE": timeMode(clock["face"]), "WDCA": number(colorOfText(fmt.Sprint(clock["accent"]))),
		"UPPERCASE": capitals, "BLOCKN": false, "SOUND": o.Audio.Available,
		"OVERLAY": cmp.Or(look.Overlay.String(), "clear"),
	}
	maps.Copy(out, region)
	maps.Copy(out, nativeSettings(all))
	return out, nil
}
