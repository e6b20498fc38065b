package api

import (
	"net/http"

	"github.com/ledpost/ledpost/device"
)

// wireRange is of percentages.
type wireRange struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

// wireDisplay is the display object: always whole (decisions 5).
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

// timeBased has both spellings of the local times (device-api.md, Screensaver).
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
	On             boolean          `json:"on"`
	Brightness     integer          `json:"brightness"`
	BrightnessMode word             `json:"brightness_mode"`
	Screensaver    part[saverPatch] `json:"screensaver"`
}

type saverPatch struct {
	Enabled boolean          `json:"enabled"`
	Mode    word             `json:"mode"`
	Params  part[modeParams] `json:"mode_params"`
}

type modeParams struct {
	Enabled boolean `json:"enabled"`
	Start   word    `json:"start_time"`
	End     word    `json:"end_time"`
}

func (s *Server) putDisplay(w http.ResponseWriter, r *http.Request) error {
	var body displayPatch
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	var f faults
	patch, ctx := body.patch(&f), s.soon()
	if f.err() != nil {
		f.rest(s.cfg.Device.CheckDisplay(ctx, patch))
		return f.err()
	}
	d, err := s.cfg.Device.SetDisplay(ctx, patch)
	if err != nil {
		return f.told(err)
	}
	return writeChanged(w, r, displayObject(d))
}

func (p *displayPatch) patch(f *faults) (out device.DisplayPatch) {
	if f.check("on", p.On.value) {
		out.On = &p.On.on
	}
	if f.check("brightness", p.Brightness.value) {
		out.Brightness = &p.Brightness.n
	}
	if m, ok := choice(f, "brightness_mode", p.BrightnessMode, device.ParseBrightnessMode); ok {
		out.BrightnessMode = &m
	}
	if f.check("screensaver", p.Screensaver.value) {
		out.Screensaver = p.Screensaver.v.patch(f)
	}
	return out
}

func (p *saverPatch) patch(f *faults) *device.ScreensaverPatch {
	out := &device.ScreensaverPatch{}
	if f.check("screensaver.enabled", p.Enabled.value) {
		out.Enabled = &p.Enabled.on
	}
	if m, ok := choice(f, "screensaver.mode", p.Mode, device.ParseSaverMode); ok {
		out.Mode = &m
	}
	const params = "screensaver.mode_params"
	if !f.check(params, p.Params.value) {
		return out
	}
	if f.check(params+".enabled", p.Params.v.Enabled.value) {
		out.ModeEnabled = &p.Params.v.Enabled.on
	}
	if t, ok := choice(f, params+".start_time", p.Params.v.Start, device.ParseTimeOfDay); ok {
		out.Start = &t
	}
	if t, ok := choice(f, params+".end_time", p.Params.v.End, device.ParseTimeOfDay); ok {
		out.End = &t
	}
	return out
}
