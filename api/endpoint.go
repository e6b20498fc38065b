package api

import (
	"fmt"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"time"
)

// handler answers one method of a path, or says why not.
type handler func(w http.ResponseWriter, r *http.Request) error

// endpoint is a path and its methods.
type endpoint struct {
	server  *Server
	path    string                // pattern of http.ServeMux
	public  bool                  // no key needed; a wrong one counts, but is not held against it
	token   bool                  // the key may come as X-Access-Token
	sends   []string              // methods that a key of scope send may use
	private bool                  // a key of scope read may not use it
	free    func(netip.Addr) bool // addresses that need no key; nil = none
	methods map[string]handler
	allow   string
}

// ServeHTTP answers what the endpoint's handler answers, or says why not.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	seen := &recorder{ResponseWriter: w}
	defer func() { e.server.metrics.count(e, r.Method, seen.status, time.Since(start)) }()
	err := e.try(seen, r)
	if err == nil {
		return
	}
	if seen.status != 0 {
		e.server.log.Debug("an answer was broken off", "path", r.URL.Path, "err", err)
		panic(http.ErrAbortHandler) // the client must not take it for whole
	}
	e.server.fail(seen, r, err)
}

// try makes a panic an error: a fault in one request must not end the device.
func (e *endpoint) try(w http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("api: panic: %v\n%s", fault, debug.Stack())
		}
	}()
	return e.answer(w, r)
}

// answer checks the key and finds the method.
func (e *endpoint) answer(w http.ResponseWriter, r *http.Request) error {
	if e.token {
		tokenAsKey(r)
	}
	key, err := e.server.authorize(w, r)
	public := e.public || err == errNoKey && e.free != nil && e.free(address(r))
	if err != nil && !public {
		challenge(w.Header(), r, err)
		return err
	}
	if forged(r) {
		return errForged
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	if h, ok := e.methods[method]; ok {
		if !public && !e.permits(key.Scope, method) {
			return tooLittle(key.Scope)
		}
		return h(w, r)
	}
	if len(e.methods) == 0 || e.path == "/" && r.URL.Path != "/" {
		return errNoResource
	}
	w.Header().Set("Allow", e.allow)
	return errMethod
}

// permits reports whether a key of the scope may use a method (docs/decisions.md
// 16).
func (e *endpoint) permits(scope Scope, method string) bool {
	switch scope {
	case ScopeAll:
		return true
	case ScopeRead:
		return method == http.MethodGet && !e.private
	case ScopeSend:
		return slices.Contains(e.sends, method)
	}
	return false
}

// tokenAsKey makes the X-Access-Token of a request without other credentials its
// key: scripts that push to a widget send nothing else (docs/decisions.md 3).
func tokenAsKey(r *http.Request) {
	if token := r.Header.Get("X-Access-Token"); token != "" && r.Header.Get("Authorization") == "" {
		r.SetBasicAuth(user, token)
	}
}

// recorder remembers the status, 0 = nothing was written.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(b)
}

// Unwrap is for http.ResponseController and for WebSockets.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
