// SPDX-License-Identifier: Apache-2.0

package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/must"
)

// tried is a configuration that is good if it begins with "good".
type tried struct {
	text  string
	trial bool
	fault error // of whatever is kept
}

func (c *tried) Text() []byte { return []byte(c.text) }

func (c *tried) Try(own []byte) error {
	if !strings.HasPrefix(string(own), "good") {
		return live.BadConfiguration(
			errors.Join(errors.New("line 1: name: bad"), errors.New("line 2: text.speed: 500, want 1 to 200")))
	}
	if c.fault == nil {
		c.text, c.trial = string(own), true
	}
	return c.fault
}

func (c *tried) end() error {
	if !c.trial {
		return live.ErrNoTrial
	}
	c.trial = false
	return c.fault
}

func (c *tried) Confirm() error { return c.end() }
func (c *tried) Return() error  { c.text = ""; return c.end() }

func (c *tried) Rename(name string) error {
	switch {
	case c.trial:
		return rest.ErrTrial
	case name == "mine":
		return live.Locked("name")
	}
	c.text = "good " + name
	return c.fault
}

func (c *tried) State() live.ConfigState {
	s := live.ConfigState{Trial: c.trial, Outcome: "it was not confirmed"}
	if c.trial {
		s = live.ConfigState{Trial: true, Left: 41500 * time.Millisecond,
			Locked: map[string]string{"panel.driver": `"hub75"`}}
	}
	return s
}

func (c *tried) Move(zone string) error { return c.Rename(zone) }

// TestRename keeps another name without a trial, and refuses a text that cannot be a name, a
// name that the administrator has set, and every name during a trial.
func TestRename(t *testing.T) {
	for _, row := range []struct {
		why, body string
		trial     bool
		status    int
		want      string
	}{
		{"a name", `{"name": " Kitchen "}`, false, 200, `"name":"Kitchen"`},
		{"a word of another alphabet", `{"name": "厨房"}`, false, 200, "厨房"},
		{"none", `{}`, false, 400, "[name]"},
		{"only spaces", `{"name": "  "}`, false, 400, "[name]"},
		{"65 characters", `{"name": "` + strings.Repeat("ä", 65) + `"}`, false, 400, "want 1 to 64 characters"},
		{"two lines", `{"name": "a\nb"}`, false, 400, "in one line"},
		{"a list", `{"name": []}`, false, 400, "name: "},
		{"of the administrator's file", `{"name": "mine"}`, false, 400, "set in the administrator"},
		{"during a trial", `{"name": "Hall"}`, true, 409, "on trial"},
	} {
		r := newRig(t, func(s *setup) { s.trial = &tried{trial: row.trial} })
		wants(t, r.do("PUT", "/live/name", row.body), row.status, row.want, row.why)
	}
}

// TestMove: another time zone is kept without a trial, and what cannot be one is refused.
func TestMove(t *testing.T) {
	for _, row := range []struct {
		why, body string
		status    int
		want      string
	}{
		{"a zone", `{"zone": "Asia/Tokyo"}`, 200, "true"},
		{"none", `{}`, 400, "[zone]"},
		{"an empty one", `{"zone": ""}`, 400, "[zone]"},
		{"a list", `{"zone": []}`, 400, "zone: "},
		{"a long one", `{"zone": "` + strings.Repeat("a", 65) + `"}`, 400, "want a name such as"},
		{"of the administrator's file", `{"zone": "mine"}`, 400, "set in the administrator"},
	} {
		r := newRig(t, nil)
		wants(t, r.do("PUT", "/live/zone", row.body), row.status, row.want, row.why)
	}
}

// TestWelcome: the step at which one browser has left the welcome is where another goes on.
func TestWelcome(t *testing.T) {
	r := newRig(t, nil)
	is := func(want string) {
		t.Helper()
		if got := r.do("GET", "/live/welcome", "").Body.String(); strings.TrimSpace(got) != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	is(`{"step":""}`)
	wants(t, r.do("PUT", "/live/welcome", `{"step":"face"}`), 200, "")
	for _, body := range []string{`{}`, `{"step":"tea"}`, `{"step":7}`} {
		wants(t, r.do("PUT", "/live/welcome", body), 400, "step", body)
	}
	is(`{"step":"face"}`)
}

// TestRenameIsSeen: a client that has just read the device reads its new name next, and
// only that.
func TestRenameIsSeen(t *testing.T) {
	r := newRig(t, nil)
	was := r.do("GET", "/api/v2/device", "").Body.String()
	must.Do(t, r.dev.Rename(t.Context(), "Kitchen"))
	var body struct{ Name string }
	is := r.do("GET", "/api/v2/device", "").Body.String()
	if err := json.Unmarshal([]byte(is), &body); err != nil || body.Name != "Kitchen" || is == was {
		t.Errorf("%v: after %s it says %s", err, was, is)
	}
}

// TestConfigThatCannotBeKept: the client hears so, and nothing else.
func TestConfigThatCannotBeKept(t *testing.T) {
	r := newRig(t, func(s *setup) {
		s.trial = &tried{trial: true, fault: errors.New("config: /secret/path: read-only")}
	})
	for _, what := range []struct{ method, target string }{{"PUT", "/live/config"}, {"POST", "/live/config/confirm"}} {
		if w := r.do(what.method, what.target, "good"); w.Code != http.StatusInsufficientStorage ||
			strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s %s: %d %s", what.method, what.target, w.Code, w.Body)
		}
	}
}

// TestLargeConfig: its limit is below that of bodies.
func TestLargeConfig(t *testing.T) {
	r := newRig(t, nil)
	w := r.do("PUT", "/live/config", "good"+strings.Repeat(" ", live.MaxConfig))
	if w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
