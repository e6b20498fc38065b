// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"cmp"
	"net/http"
	"net/url"

	"github.com/ledpost/ledpost/api/rest"
)

// starts is what the page asks when it begins. Each endpoint looks at the key by itself.
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

// getStart answers with the answers to all of starts, so that a page far away asks once.
func (s *Server) getStart(w http.ResponseWriter, r *http.Request) error {
	out := wireStart{s.cfg.Device.Status().Revision, map[string]wireAnswer{}}
	for _, question := range starts {
		if a, ok := s.ask(r, question); ok {
			out.Answers[question] = wireAnswer{cmp.Or(a.status, http.StatusOK), a.header.Get("Content-Type"), a.body.String()}
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	return rest.WriteLarge(w, r, out)
}

// ask answers a question of the client that sent r, with its key. It reports false if the answer ended early.
func (s *Server) ask(r *http.Request, question string) (a *noted, ok bool) {
	at, err := url.Parse(question)
	if err != nil {
		return nil, false // cannot be: the questions are ours
	}
	asked := r.Clone(r.Context())
	asked.Method, asked.URL, asked.RequestURI = http.MethodGet, at, question
	asked.Header = http.Header{}
	for _, name := range []string{"Authorization", "User-Agent", "Origin", "Referer"} {
		asked.Header[name] = r.Header[name]
	}
	a = &noted{header: http.Header{}}
	defer func() {
		if fault := recover(); fault != nil {
			if fault != http.ErrAbortHandler { // by which an endpoint ends an answer that it has begun
				panic(fault)
			}
			ok = false
		}
	}()
	s.serve(a, asked)
	return a, true
}

// noted is an answer that is kept.
type noted struct {
	header http.Header
	status int // 0 = nothing was written, which means 200
	body   bytes.Buffer
}

// Header implements [http.ResponseWriter].
func (n *noted) Header() http.Header { return n.header }

// WriteHeader implements [http.ResponseWriter].
func (n *noted) WriteHeader(status int) { n.status = cmp.Or(n.status, status) }

// Write implements [http.ResponseWriter].
func (n *noted) Write(b []byte) (int, error) { return n.body.Write(b) }
