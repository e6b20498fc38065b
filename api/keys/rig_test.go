// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/webfetch/webtest"
)

const testKey = "8adaa0c98278dbb1ecb218d1c3e11f9312317ba474ab3361f80c0bd4f13a6749"

var silent = slog.New(slog.DiscardHandler)

func textLog(b *bytes.Buffer) *slog.Logger { return slog.New(slog.NewTextHandler(b, nil)) }

// setup is what a test may change before the guard starts.
type setup struct{ guard Config }

// rig is a guard before its own endpoints and a few that need any key.
type rig struct {
	*Guard
	t   *testing.T
	mux *http.ServeMux
}

func newRig(t *testing.T, change func(*setup)) *rig {
	s := &setup{Config{Key: testKey, Log: silent}}
	if change != nil {
		change(s)
	}
	r := &rig{New(s.guard), t, http.NewServeMux()}
	for _, path := range []string{"/api/v2", "/api/v2/device", "/api/v2/device/wifi", "/live/status"} {
		r.serve(rest.Endpoint{Path: path, Control: true,
			Methods: rest.Methods{"GET": func(w http.ResponseWriter, _ *http.Request) error { return rest.WriteDone(w, nil) }}})
	}
	for _, e := range r.Endpoints() {
		r.serve(e)
	}
	return r
}

// serve does what the server does with an endpoint.
func (r *rig) serve(e rest.Endpoint) {
	r.mux.HandleFunc(e.Path, func(w http.ResponseWriter, req *http.Request) {
		key, err := r.Authorize(w, req)
		switch {
		case e.Public:
			err = e.Methods[req.Method](w, req)
		case err != nil:
			Challenge(w.Header(), req, err)
		case !key.Scope.Permits(&e, req.Method):
			err = TooLittle(key.Scope)
		default:
			err = e.Methods[req.Method](w, req)
		}
		if err != nil {
			rest.Fail(r.log, w, req, err)
		}
	})
}

// healthz is where the judge of updates looks.
var healthz = rest.Endpoint{Path: "/healthz", Public: true,
	Methods: rest.Methods{"GET": func(w http.ResponseWriter, _ *http.Request) error { return rest.WriteDone(w, nil) }}}

var wants = webtest.Wants

func (r *rig) ask(req *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r.mux.ServeHTTP(w, req)
	return w
}

// do answers a request with the device's own key.
func (r *rig) do(method, target, body string) *httptest.ResponseRecorder {
	return r.ask(as(testKey, method, target, body))
}

// as makes a request with a key.
func as(key, method, target, body string) *http.Request {
	r := httptest.NewRequest(method, "http://192.168.1.5:8080"+target, strings.NewReader(body))
	r.SetBasicAuth(User, key)
	return r
}

// askAs makes a request of address with key and gives its status and Retry-After.
func askAs(r *rig, address, key string) (int, string) {
	req := httptest.NewRequest("GET", "/api/v2/device/wifi", nil)
	req.RemoteAddr = address
	if key != "" {
		req.SetBasicAuth("dev", key)
	}
	w := r.ask(req)
	return w.Code, w.Header().Get("Retry-After")
}

// made makes a named key and returns its secret.
func (r *rig) made(name string, scope Scope) string {
	r.t.Helper()
	w := r.do("POST", "/live/keys", fmt.Sprintf(`{"name":%q,"scope":%q}`, name, scope))
	var m madeKey
	if err := json.Unmarshal(w.Body.Bytes(), &m); err != nil || w.Code != http.StatusCreated || len(m.Key) != 64 {
		r.t.Fatalf("%d %s %v", w.Code, w.Body, err)
	}
	if w.Header().Get("Cache-Control") != "no-store" {
		r.t.Error("the secret may be cached")
	}
	return m.Key
}

// story runs f with a guard in a bubble of fake time.
func story(t *testing.T, change func(*setup), f func(*testing.T, *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(t, newRig(t, change)) })
}

func messages(t *testing.T, body []byte) (out []string) {
	t.Helper()
	var e struct{ Errors []rest.Message }
	if err := json.Unmarshal(body, &e); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	for _, m := range e.Errors {
		out = append(out, m.Message)
	}
	return out
}
