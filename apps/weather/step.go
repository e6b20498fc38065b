// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// Check returns an error that names what is no address, or half a place.
func (c *Settings) Check() error {
	if err := webfetch.Check(c.URL); c.URL != "" && err != nil {
		return note.Invalid("url", "%v", err)
	}
	if (c.Latitude == nil) != (c.Longitude == nil) {
		return note.Invalid("latitude", "latitude and longitude go together")
	}
	return nil
}

// Configure implements [device.Configurer].
func (w *Weather) Configure(widgets []device.WidgetSettings) error {
	err := kit.Arrange(&w.skies, w.Views, widgets, func(set device.WidgetSettings, cfg Settings) *widget {
		return &widget{id: set.ID, cfg: cfg, units: cfg.Units}
	})
	if err == nil {
		w.locate()
		w.ask()
	}
	return err
}

// SetRegion implements [device.Localizer].
func (w *Weather) SetRegion(r device.Region) {
	w.Region = r
	w.locate()
	w.Refresh()
	if w.skies != nil { // else Configure asks, which knows what to forget
		w.ask()
	}
}

// locate asks for the temperature as the region has it, where a widget does not say.
func (w *Weather) locate() {
	for _, s := range w.skies {
		if s.cfg.Units = s.units; kit.Fahrenheit(w.Region, s.units, "imperial") {
			s.cfg.Units = "imperial"
		}
	}
}

// Do implements [device.App]: weather.forecast shows the days first.
func (w *Weather) Do(widget, _ string, _ device.Args, now time.Time) error {
	for _, s := range w.skies {
		if s.id == widget {
			s.days = now.Add(forecastSeen)
			delete(w.Views, s.id)
			return nil
		}
	}
	return device.ErrNoWidget
}

// Step implements [device.App].
func (w *Weather) Step(now time.Time) device.Now {
	out := device.Now{Views: w.Views}
	w.brief(now)
	for i, s := range w.skies {
		if _, drawn := w.Views[s.id]; !drawn || !s.until.IsZero() && !now.Before(s.until) {
			root := w.picture(s, now)
			w.Views[s.id] = device.View{Root: root, Start: now, Anew: true, Says: w.says(s)}
		}
		out.Again = kit.Soonest(out.Again, s.until)
		if i == 0 {
			w.share(s, now)
		}
	}
	if w.changed {
		w.keep, w.changed = kit.Kept(w.known), false
	}
	out.Keep, out.Here = w.keep, w.Env.Shared.Place.Position()
	return out
}

// share publishes the weather of the first widget for other apps.
func (w *Weather) share(s *widget, now time.Time) {
	w.Env.Shared.Weather, w.Env.Shared.Place, w.Env.Shared.Day = kit.WeatherNow{}, nil, kit.Day{}
	state := w.known[s.cfg.source()]
	if state == nil {
		return
	}
	if at := state.Place; at != nil {
		w.Env.Shared.Place = at
	} else {
		w.Env.Shared.Place = s.cfg.location()
	}
	if f := state.Forecast; f != nil && f.Now != nil && !f.At.After(now) {
		w.Env.Shared.Day = kit.Day{From: f.Hour, Hours: f.Hours}
		w.Env.Shared.Weather = kit.WeatherNow{
			Icon: skyOf(f.Now.Code).iconAt(f.Now.Night), Text: kit.DegreesText(f.Now.Temperature), Until: f.At.Add(fresh),
			Air: f.Now.window(), FirstSnow: state.Snow.first(now),
		}
	}
}

// brief publishes the weather of each widget for pages that several apps share.
func (w *Weather) brief(now time.Time) {
	all := map[string]kit.Brief{}
	for _, s := range w.skies {
		state := w.known[s.cfg.source()]
		if state == nil || state.Forecast == nil || state.Forecast.Now == nil || state.Forecast.At.After(now) {
			continue
		}
		f := state.Forecast
		all[s.id] = kit.Brief{Kind: kit.Sky, Icon: kit.Builtin(skyOf(f.Now.Code).iconAt(f.Now.Night)), Lead: s.cfg.Place,
			Text: kit.DegreesText(f.Now.Temperature), Until: f.At.Add(fresh)}
	}
	w.Env.Shared.Tell(Package, all)
}
