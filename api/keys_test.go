// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/internal/must"
)

// made makes a named key and returns its secret.
func (r *rig) made(name string, scope keys.Scope) string {
	r.t.Helper()
	w := r.do("POST", "/live/keys", fmt.Sprintf(`{"name":%q,"scope":%q}`, name, scope))
	var m struct{ Key string }
	if err := json.Unmarshal(w.Body.Bytes(), &m); err != nil || w.Code != http.StatusCreated || len(m.Key) != 64 {
		r.t.Fatalf("%d %s %v", w.Code, w.Body, err)
	}
	if w.Header().Get("Cache-Control") != "no-store" {
		r.t.Error("the secret may be cached")
	}
	return m.Key
}

// as makes a request with another key than the device's own.
func as(key, method, target, body string) *http.Request {
	r := request(method, target, body)
	r.SetBasicAuth(keys.User, key)
	return r
}

// TestScopes: what a key may do, endpoint by endpoint. What is not named here
// needs scope all to change something, and read to be read.
func TestScopes(t *testing.T) {
	sends := map[string]bool{
		"GET /api/v2/device":               true,
		"GET /api/v2/device/notifications": true, "POST /api/v2/device/notifications": true,
		"DELETE /api/v2/device/notifications":      true,
		"GET /api/v2/device/notifications/current": true, "DELETE /api/v2/device/notifications/current": true,
		"GET /api/v2/device/notifications/{id}": true, "DELETE /api/v2/device/notifications/{id}": true,
		"POST /live/agents": true, "PUT /live/notifications/{id}": true,
		"POST /api/v2/widget/update/{package}": true, "POST /api/v2/widget/update/{package}/{widget}": true,
		"POST /api/v1/dev/widget/update/{package}/{version}": true,
	}
	unread := map[string]bool{"GET /live/keys": true, "GET /live/audio": true, "GET /live/pairing": true,
		"GET /live/log": true, "GET /live/backup": true, "GET /live/config": true, "GET /live/config/trial": true,
		"GET /live/panel/find": true, "GET /live/selftest": true, "GET /live/welcome": true, "GET /live/scripts/{name}": true,
		"GET /live/gallery/{id}/picture": true,
		// What is drawn for the request.
		"GET /live/apps/{widget}": true, "GET /live/apps/catalogue/{package}/{setting}/{file}": true,
		"GET /live/effects/{kind}/{file}": true,
	}
	// What a key that controls the device may not do, with any method.
	uncontrolled := map[string]bool{"/live/keys": true, "/live/keys/{name}": true, "/live/config": true,
		"/live/config/confirm": true,
		"/live/config/trial":   true, "/live/panel/find": true, "/live/selftest": true,
		"/live/name": true, "/live/zone": true,
		"/live/welcome": true, "/live/update": true,
		"/live/backup": true, "/live/backup/preview": true, "/live/reset": true, "/live/log": true,
		"/live/clients": true, "/live/doctor": true, "/live/scene": true,
		"/live/scripts/{name}": true, "/live/scripts/try": true, "/live/scripts/form": true, "/live/consent/{app}": true,
		"/live/gallery": true, "/live/gallery/{id}": true, "/live/gallery/{id}/picture": true,
		"/live/gallery/{id}/try": true, "/live/gallery/{id}/update": true,
		"/live/test": true, "/live/buttons/{name}": true, "/live/look": true, "/live/quiet": true, "/metrics": true,
	}
	r := newRig(t, nil)
	made := map[keys.Scope]string{keys.ScopeSend: r.made("a", keys.ScopeSend), keys.ScopeRead: r.made("b", keys.ScopeRead),
		keys.ScopeControl: r.made("d", keys.ScopeControl), keys.ScopeAll: r.made("c", keys.ScopeAll)}
	fill := strings.NewReplacer("{", "", "}", "")
	for _, e := range r.endpoints() {
		if e.Public {
			continue
		}
		for method := range e.Methods {
			what := method + " " + e.Path
			may := map[keys.Scope]bool{
				keys.ScopeSend: sends[what],
				keys.ScopeRead: method == http.MethodGet && !unread[what],

				keys.ScopeControl: !uncontrolled[e.Path],
				keys.ScopeAll:     true,
			}
			if e.Any { // each of its tools or answers is a request with the scope of that
				may[keys.ScopeSend], may[keys.ScopeRead] = true, true
			}
			for scope, key := range made {
				w := r.ask(as(key, method, fill.Replace(e.Path), "{}"))
				if w.Code == http.StatusUnauthorized || w.Code == http.StatusForbidden == may[scope] {
					t.Errorf("%s with scope %s: %d %s", what, scope, w.Code, w.Body)
				}
			}
		}
	}
	wants(t, r.ask(as(made[keys.ScopeRead], "HEAD", "/live/status", "")), http.StatusOK, "", "HEAD is not read as GET")
	wants(t, r.ask(as(made[keys.ScopeSend], "GET", "/live/nothing", "")), http.StatusNotFound, "", "an unknown path")
	for scope, tells := range map[keys.Scope]bool{keys.ScopeSend: false, keys.ScopeRead: true, keys.ScopeControl: true,
		keys.ScopeAll: true} {
		if w := r.ask(as(made[scope], "GET", "/healthz", "")); strings.Contains(w.Body.String(), "parts") != tells {
			t.Errorf("/healthz with scope %s: %s", scope, w.Body)
		}
	}
}

// TestTakenBackKeyEndsWebSockets of its own, and no others.
func TestTakenBackKeyEndsWebSockets(t *testing.T) {
	r := newRig(t, nil)
	bell := r.made("bell", keys.ScopeRead)
	other := r.made("other", keys.ScopeRead)
	url := running(t, r)
	open := func(key string) func(context.Context) error {
		c := openSocket(t, url, "/live/frames", as(key, "GET", "/", "").Header)
		return func(ctx context.Context) (err error) {
			for err == nil {
				_, _, err = c.Read(ctx)
			}
			return err
		}
	}
	mine, others := open(bell), open(other)
	replaced := r.keys.Of(as(other, "GET", "/", "")).Replaced()
	wants(t, r.do("DELETE", "/live/keys/bell", ""), http.StatusOK, "")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if mine(ctx); ctx.Err() != nil {
		t.Error("it goes on")
	}
	select {
	case <-replaced:
		t.Error("that of another key has ended too")
	default:
	}
	_ = others
}

// secret is what a key looks like in an answer.
var secret = regexp.MustCompile(`[0-9a-f]{64}`)

// TestClaim is the story of a new device, told in testdata/golden/claim.txt: no page of
// another site claims it, a browser on this network does, and no other one then.
func TestClaim(t *testing.T) {
	dir := t.TempDir()
	key := must.Get(keys.LoadKey(dir, ""))(t)
	story(t, func(s *setup) {
		s.keys = keys.Config{Key: key, KeyFile: keys.KeyFile(dir), KeysFile: keys.KeysFile(dir)}
	}, func(t *testing.T, r *rig) {
		json := func(req *http.Request) { req.Header.Set("Content-Type", "application/json") }
		from := func(page string) func(*http.Request) {
			return func(req *http.Request) {
				json(req)
				req.Header.Set("Origin", page)
			}
		}
		own := from("http://lamp.local:8080")
		var b bytes.Buffer
		for _, s := range []step{
			{method: "GET", target: "/live/claim"},
			{method: "POST", target: "/live/claim"},
			{method: "POST", target: "/live/claim", body: `{}`, change: from("http://evil.example")},
			{method: "POST", target: "/live/claim", body: `{}`,
				change: func(req *http.Request) { json(req); req.RemoteAddr = "203.0.113.9:5000" }},
			{method: "POST", target: "/live/claim", body: `{}`, change: own},
			{method: "POST", target: "/live/claim", body: `{}`, change: own},
			{method: "GET", target: "/live/claim"},
			{method: "PUT", target: "/live/claim", change: json},
		} {
			req := httptest.NewRequest(s.method, "http://lamp.local:8080"+s.target, strings.NewReader(s.body))
			req.RemoteAddr = "127.0.0.1:5000"
			if s.change != nil {
				s.change(req)
			}
			w := r.ask(req)
			if w.Header().Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s: another site reads %s", s.method, w.Body)
			}
			tell(&b, s, w)
		}
		golden(t, "claim.txt", secret.ReplaceAll(b.Bytes(), []byte("SECRET")))
	})
}
