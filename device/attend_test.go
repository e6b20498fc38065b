// SPDX-License-Identifier: Apache-2.0

package device

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
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
