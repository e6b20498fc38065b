// SPDX-License-Identifier: Apache-2.0

package device

import (
	"encoding/json"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

// attentive is a ground that notes when it is due.
type attentive struct {
	ground
	heard *heard
}

// heard is what it was told; the device's goroutine writes it.
type heard struct {
	mu   sync.Mutex
	said []string
}

func (h *heard) all() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.said)
}

func (a attentive) Attend(due func(widget string) bool, now time.Time) {
	word := "not due"
	if due(FirstWidget("second")) {
		word = "due"
	}
	a.heard.mu.Lock()
	defer a.heard.mu.Unlock()
	if n := len(a.heard.said); n == 0 || a.heard.said[n-1] != word {
		a.heard.said = append(a.heard.said, word)
	}
}

// TestAttend: an app hears 3 s before its turn that it is due, and when the turn is over; a widget that
// is hidden is never due.
func TestAttend(t *testing.T) {
	var told heard
	story(t, func(c *Config, s *Saved) {
		three(c, s)
		c.Apps[1] = attentive{ground{"second"}, &told}
	}, func(t *testing.T, r *rig) {
		heard := func(after time.Duration, why string, want ...string) {
			t.Helper()
			time.Sleep(after)
			synctest.Wait()
			if said := told.all(); !slices.Equal(said, want) {
				t.Errorf("%s: %q, want %q", why, said, want)
			}
		}
		heard(0, "at first the other one shows", "not due")
		heard(17*time.Second-1, "more than 3 s before", "not due")
		heard(1, "3 s before", "not due", "due")
		heard(12*time.Second, "while it shows", "not due", "due")
		heard(2*time.Second, "afterwards", "not due", "due", "not due")
		r.mode(ManualMode)
		heard(time.Hour, "without turns", "not due", "due", "not due")
		r.must(r.Activate(background, "second", ""))
		heard(0, "activated", "not due", "due", "not due", "due")
	})
}

// TestAppChangesItsSettings: what an app wants of its own settings is checked and
// kept as if a client had set it, once, and what a client could not set changes
// nothing. Secrets stay what they are.
func TestAppChangesItsSettings(t *testing.T) {
	p := newPuppet("diary")
	id := FirstWidget("diary")
	story(t, with(p), func(t *testing.T, r *rig) {
		r.configure(`{"city":"Bern","token":"secret"}`)
		r.did(p, "by a client", "configure", "configure")
		rows := []struct{ name, wants, want string }{
			{"another city", `{"city":"Rome","token":"secret"}`, `{"city":"Rome","token":{"set":true}}`},
			{"a word that keeps the secret", `{"city":"Oslo","token":{"set":true}}`, `{"city":"Oslo","token":{"set":true}}`},
			{"too large", `{"city":"Rome","size":10}`, `{"city":"Oslo","token":{"set":true}}`},
			{"no such setting", `{"town":"Rome"}`, `{"city":"Oslo","token":{"set":true}}`},
			{"no object", `[`, `{"city":"Oslo","token":{"set":true}}`},
			{"not as the app itself would have it", `{"city":"Atlantis"}`, `{"city":"Oslo","token":{"set":true}}`},
		}
		for i, row := range rows {
			before := r.Status().Revision
			r.pull(func() { p.now.Settings = map[string]json.RawMessage{id: json.RawMessage(row.wants)} })
			r.pull(func() {}) // it goes on wanting it
			if got := string(r.list()[1].Settings); got != row.want {
				t.Errorf("%s: %s, want %s", row.name, got, row.want)
			}
			if i > 1 {
				continue
			}
			if r.Status().Revision == before {
				t.Errorf("%s: nobody hears of the change", row.name)
			}
			if saved := r.saved().Settings.Apps.Widgets; len(saved) != 2 || len(saved[1].Settings) == 0 {
				t.Errorf("%s: saved %+v", row.name, saved)
			}
			r.did(p, row.name, "configure")
		}
		r.pull(func() {
			p.now.Settings = map[string]json.RawMessage{FirstWidget("clock"): json.RawMessage(`{"city":"Rome"}`)}
		})
		if list, _ := r.Apps(background); string(list[0].Settings) != "{}" {
			t.Errorf("the settings of another app are %s", list[0].Settings)
		}
	})
}

// TestNotice: what the apps want people to know is in the status while they do.
func TestNotice(t *testing.T) {
	a, b := newPuppet("alarm"), newPuppet("cloud")
	change := func(c *Config, s *Saved) { with(a)(c, s); c.Apps = append(c.Apps, b) }
	story(t, change, func(t *testing.T, r *rig) {
		r.pull(func() { a.now.Notice = "alarms wait" })
		if n := r.Status().Notice; n != "alarms wait" {
			t.Errorf("%q", n)
		}
		r.pull(func() { b.now.Notice = "no place is set" })
		if n := r.Status().Notice; n != "alarms wait; no place is set" {
			t.Errorf("%q", n)
		}
		r.pull(func() { a.now.Notice, b.now.Notice = "", "" })
		if n := r.Status().Notice; n != "" {
			t.Errorf("%q", n)
		}
	})
}

// ear is an app that hears what plays.
type ear struct {
	ground
	heard []string
}

func (e *ear) SetPlaying(p note.Playing) { e.heard = append(e.heard, p.Title) }

// TestPlaying reaches the apps at once, is told until it is too old, and is refused whole.
func TestPlaying(t *testing.T) {
	e := &ear{ground: ground{"ear"}}
	story(t, func(c *Config, _ *Saved) { c.Apps = append(c.Apps, e) }, func(t *testing.T, r *rig) {
		told := func(why, want string) {
			t.Helper()
			p, err := r.Playing(t.Context())
			if err != nil || p.Title != want {
				t.Errorf("%s: %q, %v, want %q", why, p.Title, err, want)
			}
		}
		told("at the start", "")
		song := note.Playing{Title: "So What", Length: 100 * time.Second, Position: 40 * time.Second}
		must.Get(r.SetPlaying(t.Context(), song))(t)
		if _, err := r.SetPlaying(t.Context(), note.Playing{Title: "x", Length: -1, Cover: "x"}); err == nil {
			t.Error("a negative length is taken")
		}
		time.Sleep(10*time.Minute - time.Second)
		told("a second before it is too old", "So What")
		time.Sleep(time.Second)
		told("after ten minutes of silence", "")
		must.Get(r.SetPlaying(t.Context(), note.Playing{Artist: "nobody"}))(t)
		told("silence", "")
	})
	if len(e.heard) != 2 || e.heard[0] != "So What" || e.heard[1] != "" {
		t.Errorf("the app heard %q", e.heard)
	}
}
