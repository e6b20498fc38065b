// SPDX-License-Identifier: Apache-2.0

package api

import (
	"cmp"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
)

// endpoint is an endpoint behind the check of the key.
type endpoint struct {
	rest.Endpoint
	server *Server
	allow  string
}

// ServeHTTP answers with the endpoint's handler, or with its error.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	seen := &recorder{ResponseWriter: w}
	defer func() { e.server.metrics.count(e.Path, r.Method, seen.status, time.Since(start)) }()
	err := e.try(seen, r)
	if err == nil {
		return
	}
	if seen.status != 0 {
		e.server.log.Debug("an answer ended early", "path", r.URL.Path, "err", err)
		panic(http.ErrAbortHandler) // the client must not take the answer for complete
	}
	rest.Fail(e.server.log, seen, r, err)
}

// try turns a panic into an error: a bug in one request must not end the
// device.
func (e *endpoint) try(w http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("api: panic: %v\n%s", fault, debug.Stack())
		}
	}()
	return e.answer(w, r)
}

// answer checks the key and selects the handler of the method.
func (e *endpoint) answer(w http.ResponseWriter, r *http.Request) error {
	if e.Token {
		tokenAsKey(r)
	}
	if e.Bearer {
		bearerAsKey(r)
	}
	key, err := e.server.keys.Authorize(w, r)
	public := e.Public
	if err == keys.ErrNoKey && e.Free != nil && e.Free(rest.Address(r)) {
		public, r = true, rest.LetIn(r)
	}
	if err != nil && !public {
		keys.Challenge(w.Header(), r, err)
		return err
	}
	if keys.Forged(r) {
		return keys.ErrForged
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	if h, ok := e.Methods[method]; ok {
		if !public && !key.Scope.Permits(&e.Endpoint, method) {
			return keys.TooLittle(key.Scope)
		}
		if key != nil {
			e.server.clients.saw(r, key.Name, time.Now())
		}
		return e.server.repeats.once(w, r, key, e.server.memoryOf(key), func(w http.ResponseWriter) error {
			return e.handle(h, w, r, key)
		})
	}
	if len(e.Methods) == 0 || e.Path == "/" && r.URL.Path != "/" {
		return rest.ErrNoResource
	}
	w.Header().Set("Allow", e.allow)
	return rest.ErrMethod
}

// tokenAsKey uses X-Access-Token as the key of a request without other
// credentials: scripts that push to a widget send nothing else
// (docs/decisions.md 3).
func tokenAsKey(r *http.Request) {
	if token := r.Header.Get("X-Access-Token"); token != "" && r.Header.Get("Authorization") == "" {
		r.SetBasicAuth(keys.User, token)
	}
}

// bearerAsKey uses a bearer token as the key: clients of MCP send nothing else.
func bearerAsKey(r *http.Request) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if strings.EqualFold(scheme, "Bearer") {
		r.SetBasicAuth(keys.User, strings.TrimSpace(token))
	}
}

// recorder remembers the status; 0 = nothing was written.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	r.status = cmp.Or(r.status, status)
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	r.status = cmp.Or(r.status, http.StatusOK)
	return r.ResponseWriter.Write(b)
}

// Unwrap supports http.ResponseController and WebSockets.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
