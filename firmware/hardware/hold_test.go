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
