// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/cities"
)

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
		all = append(all, Place{Name: c.Name, Country: c.Country, Latitude: c.Latitude, Longitude: c.Longitude, BuiltIn: true})
	}
	return all
}
