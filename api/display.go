package api

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

// wireRange is a range of percentages.
type wireRange struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

// wireDisplay is the display object. It is always sent whole (docs/decisions.md
// 5).
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

func displayObject(d device.Display) wireDisplay {
	t := d.Screensaver.TimeBased
	return wireDisplay{
		On: d.On, Brightness: d.Brightness, BrightnessNow: d.BrightnessNow, BrightnessMode: d.BrightnessMode.String(),
		BrightnessRange: wireRange(d.Range), BrightnessLimit: wireRange(d.Limit),
		Width: d.Width, Height: d.Height, Type: d.Type,
		Screensaver: wireSaver{
			Enabled: d.Screensaver.Enabled, Active: d.Screensaver.Active, Widget: d.Screensaver.Widget, Brightness: d.Screensaver.Brightness,
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
	ctx, done := rest.Patience(r)
	defer done()
	d, err := s.cfg.Device.Display(ctx)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, displayObject(d))
}

func (s *Server) putDisplay(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	d, err := wire.PutDisplay(ctx, s.cfg.Device, body)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, displayObject(d))
}
