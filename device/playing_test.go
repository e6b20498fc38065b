// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

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
