package api

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/sounds/stations"
)

// wireStation is a station in a search result.
type wireStation struct {
	Name    string `json:"name"`
	URL     string `json:"url"`
	Codec   string `json:"codec"`
	Bitrate int    `json:"bitrate"` // kbit/s
}

var errNoDirectory = rest.Refuse(http.StatusNotFound, "No directory of stations is configured: [radio] directory names one")

// getStations searches the configured directory (docs/decisions.md 12).
func (s *Server) getStations(w http.ResponseWriter, r *http.Request) error {
	if s.cfg.Stations == nil {
		return errNoDirectory
	}
	found, err := search(r, "The directory of stations", stations.MaxQuery, s.cfg.Stations.Search)
	if err != nil {
		return err
	}
	out := make([]wireStation, len(found))
	for i, f := range found {
		out[i] = wireStation(f)
	}
	return rest.WriteJSON(w, http.StatusOK, out)
}
