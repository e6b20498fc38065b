// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"cmp"
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/webfetch"
)

const (
	openMeteo       = "https://api.open-meteo.com"
	openMeteoPlaces = "https://geocoding-api.open-meteo.com"
)

// server requests forecasts. Any goroutine may use it.
type server struct {
	cfg      kit.WeatherConfig
	web      *webfetch.Client // for URLs from the settings
	forecast *webfetch.Client // for URLs from the configuration
	places   *webfetch.Client
}

func newServer(cfg kit.WeatherConfig, web *webfetch.Client) *server {
	cfg.URL = cmp.Or(cfg.URL, openMeteo)
	if cfg.Places == "" {
		cfg.Places = openMeteoPlaces
	}
	s := &server{cfg: cfg, web: web}
	if web != nil {
		s.forecast, s.places = web.Trusting(cfg.URL), web.Trusting(cfg.Places)
	}
	return s
}

// at requests the weather at a place.
func (s *server) at(ctx context.Context, l kit.Location, imperial bool) (*forecast, error) {
	q := url.Values{
		"latitude": {number(l.Latitude)}, "longitude": {number(l.Longitude)},
		"current": {"temperature_2m,weather_code,is_day,cloud_cover,precipitation,snowfall,snow_depth," +
			"wind_speed_10m,wind_direction_10m"},
		"wind_speed_unit": {"ms"},
		"daily":           {"weather_code,temperature_2m_max,temperature_2m_min"},
		"minutely_15":     {"precipitation"}, "forecast_minutely_15": {"24"}, "forecast_days": {"5"},
		"hourly": {"temperature_2m"}, "forecast_hours": {"30"},
		"timezone": {"auto"}, "timeformat": {"unixtime"},
	}
	if imperial {
		q.Set("temperature_unit", "fahrenheit")
	}
	return s.read(ctx, s.forecast, s.ask(s.cfg.URL, "/v1/forecast", q))
}

// from requests the weather from a user's own server, named in the settings.
func (s *server) from(ctx context.Context, rawURL string) (*forecast, error) {
	return s.read(ctx, s.web, rawURL)
}

func (s *server) read(ctx context.Context, web *webfetch.Client, rawURL string) (*forecast, error) {
	a, err := web.Get(ctx, webfetch.Request{URL: rawURL, Accept: "application/json", Max: maxWeather})
	if err != nil {
		return nil, err
	}
	defer a.Close()
	return parseForecast(a.Body, time.Now())
}

// ask returns the URL of a request.
func (s *server) ask(base, path string, q url.Values) string {
	if s.cfg.Key != "" {
		q.Set("apikey", s.cfg.Key)
	}
	return strings.TrimSuffix(base, "/") + path + "?" + q.Encode()
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }

// find looks up a place. What follows a comma selects one of several: "Paris, Texas".
func (s *server) find(ctx context.Context, place string) (*kit.Location, error) {
	name, which, _ := strings.Cut(place, ",")
	found, err := s.search(ctx, name)
	if err != nil {
		return nil, err
	}
	return chosen(found, strings.TrimSpace(which))
}

// search asks for the places of a name.
func (s *server) search(ctx context.Context, name string) ([]Place, error) {
	q := url.Values{"name": {strings.TrimSpace(name)}, "count": {"10"}, "format": {"json"}, "language": {"en"}}
	a, err := s.places.Get(ctx,
		webfetch.Request{URL: s.ask(s.cfg.Places, "/v1/search", q), Accept: "application/json", Max: maxWeather})
	if err != nil {
		return nil, err
	}
	defer a.Close()
	return parsePlaces(a.Body)
}
