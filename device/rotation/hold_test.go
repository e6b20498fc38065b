// SPDX-License-Identifier: Apache-2.0

package rotation

import (
	"testing"
	"time"
)

// TestHold: while something covers the widget the clock of its turn stands still, and what
// was left of the turn follows.
func TestHold(t *testing.T) {
	r := deck(Settings{}, nil, nil, "a", "b")
	first, _ := r.Step(start)
	at := func(after time.Duration) time.Time { return start.Add(after) }
	seconds := time.Duration(first.Seconds) * time.Second
	r.Hold(true, at(seconds-time.Second))
	if w, until := r.Step(at(time.Hour)); w.ID != first.ID || !until.IsZero() {
		t.Errorf("covered: %s until %v", w.ID, until)
	}
	r.Hold(true, at(time.Hour)) // asked twice
	r.Hold(false, at(time.Hour))
	r.Hold(false, at(time.Hour))
	if w, until := r.Step(at(time.Hour)); w.ID != first.ID || !until.Equal(at(time.Hour+time.Second)) {
		t.Errorf("afterwards: %s until %v", w.ID, until)
	}
	if w, _ := r.Step(at(time.Hour + time.Second)); w.ID == first.ID {
		t.Error("its turn does not end")
	}
}
