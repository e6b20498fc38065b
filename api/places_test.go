// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/live"
)

// atlas knows one place, and is out of order for "broken down".
type atlas struct{}

func (atlas) Search(_ context.Context, name string) ([]live.Place, error) {
	switch name {
	case "Paris, really":
		return []live.Place{{Name: "Paris", Region: "Texas", Country: "United States", Latitude: 33.66, Longitude: -95.55}}, nil
	case "broken down":
		return nil, errors.New("the server answers 500 Internal Server Error")
	case "Zürich", "Zürich,AT":
		return nil, errors.New("dial tcp: lookup places.example: no such host")
	}
	return nil, nil
}

func TestPlaces(t *testing.T) {
	r := newRig(t, func(s *setup) { s.places = atlas{} })
	defer r.stop()
	for _, row := range []struct {
		name, query string
		status      int
		answer      string
	}{
		{"one", "?q=+Paris,+really+", 200, `[{"name":"Paris","region":"Texas","country":"United States","latitude":33.66,"longitude":-95.55}]`},
		{"none", "?q=Nowhere", 200, `[]`},
		{"nothing asked for", "?q=+", 400, `{"errors":[{"message":"q: 0 characters, want 1 to 100"}]}`},
		{"too much", "?q=" + strings.Repeat("%C3%A9", 101), 400, `{"errors":[{"message":"q: 101 characters, want 1 to 100"}]}`},
		{"by the other name", "?name=Nowhere", 200, `[]`},
		{"out of order", "?q=broken+down", 502, `{"errors":[{"message":"The place search does not answer, and no built-in city has this name"}]}`},
		{"built in", "?name=Z%C3%BCrich", 200, `[{"name":"Zurich","region":"","country":"CH","latitude":47.38333333333333,"longitude":8.533333333333333,"built_in":true}]`},
		{"built in, in another country", "?name=Z%C3%BCrich,AT", 502, `{"errors":[{"message":"The place search does not answer, and no built-in city has this name"}]}`},
	} {
		if w := r.do("GET", "/live/places"+row.query, ""); w.Code != row.status || strings.TrimSpace(w.Body.String()) != row.answer {
			t.Errorf("%s: %d %s", row.name, w.Code, w.Body)
		}
	}
}
