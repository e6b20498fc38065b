// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/input"
)

// TestHold: what counts is one button, held for the whole time, once.
func TestHold(t *testing.T) {
	type event struct {
		after  time.Duration
		button input.Button
		kind   input.Kind
	}
	for _, c := range []struct {
		name   string
		events []event
		want   int
	}{
		{"long enough", []event{{0, input.Left, input.Down}, {holdFor, input.Left, input.Repeat}}, 1},
		{"not yet", []event{{0, input.Left, input.Down}, {holdFor - 1, input.Left, input.Repeat}}, 0},
		{"once", []event{{0, input.Left, input.Down}, {holdFor, input.Left, input.Repeat}, {holdFor, input.Left, input.Repeat}}, 1},
		{"twice", []event{{0, input.Left, input.Down}, {holdFor, input.Left, input.Repeat}, {0, input.Left, input.Up}, {0, input.Left, input.Down}, {holdFor, input.Left, input.Repeat}}, 2},
		{"released meanwhile", []event{{0, input.Left, input.Down}, {holdFor / 2, input.Left, input.Up}, {0, input.Left, input.Down}, {holdFor / 2, input.Left, input.Repeat}}, 0},
		{"two buttons in turn", []event{{0, input.Left, input.Down}, {holdFor / 2, input.Right, input.Down}, {holdFor / 2, input.Right, input.Repeat}}, 0},
	} {
		got, now := 0, time.Now()
		h := hold{do: func() { got++ }}
		for _, e := range c.events {
			now = now.Add(e.after)
			h.event(input.Event{Button: e.button, Kind: e.kind}, now)
		}
		if got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// TestFreedAfter: only a press that has lasted from the start for at least 10 s counts; a
// line that is not connected never ends it, or late.
func TestFreedAfter(t *testing.T) {
	for _, row := range []struct {
		after time.Duration
		want  bool
		why   string
	}{
		{time.Second, false, "somebody touched it"},
		{9900 * time.Millisecond, false, "not long enough"},
		{10 * time.Second, true, "held"},
		{59 * time.Second, true, "held patiently"},
		{61 * time.Second, false, "no hand is that patient"},
	} {
		done := false
		b := buttons{reset: func() { done = true }}
		if b.freed(row.after); done != row.want {
			t.Errorf("%s: after %v it resets: %v", row.why, row.after, done)
		}
	}
	(&buttons{}).freed(20 * time.Second) // nobody resets this one
}
