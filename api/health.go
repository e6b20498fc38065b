// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"net/http"
	"time"

	_ "embed"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
)

// health is the answer of /healthz. Without a key that may read it, the answer
// is the status alone: nobody else may learn the faults and their places.
type health struct {
	Status  Status      `json:"status"` // ok, degraded or failed
	Version string      `json:"version,omitempty"`
	Parts   []Component `json:"parts,omitempty"`
}

// healthTimeout is how long the device may take to respond.
const healthTimeout = time.Second

// brief returns the context of questions about the health: the request's, for
// healthTimeout. It does not end with the client, see [rest.Patience]: the device would
// seem to have failed.
func brief(request context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(request), healthTimeout)
}

// getHealth answers 503 when a component has failed.
func (s *Server) getHealth(w http.ResponseWriter, r *http.Request) error {
	all := health{Version: s.cfg.Version, Parts: s.components(r.Context())}
	all.Status = overall(all.Parts)
	status := http.StatusOK
	if all.Status == Failed {
		status = http.StatusServiceUnavailable
	}
	if key := s.keys.Of(r); key == nil || key.Scope == keys.ScopeSend {
		all = health{Status: all.Status}
	}
	return rest.WriteJSON(w, status, all)
}

// components returns the health of every component. The first one is the device
// itself, which must respond within healthTimeout.
func (s *Server) components(ctx context.Context) []Component {
	ctx, cancel := brief(ctx)
	defer cancel()
	all := []Component{{Name: "device", Status: OK}}
	if _, err := s.cfg.Device.Mode(ctx); err != nil {
		all[0] = Component{Name: "device", Status: Failed, Detail: err.Error()}
	}
	all = append(all, s.cfg.Health()...)
	for _, w := range s.keys.Warnings() {
		all = append(all, Component{w.Name, Warning, w.Detail})
	}
	return all
}

// overall returns the worst that the components report: Failed, else Degraded,
// else OK.
func overall(all []Component) Status {
	worst := OK
	for _, p := range all {
		switch {
		case p.Status == Failed:
			return Failed
		case p.Status == Degraded:
			worst = Degraded
		}
	}
	return worst
}

//go:embed openapi.json
var openAPI []byte

func getOpenAPI(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteBody(w, http.StatusOK, openAPI)
}
