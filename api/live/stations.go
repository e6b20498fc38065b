// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/sounds/stations"
)

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

var errNoDirectory = rest.Refuse(http.StatusNotFound, "No directory of stations is configured: [radio] directory names one")

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
