// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"context"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/enum"
)

// Range is a range of percentages.
type Range struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

// Display is the display object. It is always sent whole (docs/decisions.md
// 5).
type Display struct {
	On              bool        `json:"on"`
	Brightness      int         `json:"brightness"`
	BrightnessMode  string      `json:"brightness_mode"`
	BrightnessNow   int         `json:"brightness_now"`
	BrightnessAuto  int         `json:"brightness_auto"`
	BrightnessBias  int         `json:"brightness_bias"`
	BrightnessRange Range       `json:"brightness_range"`
	BrightnessLimit Range       `json:"brightness_limit"`
	Width           int         `json:"width"`
	Height          int         `json:"height"`
	Type            string      `json:"type"`
	Screensaver     Screensaver `json:"screensaver"`
}

// Screensaver is the screensaver in the display object.
type Screensaver struct {
	Enabled    bool       `json:"enabled"`
	Active     bool       `json:"active"`
	Modes      saverModes `json:"modes"`
	Widget     string     `json:"widget"`
	Brightness int        `json:"brightness"`
}

type saverModes struct {
	TimeBased timeBased `json:"time_based"`
	WhenDark  whenDark  `json:"when_dark"`
}

// timeBased has the local times in both spellings (docs/api.md, Screensaver
// object).
type timeBased struct {
	Enabled     bool   `json:"enabled"`
	Start       string `json:"start_time"`
	End         string `json:"end_time"`
	LocalStart  string `json:"local_start_time"`
	LocalEnd    string `json:"local_end_time"`
	LocalStart2 string `json:"start_local_time"`
	LocalEnd2   string `json:"end_local_time"`
}

type whenDark struct {
	Enabled bool `json:"enabled"`
}

// DisplayOf returns the state of the display as a GET answers it.
func DisplayOf(d device.Display) Display {
	t := d.Screensaver.TimeBased
	return Display{
		On: d.On, Brightness: d.Brightness, BrightnessNow: d.BrightnessNow, BrightnessMode: d.BrightnessMode.String(),
		BrightnessAuto: d.BrightnessAuto, BrightnessBias: d.BrightnessBias,
		BrightnessRange: Range(d.Range), BrightnessLimit: Range(d.Limit),
		Width: d.Width, Height: d.Height, Type: d.Type,
		Screensaver: Screensaver{
			Enabled: d.Screensaver.Enabled, Active: d.Screensaver.Active, Widget: d.Screensaver.Widget,
			Brightness: d.Screensaver.Brightness,
			Modes: saverModes{
				TimeBased: timeBased{
					Enabled: t.Enabled, Start: t.StartGMT.String(), End: t.EndGMT.String(),
					LocalStart: t.Start.String(), LocalEnd: t.End.String(),
					LocalStart2: t.Start.String(), LocalEnd2: t.End.String(),
				},
				WhenDark: whenDark{d.Screensaver.WhenDark},
			},
		},
	}
}

// displayPatch holds the fields of the display that a client may change; all
// other fields are ignored.
type displayPatch struct {
	On             Boolean            `json:"on"`
	Brightness     Integer            `json:"brightness"`
	BrightnessMode Word               `json:"brightness_mode"`
	BrightnessBias Integer            `json:"brightness_bias"`
	Screensaver    Object[saverPatch] `json:"screensaver"`
}

type saverPatch struct {
	Enabled Boolean            `json:"enabled"`
	Mode    Word               `json:"mode"`
	Params  Object[modeParams] `json:"mode_params"`
	Widget  Word               `json:"widget"`
	Level   Integer            `json:"brightness"`
}

type modeParams struct {
	Enabled Boolean `json:"enabled"`
	Start   Word    `json:"start_time"`
	End     Word    `json:"end_time"`
}

// PutDisplay changes the display.
func PutDisplay(ctx context.Context, d *device.Device, body []byte) (device.Display, error) {
	var p displayPatch
	if err := Decode(body, &p); err != nil {
		return device.Display{}, err
	}
	var f Faults
	patch := p.patch(&f)
	return applied(ctx, &f, patch, func() error { return d.CheckDisplay(ctx, patch) }, d.SetDisplay)
}

func (p *displayPatch) patch(f *Faults) (out device.DisplayPatch) {
	out.On = usable(f, "on", p.On.Value, &p.On.On)
	out.Brightness = usable(f, "brightness", p.Brightness.Value, &p.Brightness.Int)
	out.BrightnessMode = picked(f, "brightness_mode", p.BrightnessMode, enum.Read[device.BrightnessMode])
	out.BrightnessBias = usable(f, "brightness_bias", p.BrightnessBias.Value, &p.BrightnessBias.Int)
	if f.Check("screensaver", p.Screensaver.Value) {
		out.Screensaver = p.Screensaver.Fields.patch(f)
	}
	return out
}

func (p *saverPatch) patch(f *Faults) *device.ScreensaverPatch {
	out := &device.ScreensaverPatch{}
	out.Enabled = usable(f, "screensaver.enabled", p.Enabled.Value, &p.Enabled.On)
	out.Mode = picked(f, "screensaver.mode", p.Mode, enum.Read[device.SaverMode])
	out.Widget = usable(f, "screensaver.widget", p.Widget.Value, &p.Widget.Text)
	out.Brightness = usable(f, "screensaver.brightness", p.Level.Value, &p.Level.Int)
	const params = "screensaver.mode_params"
	if !f.Check(params, p.Params.Value) {
		return out
	}
	out.ModeEnabled = usable(f, params+".enabled", p.Params.Fields.Enabled.Value, &p.Params.Fields.Enabled.On)
	out.Start = picked(f, params+".start_time", p.Params.Fields.Start, device.ParseTimeOfDay)
	out.End = picked(f, params+".end_time", p.Params.Fields.End, device.ParseTimeOfDay)
	return out
}
