// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"fmt"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// Configure implements [device.Configurer].
func (w *Weather) Configure(widgets []device.WidgetSettings) error {
	var skies []*widget
	for i, set := range widgets {
		s := &widget{id: set.ID}
		if err := kit.ReadSettings(i, set, &s.cfg); err != nil {
			return err
		}
		if s.cfg.URL != "" {
			if err := webfetch.Check(s.cfg.URL); err != nil {
				return note.Invalid(fmt.Sprintf("[%d].settings.url", i), "%v", err)
			}
		}
		if (s.cfg.Latitude == nil) != (s.cfg.Longitude == nil) {
			return note.Invalid(fmt.Sprintf("[%d].settings.latitude", i), "latitude and longitude go together")
		}
		s.units = s.cfg.Units
		skies = append(skies, s)
	}
	w.skies = skies
	w.locate()
	w.refresh()
	w.ask()
	return nil
}

// SetRegion implements [device.Localizer].
func (w *Weather) SetRegion(r device.Region) {
	w.region = r
	w.locate()
	w.refresh()
	if w.skies != nil { // else Configure asks, which knows what to forget
		w.ask()
	}
}

// locate asks for the temperature as the region has it, where a widget does not say.
func (w *Weather) locate() {
	for _, s := range w.skies {
		if s.cfg.Units = s.units; kit.Fahrenheit(w.region, s.units, "imperial") {
			s.cfg.Units = "imperial"
		}
	}
}

// SetLook implements [device.Styler].
func (w *Weather) SetLook(l paint.Look) {
	w.look = l
	w.refresh()
}

// Refresh implements [device.Refresher].
func (w *Weather) Refresh() { w.refresh() }

// Do implements [device.App]: weather.forecast shows the days first.
func (w *Weather) Do(widget, _ string, _ device.Args, now time.Time) error {
	for _, s := range w.skies {
		if s.id == widget {
			s.days = now.Add(forecastSeen)
			delete(w.views, s.id)
			return nil
		}
	}
	return device.ErrNoWidget
}

// Step implements [device.App].
func (w *Weather) Step(now time.Time) device.Now {
	out := device.Now{Views: w.views}
	w.brief(now)
	for i, s := range w.skies {
		if _, drawn := w.views[s.id]; !drawn || !s.until.IsZero() && !now.Before(s.until) {
			root := w.picture(s, now)
			w.views[s.id] = device.View{Root: root, Start: now, Anew: true, Says: w.says(s)}
		}
		if !s.until.IsZero() && (out.Again.IsZero() || s.until.Before(out.Again)) {
			out.Again = s.until
		}
		if i == 0 {
			w.share(s, now)
		}
	}
	if w.changed {
		w.keep, w.changed = kit.Kept(w.known), false
	}
	out.Keep, out.Here = w.keep, w.here()
	return out
}

// here returns the place of the first widget.
func (w *Weather) here() *device.Position {
	if w.env.Shared == nil {
		return nil
	}
	return w.env.Shared.Place.Position()
}

// share publishes the weather of the first widget for other apps.
func (w *Weather) share(s *widget, now time.Time) {
	if w.env.Shared == nil {
		return
	}
	w.env.Shared.Weather, w.env.Shared.Place, w.env.Shared.Day = kit.WeatherNow{}, nil, kit.Day{}
	state := w.known[s.cfg.source()]
	if state == nil {
		return
	}
	if at := state.Place; at != nil {
		w.env.Shared.Place = at
	} else {
		w.env.Shared.Place = s.cfg.location()
	}
	if f := state.Forecast; f != nil && f.Now != nil && !f.At.After(now) {
		w.env.Shared.Day = kit.Day{From: f.Hour, Hours: f.Hours}
		w.env.Shared.Weather = kit.WeatherNow{
			Icon: skyOf(f.Now.Code).iconAt(f.Now.Night), Text: kit.DegreesText(f.Now.Temperature), Until: f.At.Add(fresh),
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
	w.env.Shared.Tell(Package, all)
}
