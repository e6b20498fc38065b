package api

import (
	"net/http"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

// wireRange is of percentages.
type wireRange struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

// wireDisplay is the display object: always whole (docs/decisions.md 5).
type wireDisplay struct {
	On              bool      `json:"on"`
	Brightness      int       `json:"brightness"`
	BrightnessMode  string    `json:"brightness_mode"`
	BrightnessNow   int       `json:"brightness_now"`
	BrightnessRange wireRange `json:"brightness_range"`
	BrightnessLimit wireRange `json:"brightness_limit"`
	Width           int       `json:"width"`
	Height          int       `json:"height"`
	Type            string    `json:"type"`
	Screensaver     wireSaver `json:"screensaver"`
}

type wireSaver struct {
	Enabled bool       `json:"enabled"`
	Active  bool       `json:"active"`
	Modes   saverModes `json:"modes"`
	Widget  string     `json:"widget"`
}

type saverModes struct {
	TimeBased timeBased `json:"time_based"`
	WhenDark  whenDark  `json:"when_dark"`
}

// timeBased has both spellings of the local times (docs/api.md, Screensaver
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

func displayObject(d device.Display) wireDisplay {
	t := d.Screensaver.TimeBased
	return wireDisplay{
		On: d.On, Brightness: d.Brightness, BrightnessNow: d.BrightnessNow, BrightnessMode: d.BrightnessMode.String(),
		BrightnessRange: wireRange(d.Range), BrightnessLimit: wireRange(d.Limit),
		Width: d.Width, Height: d.Height, Type: d.Type,
		Screensaver: wireSaver{
			Enabled: d.Screensaver.Enabled, Active: d.Screensaver.Active, Widget: d.Screensaver.Widget,
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

func (s *Server) getDisplay(w http.ResponseWriter, r *http.Request) error {
	ctx := s.soon()
	d, err := s.cfg.Device.Display(ctx)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, displayObject(d))
}

// displayPatch is the body of a PUT; what else clients send back is ignored.
type displayPatch struct {
	On             wire.Boolean            `json:"on"`
	Brightness     wire.Integer            `json:"brightness"`
	BrightnessMode wire.Word               `json:"brightness_mode"`
	Screensaver    wire.Object[saverPatch] `json:"screensaver"`
}

type saverPatch struct {
	Enabled wire.Boolean            `json:"enabled"`
	Mode    wire.Word               `json:"mode"`
	Params  wire.Object[modeParams] `json:"mode_params"`
	Widget  wire.Word               `json:"widget"`
}

type modeParams struct {
	Enabled wire.Boolean `json:"enabled"`
	Start   wire.Word    `json:"start_time"`
	End     wire.Word    `json:"end_time"`
}

func (s *Server) putDisplay(w http.ResponseWriter, r *http.Request) error {
	var body displayPatch
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	var f wire.Faults
	patch, ctx := body.patch(&f), s.soon()
	if f.Err() != nil {
		f.Rest(s.cfg.Device.CheckDisplay(ctx, patch))
		return f.Err()
	}
	d, err := s.cfg.Device.SetDisplay(ctx, patch)
	if err != nil {
		return f.Explain(err)
	}
	return writeChanged(w, r, displayObject(d))
}

func (p *displayPatch) patch(f *wire.Faults) (out device.DisplayPatch) {
	if f.Check("on", p.On.Value) {
		out.On = &p.On.On
	}
	if f.Check("brightness", p.Brightness.Value) {
		out.Brightness = &p.Brightness.Int
	}
	if m, ok := wire.Choice(f, "brightness_mode", p.BrightnessMode, device.ParseBrightnessMode); ok {
		out.BrightnessMode = &m
	}
	if f.Check("screensaver", p.Screensaver.Value) {
		out.Screensaver = p.Screensaver.Fields.patch(f)
	}
	return out
}

func (p *saverPatch) patch(f *wire.Faults) *device.ScreensaverPatch {
	out := &device.ScreensaverPatch{}
	if f.Check("screensaver.enabled", p.Enabled.Value) {
		out.Enabled = &p.Enabled.On
	}
	if m, ok := wire.Choice(f, "screensaver.mode", p.Mode, device.ParseSaverMode); ok {
		out.Mode = &m
	}
	if f.Check("screensaver.widget", p.Widget.Value) {
		out.Widget = &p.Widget.Text
	}
	const params = "screensaver.mode_params"
	if !f.Check(params, p.Params.Value) {
		return out
	}
	if f.Check(params+".enabled", p.Params.Fields.Enabled.Value) {
		out.ModeEnabled = &p.Params.Fields.Enabled.On
	}
	if t, ok := wire.Choice(f, params+".start_time", p.Params.Fields.Start, device.ParseTimeOfDay); ok {
		out.Start = &t
	}
	if t, ok := wire.Choice(f, params+".end_time", p.Params.Fields.End, device.ParseTimeOfDay); ok {
		out.End = &t
	}
	return out
}
