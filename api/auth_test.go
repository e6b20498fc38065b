// SPDX-License-Identifier: Apache-2.0

package api

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Which paths need the key: all but these.
// TestToken: on the paths that push, the key may come alone in a header.
func TestToken(t *testing.T) {
	const push, older = "/api/v2/widget/update/com.lametric.diy.devwidget", "/api/v1/dev/widget/update/com.lametric.diy.devwidget/1"
	r := newRig(t, nil)
	defer r.stop()
	for _, c := range []struct {
		name, method, path, token, key string
		want                           int
	}{
		{"to a package", "POST", push, testKey, "", 404},
		{"to a widget", "POST", push + "/0123", testKey, "", 404},
		{"in the older form", "POST", older, testKey, "", 404},
		{"the key in the older form", "POST", older, "", testKey, 404},
		{"a wrong token", "POST", push, "x", "", 401},
		{"a wrong key wins over a token", "POST", push, testKey, "x", 401},
		{"neither", "POST", older, "", "", 401},
		{"another path", "GET", "/api/v2/device", testKey, "", 401},
		{"another path of the same kind", "POST", "/api/v2/device/notifications", testKey, "", 401},
	} {
		t.Run(c.name, func(t *testing.T) {
			r.t = t
			req := httptest.NewRequest(c.method, c.path, strings.NewReader(`{"frames":[]}`))
			if c.token != "" {
				req.Header.Set("X-Access-Token", c.token)
			}
			if c.key != "" {
				req.SetBasicAuth("dev", c.key)
			}
			if w := r.ask(req); w.Code != c.want {
				t.Errorf("%d %s, want %d", w.Code, w.Body, c.want)
			}
		})
	}
}

func TestPublicPaths(t *testing.T) {
	r := newRig(t, nil)
	defer r.stop()
	public := map[string]bool{"/": true, "/healthz": true, "/openapi.json": true, "/device_description.xml": true, "/live/claim": true,
		"/api/v1/user": true, "/api/v1/user/request": true, "/api/v1/user/request/exchange": true, "/api/v1/user/challenge/{uuid}": true}
	for _, e := range r.endpoints() {
		for method := range e.Methods {
			w := r.ask(httptest.NewRequest(method, strings.NewReplacer("{", "", "}", "").Replace(e.Path), nil))
			if refused := w.Code == http.StatusUnauthorized; refused == public[e.Path] {
				t.Errorf("%s %s without a key: %d", method, e.Path, w.Code)
			}
		}
	}
	for _, path := range []string{"/api/v2/nothing", "/live/nothing", "/api/v1"} {
		if w := r.ask(httptest.NewRequest("GET", path, nil)); w.Code != http.StatusUnauthorized {
			t.Errorf("%s without a key: %d", path, w.Code)
		}
	}
}
