// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
)

// Places finds places on Earth by name. It returns an empty list if there are none,
// and an error if the server did not answer.
type Places interface {
	Search(ctx context.Context, name string) ([]Place, error)
}

// Place is a place in a search result. Region and Country may be empty.
type Place struct {
	Name      string  `json:"name"`
	Region    string  `json:"region"`
	Country   string  `json:"country"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

var errNoPlaces = rest.Refuse(http.StatusNotFound, "There is no server of places")

// maxPlace is the maximum length of a name that is searched, in characters.
const maxPlace = 100

// getPlaces returns the handler that searches the places that the weather can be shown for (docs/decisions.md 12).
func getPlaces(places Places) rest.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if places == nil {
			return errNoPlaces
		}
		found, err := search(r, "The server of places", maxPlace, places.Search)
		if err != nil {
			return err
		}
		return rest.WriteJSON(w, http.StatusOK, append([]Place{}, found...))
	}
}
