package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/ledpost/ledpost/api/wire"
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

var errNoPlaces = &httpError{http.StatusNotFound, "There is no server of places"}

// maxPlace is the maximum length of a name that is searched, in characters.
const maxPlace = 100

// getPlaces searches the places that the weather can be shown for (docs/decisions.md 12).
func (s *Server) getPlaces(w http.ResponseWriter, r *http.Request) error {
	if s.cfg.Places == nil {
		return errNoPlaces
	}
	name := strings.TrimSpace(r.URL.Query().Get("q"))
	if n := utf8.RuneCountInString(name); n == 0 || n > maxPlace {
		return wire.Complaint(fmt.Sprintf("q: %d characters, want 1 to %d", n, maxPlace))
	}
	ctx, cancel := context.WithTimeoutCause(r.Context(), probeTime, fmt.Errorf("no whole answer within %v", probeTime))
	defer cancel()
	found, err := s.cfg.Places.Search(ctx, name)
	if r.Context().Err() != nil {
		return r.Context().Err() // the client no longer waits
	}
	if err != nil {
		return &httpError{http.StatusBadGateway, "The server of places: " + err.Error()}
	}
	return writeJSON(w, http.StatusOK, append([]Place{}, found...))
}
