// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/cities"
	"github.com/ledpost/ledpost/sounds/stations"
)

// directories is the room in which values for settings of apps are looked up.
type directories struct {
	places   Places
	stations Stations
}

// Directories returns the room in which clients look up places and radio stations; p nil =
// only cities that are built in.
func Directories(p Places, s Stations) *directories { return &directories{p, s} }

// Endpoints looks up.
func (m *directories) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{
		{Path: "/live/places", Control: true, Methods: rest.Methods{http.MethodGet: getPlaces(m.places)}},
		{Path: "/live/stations", Control: true, Methods: rest.Methods{http.MethodGet: getStations(m.stations)}},
	}
}

// Stations finds radio stations by name. It returns an empty list without
// matches, stations.ErrNone without a directory, and another error if that did not answer.
type Stations interface {
	Search(ctx context.Context, words string) ([]stations.Station, error)
}

// wireStation is a station in a search result.
type wireStation struct {
	Name    string `json:"name"`
	URL     string `json:"url"`
	Codec   string `json:"codec"`
	Bitrate int    `json:"bitrate"` // kbit/s
}

var errNoDirectory = rest.Refuse(http.StatusNotFound,
	"No directory of stations is configured: [radio] directory names one")

// getStations returns the handler that searches the configured directory (docs/decisions.md 12).
func getStations(directory Stations) rest.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		words, err := wordsOf(r, stations.MaxQuery, "q")
		if err != nil {
			return err
		}
		found, err := ask(r, words, directory.Search)
		switch {
		case r.Context().Err() != nil:
			return r.Context().Err() // the client no longer waits
		case errors.Is(err, stations.ErrNone):
			return errNoDirectory
		case err != nil:
			return rest.Refuse(http.StatusBadGateway, "The directory of stations: "+err.Error())
		}
		out := make([]wireStation, len(found))
		for i, f := range found {
			out[i] = wireStation(f)
		}
		return rest.WriteJSON(w, http.StatusOK, out)
	}
}

// Places finds places on Earth by name. It returns an empty list if nothing is found,
// and an error if the server did not answer.
type Places interface {
	Search(ctx context.Context, name string) ([]Place, error)
}

// Place is a place in a search result. Region and Country may be empty; the country of a
// built-in one is its code, such as DE.
type Place struct {
	Name      string  `json:"name"`
	Region    string  `json:"region"`
	Country   string  `json:"country"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
	BuiltIn   bool    `json:"built_in,omitempty"` // the server gave no answer
}

var errNoPlaces = rest.Refuse(http.StatusBadGateway,
	"The place search does not answer, and no built-in city has this name")

const (
	maxPlace  = 100 // maximum length of a name that is searched, in characters
	maxPlaces = 10  // of an answer
)

// getPlaces returns the handler that searches the places that the weather can be shown
// for (docs/decisions.md 12). Without an answer of the server it finds cities that are
// built in.
func getPlaces(places Places) rest.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		name, err := wordsOf(r, maxPlace, "name", "q")
		if err != nil {
			return err
		}
		var found []Place
		if places != nil {
			found, err = ask(r, name, places.Search)
		}
		if r.Context().Err() != nil {
			return r.Context().Err() // the client no longer waits
		}
		if places == nil || err != nil {
			if found = builtIn(name); len(found) == 0 {
				return errNoPlaces
			}
		}
		return rest.WriteJSON(w, http.StatusOK, append([]Place{}, found...))
	}
}

// builtIn returns the cities of that name that are known without a server.
func builtIn(name string) (all []Place) {
	for _, c := range cities.Find(name, maxPlaces) {
		all = append(all,
			Place{Name: c.Name, Country: c.Country, Latitude: c.Latitude, Longitude: c.Longitude, BuiltIn: true})
	}
	return all
}

// wordsOf returns the words of the request, which have at most that many characters: of
// the first of its parameters that it has.
func wordsOf(r *http.Request, most int, parameters ...string) (string, error) {
	name := parameters[len(parameters)-1]
	for _, p := range parameters {
		if r.URL.Query().Has(p) {
			name = p
			break
		}
	}
	words := strings.TrimSpace(r.URL.Query().Get(name))
	if n := utf8.RuneCountInString(words); n == 0 || n > most {
		return "", wire.Complaint(fmt.Sprintf("%s: %d characters, want 1 to %d", name, n, most))
	}
	return words, nil
}

// ask returns what find knows for words, as long as a client waits.
func ask[T any](r *http.Request, words string, find func(context.Context, string) ([]T, error)) ([]T, error) {
	ctx, cancel := context.WithTimeoutCause(r.Context(), probeTime, fmt.Errorf("no complete answer within %v", probeTime))
	defer cancel()
	return find(ctx, words)
}
