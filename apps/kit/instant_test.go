// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestInstantOverRestart: an instant was fixed at noon, 5 min ahead, and the
// device started again.
func TestInstantOverRestart(t *testing.T) {
	const span = 5 * time.Minute
	rows := []struct {
		name       string
		was        bool          // plausible when it was fixed
		back       time.Duration // after noon, by the wall clock
		is         bool          // plausible now
		left       time.Duration
		afterwards time.Duration // what is left once the clock is plausible, then an hour after noon
	}{
		{name: "the time that it was off counts", was: true, back: 2 * time.Minute, is: true, left: 3 * time.Minute,
			afterwards: -55 * time.Minute},
		{name: "it ended while it was off", was: true, back: time.Hour, is: true, left: -55 * time.Minute,
			afterwards: -55 * time.Minute},
		{name: "nobody knows how long it was off, until the clock is set", was: true, back: -1000 * time.Hour, left: span,
			afterwards: -55 * time.Minute},
		{name: "it was fixed by a wrong clock, which now is right", back: 9000 * time.Hour, is: true, left: span},
		{name: "only the program was started again; the clock is still wrong", back: 2 * time.Minute, left: 3 * time.Minute},
		{name: "a wrong clock went back", back: -time.Hour, left: span},
		{name: "a right clock went back: never more than there was", was: true, back: -time.Hour, is: true, left: span},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			raw := must.Get(json.Marshal(NewInstant(noon, span, row.was)))(t)
			var i Instant
			must.Do(t, json.Unmarshal(raw, &i))
			now := noon.Add(row.back)
			i.Settle(now, row.is)
			if got := i.At.Sub(now); got != row.left {
				t.Errorf("%v is left, want %v", got, row.left)
			}
			if row.afterwards != 0 && !row.is {
				now = noon.Add(time.Hour)
				i.Settle(now, true)
				if got := i.At.Sub(now); got != row.afterwards {
					t.Errorf("when the clock is right %v is left, want %v", got, row.afterwards)
				}
			}
		})
	}
}

// TestInstantWhenTheClockIsSet: the moment stays, its wall time is another. (Times
// in tests cannot have two clocks; so the wall time kept is moved instead.)
func TestInstantWhenTheClockIsSet(t *testing.T) {
	i := NewInstant(noon, time.Minute, false)
	i.Wall = i.Wall.Add(-1000 * time.Hour)
	i.Settle(noon, true)
	if !i.At.Equal(noon.Add(time.Minute)) || !i.Wall.Equal(i.At) || !i.Sure {
		t.Errorf("%+v, want it at %v", i, noon.Add(time.Minute))
	}
	before := i
	i.Settle(noon.Add(time.Second), true)
	if i != before {
		t.Errorf("it changes while nothing happens: %+v", i)
	}
}

// noon is a moment between two seconds.
var noon = time.Date(2026, 11, 20, 12, 34, 56, 250_000_000, time.UTC)
