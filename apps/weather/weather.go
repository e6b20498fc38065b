// SPDX-License-Identifier: Apache-2.0

// Package weather is an app that shows the weather now, the rain to come and the next days.
package weather

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
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
	Units     string   `json:"units,omitempty"`     // metric or imperial; "" = as of the region
	URL       string   `json:"url,omitempty"`       // a server of the user's own, which needs no place
	Color     string   `json:"color,omitempty"`     // #RRGGBB; "" = the device's text colour
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

// Weather shows the weather, each widget for its own place.
type Weather struct {
	kit.Distant
	server   *server
	requests *kit.Requests
	skies    []*widget
	known    map[string]*record // by source
	keep     json.RawMessage
	changed  bool // keep must be written again

	searches chan struct{} // limits Places
}

// placeTurns is how many searches may run at once.
const placeTurns = 2

// record is the knowledge about a source. It is saved.
type record struct {
	Place    *kit.Location `json:"place,omitempty"` // where it is, once found
	Forecast *forecast     `json:"forecast,omitempty"`
	Snow     snowfall      `json:"snow,omitzero"`
	trouble  error         // why there is none; nil = not tried yet
}

// widget is the weather of one widget.
type widget struct {
	id    string
	cfg   Settings
	units string    // of the settings, as they are
	days  time.Time // until when the days come first
	until time.Time // when the picture must be redrawn
}

// New makes the app.
func New(env kit.Env, kept json.RawMessage, _ int) *Weather {
	w := &Weather{
		Distant: kit.Distant{Base: kit.NewBase(env)}, server: newServer(env.Weather, env.Web),
		requests: kit.NewRequests("weather", env.Feeds), known: map[string]*record{}, changed: true,
		searches: make(chan struct{}, placeTurns),
	}
	if was := kit.ReadKept[map[string]*record](kept); was != nil {
		w.known = was
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
	about := kit.About(Package, "Weather", []device.Property{
		{Name: "place", Schema: device.Schema{Type: "string", Title: "Place", MaxLen: 64, Personal: true,
			Description: "A town, such as Berlin, or Paris, Texas"}},
		{Name: "latitude", Schema: device.Schema{Type: "number", Title: "Latitude", Min: -90, Max: 90, Personal: true,
			Description: "Degrees north, in place of the name"}},
		{Name: "longitude", Schema: device.Schema{Type: "number", Title: "Longitude", Min: -180, Max: 180, Personal: true,
			Description: "Degrees east"}},
		{Name: "units", Schema: device.Schema{Type: "string", Title: "Units", Enum: []string{"metric", "imperial"},
			Personal: true}},
		{Name: "url", Schema: device.Schema{Type: "string", Title: "Your own server", Format: "uri", MaxLen: 1024,
			Description: "A URL that answers with the weather as docs/apps.md says; it needs no place", Secret: true}},
		kit.ColorProperty,
	})
	about.Actions = []device.Action{{ID: "weather.forecast"}}
	about.Settings.Description = "Weather data by Open-Meteo.com (https://open-meteo.com), CC BY 4.0, " +
		"unless another server is set"
	return about
}
