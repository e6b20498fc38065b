// SPDX-License-Identifier: Apache-2.0

package device

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// attentive is a ground that notes when it is due.
type attentive struct {
	ground
	at *[]string
}

func (a attentive) Attend(due func(widget string) bool, now time.Time) {
	word := "not due"
	if due(FirstWidget("second")) {
		word = "due"
	}
	if n := len(*a.at); n == 0 || (*a.at)[n-1] != word {
		*a.at = append(*a.at, word)
	}
}

// TestAttend: an app hears 3 s before its turn that it is due, and when the turn is over; a widget that
// is hidden is never due.
func TestAttend(t *testing.T) {
	var said []string
	story(t, func(c *Config, s *Saved) {
		three(c, s)
		c.Apps[1] = attentive{ground{"second"}, &said}
	}, func(t *testing.T, r *rig) {
		heard := func(after time.Duration, why string, want ...string) {
			t.Helper()
			time.Sleep(after)
			synctest.Wait()
			if !slices.Equal(said, want) {
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
