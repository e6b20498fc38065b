// SPDX-License-Identifier: Apache-2.0

package api

import (
	"net/http"
	"net/url"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/budget"
)

// starts are the requests of a page that opens. The endpoint of each checks the key.
var starts = []string{
	"/api/v2/device?fields=display,audio,mode,name,firmware", "/api/v2/device?fields=serial_number", "/api/v2/device/apps",
	"/api/v2/device/notifications", "/api/v2/device/notifications/current",
	"/live/apps", "/live/apps/catalogue", "/live/config", "/live/config/trial", "/live/effects", "/live/look",
	"/live/panel", "/live/quiet", "/live/status", "/live/update", "/live/welcome", "/healthz",
}

// wireStart is the answer to GET /live/start.
type wireStart struct {
	Revision uint64                `json:"revision"` // of the device before all answers
	Answers  map[string]wireAnswer `json:"answers"`  // by the question
}

type wireAnswer struct {
	Status int    `json:"status"`
	Type   string `json:"type"` // Content-Type
	Body   string `json:"body"`
}

// maxStart is how many bytes the answers may have together. One that is longer, or that the memory for the key has no
// room for, is left out: the page asks for it alone.
const maxStart = 512 << 10

// getStart answers with the answers to all of starts, so that a page far away asks once.
func (s *Server) getStart(w http.ResponseWriter, r *http.Request) error {
	out, room := wireStart{s.cfg.Device.Status().Revision, map[string]wireAnswer{}}, maxStart
	share := budget.Of(r.Context())
	for _, question := range starts {
		asked, err := also(r, question)
		if err != nil {
			return err // impossible: the questions are constants
		}
		a, whole := rest.Ask(http.HandlerFunc(s.serve), asked, room)
		if whole && !a.Over && share.Take(2*int64(a.Body.Len())) == nil { // as text, and as JSON
			out.Answers[question] = wireAnswer{a.Status, a.Header().Get("Content-Type"), a.Body.String()}
			room -= a.Body.Len()
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	return rest.WriteLarge(w, r, out)
}

// also returns another question of the client that sent r, with its key.
func also(r *http.Request, question string) (*http.Request, error) {
	at, err := url.Parse(question)
	if err != nil {
		return nil, err
	}
	asked := r.Clone(r.Context())
	asked.Method, asked.URL, asked.RequestURI = http.MethodGet, at, question
	asked.Header = http.Header{}
	for _, name := range []string{"Authorization", "User-Agent", "Origin", "Referer"} {
		asked.Header[name] = r.Header[name]
	}
	return asked, nil
}
