package api

import (
	"fmt"
	"net/http"
	"net/netip"
	"runtime/debug"
	"time"
)

// handler answers one method of a path, or returns why it cannot.
type handler func(w http.ResponseWriter, r *http.Request) error

// endpoint is a path and its methods.
type endpoint struct {
	server  *Server
	path    string                // a pattern of http.ServeMux
	public  bool                  // needs no key; a wrong key is counted, but the request is served
	token   bool                  // the key may be sent as X-Access-Token
	sends   []string              // methods that a key of scope send may use
	private bool                  // a key of scope read may not use it
	form    bool                  // belongs to another firmware's interface
	free    func(netip.Addr) bool // addresses that need no key; nil = none
	methods map[string]handler
	allow   string
}

// ServeHTTP answers with the endpoint's handler, or with its error.
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
		panic(http.ErrAbortHandler) // the client must not take the answer for complete
	}
	e.server.fail(seen, r, err)
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
		if key != nil {
			e.server.clients.saw(r, key.Name, time.Now())
		}
		return h(w, r)
	}
	if len(e.methods) == 0 || e.path == "/" && r.URL.Path != "/" {
		return errNoResource
	}
	w.Header().Set("Allow", e.allow)
	return errMethod
}

// tokenAsKey uses X-Access-Token as the key of a request without other
// credentials: scripts that push to a widget send nothing else
// (docs/decisions.md 3).
func tokenAsKey(r *http.Request) {
	if token := r.Header.Get("X-Access-Token"); token != "" && r.Header.Get("Authorization") == "" {
		r.SetBasicAuth(user, token)
	}
}

// recorder remembers the status; 0 = nothing was written.
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

// Unwrap supports http.ResponseController and WebSockets.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
