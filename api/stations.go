package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/sounds/stations"
)

// wireStation is a station in a search result.
type wireStation struct {
	Name    string `json:"name"`
	URL     string `json:"url"`
	Codec   string `json:"codec"`
	Bitrate int    `json:"bitrate"` // kbit/s
}

var errNoDirectory = &httpError{http.StatusNotFound, "No directory of stations is configured: [radio] directory names one"}

// getStations searches the configured directory (docs/decisions.md 12).
func (s *Server) getStations(w http.ResponseWriter, r *http.Request) error {
	if s.cfg.Stations == nil {
		return errNoDirectory
	}
	words := strings.TrimSpace(r.URL.Query().Get("q"))
	if n := utf8.RuneCountInString(words); n == 0 || n > stations.MaxQuery {
		return wire.Complaint(fmt.Sprintf("q: %d characters, want 1 to %d", n, stations.MaxQuery))
	}
	ctx, cancel := context.WithTimeoutCause(r.Context(), probeTime, fmt.Errorf("no whole answer within %v", probeTime))
	defer cancel()
	found, err := s.cfg.Stations.Search(ctx, words)
	if r.Context().Err() != nil {
		return r.Context().Err() // the client no longer waits
	}
	if err != nil {
		return &httpError{http.StatusBadGateway, "The directory of stations: " + err.Error()}
	}
	out := make([]wireStation, len(found))
	for i, f := range found {
		out[i] = wireStation(f)
	}
	return writeJSON(w, http.StatusOK, out)
}
