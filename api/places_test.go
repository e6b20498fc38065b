// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/sounds/stations"
)

// atlas knows one place, and is out of order for "broken down".
type atlas struct{}

func (atlas) Search(_ context.Context, name string) ([]live.Place, error) {
	switch name {
	case "Paris, really":
		return []live.Place{{Name: "Paris", Region: "Texas", Country: "United States", Latitude: 33.66, Longitude: -95.55}},
			nil
	case "broken down":
		return nil, errors.New("the server answers 500 Internal Server Error")
	case "Zürich", "Zürich,AT":
		return nil, errors.New("dial tcp: lookup places.example: no such host")
	}
	return nil, nil
}

func TestPlaces(t *testing.T) {
	r := newRig(t, func(s *setup) { s.places = atlas{} })
	for _, row := range []struct {
		name, query string
		status      int
		answer      string
	}{
		{"one", "?q=+Paris,+really+", 200,
			`[{"name":"Paris","region":"Texas","country":"United States","latitude":33.66,"longitude":-95.55}]`},
		{"none", "?q=Nowhere", 200, `[]`},
		{"nothing asked for", "?q=+", 400, `{"errors":[{"message":"q: 0 characters, want 1 to 100"}]}`},
		{"too much", "?q=" + strings.Repeat("%C3%A9", 101), 400,
			`{"errors":[{"message":"q: 101 characters, want 1 to 100"}]}`},
		{"by the other name", "?name=Nowhere", 200, `[]`},
		{"out of order", "?q=broken+down", 502,
			`{"errors":[{"message":"The place search does not answer, and no built-in city has this name"}]}`},
		{"built in", "?name=Z%C3%BCrich", 200,
			`[{"name":"Zurich","region":"","country":"CH","latitude":47.38333333333333,"longitude":8.533333333333333,` +
				`"built_in":true}]`},
		{"built in, in another country", "?name=Z%C3%BCrich,AT", 502,
			`{"errors":[{"message":"The place search does not answer, and no built-in city has this name"}]}`},
	} {
		if w := r.do("GET", "/live/places"+row.query, ""); w.Code != row.status ||
			strings.TrimSpace(w.Body.String()) != row.answer {
			t.Errorf("%s: %d %s", row.name, w.Code, w.Body)
		}
	}
}

// directory knows one station, is out of order for "broken", and never answers
// for "slow".
type directory struct{}

func (directory) Search(ctx context.Context, words string) ([]stations.Station, error) {
	switch words {
	case "jazz & more":
		return []stations.Station{{Name: "Jazz", URL: "http://a/live", Codec: "MP3", Bitrate: 128}}, nil
	case "broken":
		return nil, errors.New("the server answers 500 Internal Server Error")
	case "slow":
		<-ctx.Done()
		return nil, context.Cause(ctx)
	}
	return nil, nil
}

func TestStations(t *testing.T) {
	long := strings.Repeat("%C3%A9", 100) // é
	story(t, func(s *setup) { s.stations = directory{} }, func(t *testing.T, r *rig) {
		for _, row := range []struct {
			name, query string
			status      int
			answer      string
		}{
			{"one", "?q=+jazz+%26+more", 200, `[{"name":"Jazz","url":"http://a/live","codec":"MP3","bitrate":128}]`},
			{"none", "?q=" + long, 200, `[]`},
			{"nothing asked for", "", 400, `{"errors":[{"message":"q: 0 characters, want 1 to 100"}]}`},
			{"nothing but a space", "?q=+", 400, `{"errors":[{"message":"q: 0 characters, want 1 to 100"}]}`},
			{"too much", "?q=x" + long, 400, `{"errors":[{"message":"q: 101 characters, want 1 to 100"}]}`},
			{"out of order", "?q=broken", 502,
				`{"errors":[{"message":"The directory of stations: the server answers 500 Internal Server Error"}]}`},
			{"no answer", "?q=slow", 502, `{"errors":[{"message":"The directory of stations: no complete answer within 15s"}]}`},
		} {
			w := r.do("GET", "/live/stations"+row.query, "")
			if w.Code != row.status || strings.TrimSpace(w.Body.String()) != row.answer {
				t.Errorf("%s: %d %s, want %d %s", row.name, w.Code, w.Body, row.status, row.answer)
			}
		}
	})
}

// TestStationsAreLeftAlone when the client goes.
func TestStationsAreLeftAlone(t *testing.T) {
	story(t, func(s *setup) { s.stations = directory{} }, func(t *testing.T, r *rig) {
		ctx, cancel := context.WithCancel(t.Context())
		start, ended := time.Now(), make(chan struct{})
		go func() {
			defer close(ended)
			r.ask(request("GET", "/live/stations?q=slow", "").WithContext(ctx))
		}()
		synctest.Wait()
		cancel()
		<-ended
		if time.Since(start) != 0 {
			t.Errorf("it went on for %v", time.Since(start))
		}
	})
}

// TestNoDirectory: none is asked unless the configuration names it.
func TestNoDirectory(t *testing.T) {
	r := newRig(t, nil)
	w := r.do("GET", "/live/stations?q=jazz", "")
	want := `{"errors":[{"message":"No directory of stations is configured: [radio] directory names one"}]}`
	if w.Code != http.StatusNotFound || strings.TrimSpace(w.Body.String()) != want {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
