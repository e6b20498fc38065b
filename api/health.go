package api

import (
	"context"
	"net/http"
	"time"

	_ "embed"
)

// health is the answer of /healthz. Without a key that may read it, the answer
// is the status alone: nobody else may learn what is wrong and where.
type health struct {
	Status  Status      `json:"status"` // ok or failed
	Version string      `json:"version,omitempty"`
	Parts   []Component `json:"parts,omitempty"`
}

// healthTimeout is how long the device may take to respond.
const healthTimeout = time.Second

// getHealth answers 503 when a component has failed. The first component is the
// device itself, which must respond.
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

// getPage serves the page and its files. A file that does not exist gets the
// same answer as any unknown path.
func (s *Server) getPage(w http.ResponseWriter, r *http.Request) error {
	if s.cfg.Page == nil {
		return errNoResource
	}
	return delegate(w, r, s.cfg.Page)
}
