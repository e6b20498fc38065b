// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// A slow is a pulser whose pulses each take a time of a clock that stands still
// otherwise.
type slow struct {
	instant
	clock *time.Duration
	takes time.Duration
}

func (p slow) pulse(plane int) {
	*p.clock += p.takes
	p.instant.pulse(plane)
}

// TestRefreshRests: after each refresh the thread sleeps until a time that lies ahead
// by the share that other programs need, and not at all where the pulses have let it
// sleep for long enough.
func TestRefreshRests(t *testing.T) {
	const (
		us    = time.Microsecond
		began = time.Hour
	)
	for _, row := range []struct {
		name       string
		processors int
		idle       time.Duration
		want       time.Duration // after the end of a refresh of 960 µs; 0 for no rest
	}{
		{"a board of four processors", 4, 0, 64 * us},
		{"a board of one", 1, 0, 320 * us},
		{"pulses that let it sleep a little", 1, 120 * us, 200 * us},
		{"pulses that let it sleep for long", 1, 320 * us, 0},
	} {
		r := newRig(t, Config{Rows: 16, Cols: 16, Planes: 4})
		s, tape := r.scan()
		clock, until := began, []time.Duration(nil)
		s.pulser = slow{s.pulser.(instant), &clock, 960 * us / time.Duration(s.Addresses*s.Planes)}
		s.now, s.sleepUntil = func() time.Duration { return clock }, func(t time.Duration) { until = append(until, t) }
		s.processors, s.sleeps = row.processors, row.idle
		frame := make([]byte, 4*(s.turns.size+1)) // one dark picture, and how many there are
		words(frame)[s.turns.size] = 1
		var want []time.Duration
		for range 2 {
			tape.Rewind()
			must.Do(t, s.Refresh(frame))
			if row.want > 0 {
				want = append(want, clock+row.want)
			}
			clock += row.want
		}
		if !slices.Equal(until, want) {
			t.Errorf("%s: sleeps until %v, want %v", row.name, until, want)
		}
	}
}
