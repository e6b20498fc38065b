// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/internal/must"
)

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
			{method: "POST", target: "/live/claim", body: `{}`, change: func(req *http.Request) { json(req); req.RemoteAddr = "203.0.113.9:5000" }},
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
