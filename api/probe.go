package api

import (
	"context"
	"net/http"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

// probeTime is how long a server may take to answer while a client waits.
const probeTime = 15 * time.Second

// postTest requests a URL as the data app would (docs/decisions.md 16).
func (s *Server) postTest(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	if err := wire.Decode(body, &struct{}{}); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), probeTime)
	defer cancel()
	value, text, err := s.cfg.Data.Probe(ctx, body)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, struct {
		Value string `json:"value"`
		Text  string `json:"text"`
	}{value, text})
}
