// SPDX-License-Identifier: Apache-2.0

package api

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/keys"
)

// resets counts the resets.
type resets struct {
	all   int
	fault error
}

func (r *resets) Reset(string) error {
	if r.fault == nil {
		r.all++
	}
	return r.fault
}

// TestReset: only who has a key of scope all, and means this device, resets it.
func TestReset(t *testing.T) {
	const mine = `{"serial":"SA150600000100W00BS9"}`
	without := func(r *http.Request) { r.Header.Del("Authorization") }
	wrong := func(r *http.Request) { r.SetBasicAuth("dev", strings.Repeat("0", 64)) }
	elsewhere := func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }
	full := &resets{fault: errors.New("/secret/path: no space")}
	for _, row := range []struct {
		why    string
		scope  keys.Scope // "" = the device's own key
		change func(*http.Request)
		body   string
		at     *resets
		status int
		says   string
	}{
		{"the owner", "", nil, mine, nil, 200, "success"},
		{"a named key of the owner's", keys.ScopeAll, nil, mine, nil, 200, "success"},
		{"a key of the smallest scope", keys.ScopeSend, nil, mine, nil, 403, "errors"},
		{"a key that reads", keys.ScopeRead, nil, mine, nil, 403, "errors"},
		{"a key that operates the device", keys.ScopeControl, nil, mine, nil, 403, "errors"},
		{"a stranger", "", without, mine, nil, 401, "errors"},
		{"a wrong key", "", wrong, mine, nil, 401, "errors"},
		{"another site's page", "", elsewhere, mine, nil, 403, "errors"},
		{"another device", "", nil, `{"serial":"SA150600000100W00BS8"}`, nil, 400, "want this device's serial_number"},
		{"nobody has said which", "", nil, `{}`, nil, 400, "serial"},
		{"a number", "", nil, `{"serial":150600000100}`, nil, 400, "serial"},
		{"no JSON", "", nil, `yes`, nil, 400, "errors"},
		{"a disk that cannot be written", "", nil, mine, full, 507, "nothing is reset"},
	} {
		at := row.at
		if at == nil {
			at = &resets{}
		}
		r := newRig(t, func(s *setup) { s.reset = at })
		req := request("POST", "/live/reset", row.body)
		if row.scope != "" {
			req.SetBasicAuth("dev", r.made("a", row.scope))
		}
		if row.change != nil {
			row.change(req)
		}
		w := r.ask(req)
		said := w.Body.String()
		if w.Code != row.status || !strings.Contains(said, row.says) || strings.Contains(said, "secret") {
			t.Errorf("%s: %d %s, want %d %q", row.why, w.Code, said, row.status, row.says)
		}
		if want := row.status == http.StatusOK; (at.all == 1) != want {
			t.Errorf("%s: reset %d times", row.why, at.all)
		}
	}
}
