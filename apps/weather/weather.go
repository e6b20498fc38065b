// Package weather is an app that shows the weather now, the rain to come and the next days.
package weather

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// Package is the name that clients know the weather by (docs/decisions.md 6).
const Package = "com.lametric.weather"

// App is the weather, for the table of apps.
var App = kit.App{
	Package: Package,
	New:     func(env kit.Env, kept json.RawMessage, version int) device.App { return New(env, kept, version) },
}

const (
	every        = 15 * time.Minute // the limit of Open-Meteo's free server
	fresh        = 2 * time.Hour    // how long current conditions remain current
	forecastSeen = time.Minute      // how long the days come first after weather.forecast
)

// Settings are the settings of a weather widget. The zero value asks no server.
type Settings struct {
	Place     string   `json:"place,omitempty"`     // a town's name
	Latitude  *float64 `json:"latitude,omitempty"`  // set both to skip the search for Place
	Longitude *float64 `json:"longitude,omitempty"` //
	Units     string   `json:"units,omitempty"`     // metric or imperial; "" = metric
	URL       string   `json:"url,omitempty"`       // a server of the user's own, which needs no place
	Color     string   `json:"color,omitempty"`     // #RRGGBB; "" = that of the device's text
}

// location returns the coordinates in the settings, or nil.
func (c *Settings) location() *kit.Location {
	if c.Latitude == nil || c.Longitude == nil {
		return nil
	}
	return &kit.Location{Latitude: *c.Latitude, Longitude: *c.Longitude, Name: c.Place}
}

// source identifies what to request; "" is nothing.
func (c *Settings) source() string {
	at := c.location()
	switch {
	case c.URL != "":
		return "url " + c.URL
	case at != nil:
		return fmt.Sprintf("at %v,%v %s", at.Latitude, at.Longitude, c.Units)
	case c.Place != "":
		return "place " + c.Place + " " + c.Units
	}
	return ""
}

// Weather shows the weather, each widget that of its own place.
type Weather struct {
	env     kit.Env
	look    paint.Look
	server  *server
	errands *kit.Errands
	skies   []*widget
	known   map[string]*record // by source
	views   map[string]device.View
	keep    json.RawMessage
	changed bool // keep must be written again

	searches chan struct{} // limits Places
}

// record is what is known about a source. It is kept.
type record struct {
	Place    *kit.Location `json:"place,omitempty"` // where it is, once found
	Forecast *forecast     `json:"forecast,omitempty"`
	trouble  string        // why there is none; "" = not tried yet
}

// widget is the weather of one widget.
type widget struct {
	id    string
	cfg   Settings
	days  time.Time // until when the days come first
	until time.Time // when the picture must be redrawn
}

// New makes the app.
func New(env kit.Env, kept json.RawMessage, _ int) *Weather {
	w := &Weather{
		env: env, look: kit.PlainLook, server: newServer(env.Weather, env.Web), errands: kit.NewErrands("weather", every, env.Feeds),
		known: map[string]*record{}, views: map[string]device.View{}, changed: true,
		searches: make(chan struct{}, placeTurns),
	}
	if json.Unmarshal(kept, &w.known) != nil {
		w.known = map[string]*record{}
	}
	for source, s := range w.known {
		if s == nil || s.Forecast != nil && !s.Forecast.valid() {
			delete(w.known, source)
		}
	}
	return w
}

// valid reports whether a device can have saved this state.
func (f *forecast) valid() bool { return len(f.Days) <= maxDays && len(f.Rain) <= maxRain }

// About implements [device.App].
func (w *Weather) About() device.About {
	return device.About{
		Package: Package, Title: "Weather", Vendor: "ledpost", Version: "1.0.0", Code: 1,
		Actions: []device.Action{{ID: "weather.forecast"}},
		Settings: device.Schema{
			Description: "Weather data by Open-Meteo.com (https://open-meteo.com), CC BY 4.0, unless another server is set",
			Properties: []device.Property{
				{Name: "place", Schema: device.Schema{Type: "string", Title: "Place", Description: "A town, such as Berlin, or Paris, Texas", MaxLen: 64}},
				{Name: "latitude", Schema: device.Schema{Type: "number", Title: "Latitude", Description: "Degrees north, in place of the name", Min: -90, Max: 90}},
				{Name: "longitude", Schema: device.Schema{Type: "number", Title: "Longitude", Description: "Degrees east", Min: -180, Max: 180}},
				{Name: "units", Schema: device.Schema{Type: "string", Title: "Units", Enum: []string{"metric", "imperial"}, Default: "metric"}},
				{Name: "url", Schema: device.Schema{Type: "string", Title: "Server of your own", Description: "A URL that answers with the weather as docs/apps.md says; it needs no place", Format: "uri", MaxLen: 1024, Secret: true}},
				kit.ColorProperty,
			},
		},
	}
}

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
		skies = append(skies, s)
	}
	w.skies = skies
	w.refresh()
	w.ask()
	return nil
}

// ask decides what to request, and forgets what no widget uses any more.
func (w *Weather) ask() {
	known, want := map[string]*record{}, []kit.Errand(nil)
	for _, s := range w.skies {
		source := s.cfg.source()
		if source == "" || known[source] != nil {
			continue
		}
		state := w.known[source]
		if state == nil {
			state = &record{}
		}
		known[source] = state
		f := kit.Errand{Key: source, Ask: w.asking(source, s.cfg, state.Place)}
		if state.Forecast != nil {
			f.Last = state.Forecast.At
		}
		want = append(want, f)
	}
	w.known, w.changed = known, true
	w.errands.Put(want)
}

// asking returns the function that requests a source, on the goroutine of Run.
func (w *Weather) asking(source string, cfg Settings, at *kit.Location) func(context.Context, device.Post) error {
	if own := cfg.location(); own != nil {
		at = own
	}
	return func(ctx context.Context, post device.Post) error {
		var f *forecast
		var err error
		if cfg.URL == "" && at == nil {
			at, err = w.server.find(ctx, cfg.Place)
		}
		switch {
		case err != nil:
		case cfg.URL != "":
			f, err = w.server.from(ctx, cfg.URL)
		default:
			f, err = w.server.at(ctx, *at, cfg.Units == "imperial")
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		where := at
		if e := post(ctx, func(time.Time) { w.came(source, where, f, err) }); e != nil {
			return e
		}
		if errors.Is(err, errNoPlace) {
			return nil // the server did answer
		}
		return err
	}
}

// came handles the result of a request.
func (w *Weather) came(source string, at *kit.Location, f *forecast, err error) {
	s := w.known[source]
	if s == nil {
		return // nobody wants it any more
	}
	if s.trouble = ""; err != nil {
		s.trouble = kit.WhyNot(err)
	} else {
		s.Forecast = f
	}
	if at != nil {
		s.Place = at
	}
	w.changed = true
	w.refresh()
}

// Run implements [device.Runner].
func (w *Weather) Run(ctx context.Context, post device.Post) error {
	if w.env.Web == nil {
		<-ctx.Done()
		return nil
	}
	return w.errands.Run(ctx, post)
}

// SetLook implements [device.Styler].
func (w *Weather) SetLook(l paint.Look) {
	w.look = l
	w.refresh()
}

// Refresh implements [device.Refresher].
func (w *Weather) Refresh() { w.refresh() }

// refresh redraws everything at the next step.
func (w *Weather) refresh() { clear(w.views) }

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
	for i, s := range w.skies {
		if _, drawn := w.views[s.id]; !drawn || !s.until.IsZero() && !now.Before(s.until) {
			root := w.picture(s, now)
			w.views[s.id] = device.View{Root: root, Start: now, Anew: true}
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
	out.Keep = w.keep
	return out
}

// share publishes the weather of the first widget for other apps.
func (w *Weather) share(s *widget, now time.Time) {
	if w.env.Shared == nil {
		return
	}
	w.env.Shared.Weather, w.env.Shared.Place = kit.WeatherNow{}, nil
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
		w.env.Shared.Weather = kit.WeatherNow{
			Icon: skyOf(f.Now.Code).iconAt(f.Now.Night), Text: kit.DegreesText(f.Now.Temperature), Until: f.At.Add(fresh),
		}
	}
}
