package api

import (
	"context"
	"net/http"
	"time"

	_ "embed"
)

// health is the answer of /healthz. Without a key that may read it is the
// status alone: what is wrong, and where, is nobody else's.
type health struct {
	Status  Status      `json:"status"` // ok or failed
	Version string      `json:"version,omitempty"`
	Parts   []Component `json:"parts,omitempty"`
}

// healthTimeout is how long the device may take to say that it lives.
const healthTimeout = time.Second

// getHealth answers 503 when a part has failed. The first part is the device
// itself: it must answer.
func (s *Server) getHealth(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), healthTimeout)
	defer cancel()
	all := health{Status: OK, Version: s.cfg.Version, Parts: []Component{{Name: "device", Status: OK}}}
	if _, err := s.cfg.Device.Mode(ctx); err != nil {
		all.Parts[0] = Component{Name: "device", Status: Failed, Detail: err.Error()}
	}
	if s.cfg.Health != nil {
		all.Parts = append(all.Parts, s.cfg.Health()...)
	}
	all.Parts = append(all.Parts, s.keyHealth()...)
	status := http.StatusOK
	for _, p := range all.Parts {
		if p.Status == Failed {
			all.Status, status = Failed, http.StatusServiceUnavailable
		}
	}
	if key := s.keyOf(r); key == nil || key.Scope == ScopeSend {
		all = health{Status: all.Status}
	}
	return writeJSON(w, status, all)
}

//go:embed openapi.json
var openAPI []byte

func getOpenAPI(w http.ResponseWriter, r *http.Request) error {
	return writeBody(w, http.StatusOK, openAPI)
}

func (s *Server) getDescription(w http.ResponseWriter, r *http.Request) error {
	return delegate(w, r, s.cfg.Found)
}

// getPage serves the page and its files; what it does not have is answered like
// any unknown path.
func (s *Server) getPage(w http.ResponseWriter, r *http.Request) error {
	if s.cfg.Page == nil {
		return errNoResource
	}
	return delegate(w, r, s.cfg.Page)
}
