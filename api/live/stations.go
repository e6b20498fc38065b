// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/sounds/stations"
)

// Stations finds radio stations by name. It returns an empty list without
// matches, and an error if the directory did not answer.
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
		if directory == nil {
			return errNoDirectory
		}
		found, err := search(r, "The directory of stations", stations.MaxQuery, directory.Search)
		if err != nil {
			return err
		}
		out := make([]wireStation, len(found))
		for i, f := range found {
			out[i] = wireStation(f)
		}
		return rest.WriteJSON(w, http.StatusOK, out)
	}
}
