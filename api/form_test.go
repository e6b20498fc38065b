// SPDX-License-Identifier: Apache-2.0

package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
)

// otherForm is another firmware's interface with three paths.
type otherForm struct{ open bool }

// Endpoints is what awtrix does with its paths.
func (f otherForm) Endpoints() (list []rest.Endpoint) {
	h := func(w http.ResponseWriter, r *http.Request) error {
		_, err := fmt.Fprintf(w, "keyless %v", rest.Keyless(r))
		return err
	}
	methods := rest.Methods{"GET": h, "POST": h, "DELETE": h}
	for _, path := range []string{"/api/sends", "/api/reads", "/version"} {
		e := rest.Endpoint{Path: path, Methods: methods, Control: true, Private: path != "/api/reads", Free: f.Allows}
		if path == "/api/sends" {
			e.Sends = []string{"GET", "POST"}
		}
		list = append(list, e)
	}
	return list
}

func (f otherForm) Allows(a netip.Addr) bool { return f.open && a.Unmap().IsPrivate() }

// TestForm: another interface has the API's keys and scopes, and its own openness.
func TestForm(t *testing.T) {
	closed := newRig(t, func(s *setup) { s.more = []Room{otherForm{}} })
	open := newRig(t, func(s *setup) { s.more = []Room{otherForm{open: true}} })
	sends, reads, controls := closed.made("a", keys.ScopeSend), closed.made("b", keys.ScopeRead),
		closed.made("c", keys.ScopeControl)
	for _, row := range []struct {
		why          string
		at           *rig
		key, from    string
		method, path string
		want         int
	}{
		{"the device's key", closed, testKey, "8.8.8.8:1", "POST", "/version", 200},
		{"with any method", closed, testKey, "8.8.8.8:1", "DELETE", "/version", 200},
		{"no key", closed, "", "192.168.1.7:1", "GET", "/api/reads", 401},
		{"no key where none is needed", open, "", "192.168.1.7:1", "POST", "/version", 200},
		{"but from elsewhere", open, "", "8.8.8.8:1", "POST", "/version", 401},
		{"a wrong key, though none is needed", open, "wrong", "192.168.1.7:1", "POST", "/version", 401},
		{"the API is not open", open, "", "192.168.1.7:1", "GET", "/api/v2/device", 401},
		{"a key that sends", closed, sends, "8.8.8.8:1", "POST", "/api/sends", 200},
		{"elsewhere", closed, sends, "8.8.8.8:1", "POST", "/version", 403},
		{"a key that reads", closed, reads, "8.8.8.8:1", "GET", "/api/reads", 200},
		{"change by GET", closed, reads, "8.8.8.8:1", "GET", "/version", 403},
		{"a key that controls", closed, controls, "8.8.8.8:1", "POST", "/version", 200},
		{"with any method", closed, controls, "8.8.8.8:1", "DELETE", "/api/reads", 200},
		{"and does not send", closed, reads, "8.8.8.8:1", "POST", "/api/reads", 403},
	} {
		q := as(row.key, row.method, row.path, "")
		if q.RemoteAddr = row.from; row.key == "" {
			q.Header.Del("Authorization")
		}
		w := httptest.NewRecorder() // the document does not have these paths
		if row.at.Handler().ServeHTTP(w, q); w.Code != row.want {
			t.Errorf("%s: %s %s is %d, want %d", row.why, row.method, row.path, w.Code, row.want)
		}
		if want := fmt.Sprintf("keyless %v", row.key == ""); w.Code == 200 && w.Body.String() != want {
			t.Errorf("%s: the room learns %q, want %q", row.why, w.Body, want)
		}
	}
}
