package wire

import (
	"context"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
)

// The functions of this file apply the body of a PUT, completely or not at all,
// and return the new state. Their error joins a note.InvalidError for each
// error in the body.

// displayPatch holds the fields of the display that a client may change; all
// other fields are ignored.
type displayPatch struct {
	On             Boolean            `json:"on"`
	Brightness     Integer            `json:"brightness"`
	BrightnessMode Word               `json:"brightness_mode"`
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
	if f.Err() != nil {
		f.Rest(d.CheckDisplay(ctx, patch))
		return device.Display{}, f.Err()
	}
	now, err := d.SetDisplay(ctx, patch)
	return now, f.Explain(err)
}

func (p *displayPatch) patch(f *Faults) (out device.DisplayPatch) {
	if f.Check("on", p.On.Value) {
		out.On = &p.On.On
	}
	if f.Check("brightness", p.Brightness.Value) {
		out.Brightness = &p.Brightness.Int
	}
	if m, ok := Choice(f, "brightness_mode", p.BrightnessMode, device.ParseBrightnessMode); ok {
		out.BrightnessMode = &m
	}
	if f.Check("screensaver", p.Screensaver.Value) {
		out.Screensaver = p.Screensaver.Fields.patch(f)
	}
	return out
}

func (p *saverPatch) patch(f *Faults) *device.ScreensaverPatch {
	out := &device.ScreensaverPatch{}
	if f.Check("screensaver.enabled", p.Enabled.Value) {
		out.Enabled = &p.Enabled.On
	}
	if m, ok := Choice(f, "screensaver.mode", p.Mode, device.ParseSaverMode); ok {
		out.Mode = &m
	}
	if f.Check("screensaver.widget", p.Widget.Value) {
		out.Widget = &p.Widget.Text
	}
	if f.Check("screensaver.brightness", p.Level.Value) {
		out.Brightness = &p.Level.Int
	}
	const params = "screensaver.mode_params"
	if !f.Check(params, p.Params.Value) {
		return out
	}
	if f.Check(params+".enabled", p.Params.Fields.Enabled.Value) {
		out.ModeEnabled = &p.Params.Fields.Enabled.On
	}
	if t, ok := Choice(f, params+".start_time", p.Params.Fields.Start, device.ParseTimeOfDay); ok {
		out.Start = &t
	}
	if t, ok := Choice(f, params+".end_time", p.Params.Fields.End, device.ParseTimeOfDay); ok {
		out.End = &t
	}
	return out
}

// PutAudio changes the volume.
func PutAudio(ctx context.Context, d *device.Device, body []byte) (device.Audio, error) {
	var p struct {
		Volume Integer `json:"volume"`
	}
	if err := Decode(body, &p); err != nil {
		return device.Audio{}, err
	}
	if !p.Volume.Set {
		return device.Audio{}, Missing("volume")
	}
	var f Faults
	if !f.Check("volume", p.Volume.Value) {
		return device.Audio{}, f.Err()
	}
	now, err := d.SetVolume(ctx, p.Volume.Int)
	return now, f.Explain(err)
}

// PutQuiet changes the quiet hours.
func PutQuiet(ctx context.Context, d *device.Device, body []byte) (device.QuietHours, error) {
	var p struct {
		Enabled Boolean `json:"enabled"`
		Start   Word    `json:"start"`
		End     Word    `json:"end"`
		Volume  Integer `json:"volume"`
	}
	if err := Decode(body, &p); err != nil {
		return device.QuietHours{}, err
	}
	var f Faults
	var patch device.QuietPatch
	if f.Check("enabled", p.Enabled.Value) {
		patch.Enabled = &p.Enabled.On
	}
	if t, ok := Choice(&f, "start", p.Start, device.ParseTimeOfDay); ok {
		patch.Start = &t
	}
	if t, ok := Choice(&f, "end", p.End, device.ParseTimeOfDay); ok {
		patch.End = &t
	}
	if f.Check("volume", p.Volume.Value) {
		patch.Volume = &p.Volume.Int
	}
	if f.Err() != nil {
		f.Rest(patch.Validate())
		return device.QuietHours{}, f.Err()
	}
	now, err := d.SetQuietHours(ctx, patch)
	return now, f.Explain(err)
}

// PutDevice changes the mode.
func PutDevice(ctx context.Context, d *device.Device, body []byte) (device.Mode, error) {
	var p struct {
		Mode Word `json:"mode"`
	}
	if err := Decode(body, &p); err != nil {
		return 0, err
	}
	if !p.Mode.Set {
		return 0, Missing("mode")
	}
	var f Faults
	mode, ok := Choice(&f, "mode", p.Mode, device.ParseMode)
	if !ok {
		return 0, f.Err()
	}
	return d.SetMode(ctx, mode)
}

// lookPatch holds what a client may change of the way text is drawn.
type lookPatch struct {
	TextColor   Word    `json:"text_color"`
	ScrollSpeed Decimal `json:"scroll_speed"`
	Smooth      Boolean `json:"smooth"`
	Transition  Word    `json:"transition"`

	TextEffect Word   `json:"text_effect"`
	TextColors colors `json:"text_colors"`
	Background Word   `json:"background"`
	Overlay    Word   `json:"overlay"`
}

// PutLook changes how text and frames are drawn.
func PutLook(ctx context.Context, d *device.Device, body []byte) (paint.Look, error) {
	var p lookPatch
	if err := Decode(body, &p); err != nil {
		return paint.Look{}, err
	}
	var f Faults
	patch := p.patch(&f)
	if f.Err() != nil {
		f.Rest(patch.Validate())
		return paint.Look{}, f.Err()
	}
	now, err := d.SetLook(ctx, patch)
	return now, f.Explain(err)
}

func (p *lookPatch) patch(f *Faults) (out device.LookPatch) {
	if c := ReadColor(f, "text_color", p.TextColor); c.Set {
		out.TextColor = &c
	}
	if f.Check("scroll_speed", p.ScrollSpeed.Value) {
		out.ScrollSpeed = &p.ScrollSpeed.Float
	}
	if f.Check("smooth", p.Smooth.Value) {
		out.Smooth = &p.Smooth.On
	}
	if t, ok := Choice(f, "transition", p.Transition, paint.ParseTransition); ok {
		out.Transition = &t
	}
	p.scenery(f, &out)
	return out
}

// scenery adds the effect, the background and the overlay.
func (p *lookPatch) scenery(f *Faults, out *device.LookPatch) {
	if e, ok := Choice(f, "text_effect", p.TextEffect, note.ParseEffect); ok {
		out.TextEffect = &e
	}
	if p.TextColors.N > 0 {
		list := p.TextColors.read(f, "text_colors")
		out.TextColors = &list
	} else if f.Check("text_colors", p.TextColors.Value) { // empty: back to the colours of the effect
		out.TextColors = new([]note.Color)
	}
	if b, ok := Choice(f, "background", p.Background, note.ParseBackgroundOrNone); ok {
		out.Background = &b
	}
	if o, ok := Choice(f, "overlay", p.Overlay, note.ParseOverlayOrNone); ok {
		out.Overlay = &o
	}
}
