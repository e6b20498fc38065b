// SPDX-License-Identifier: Apache-2.0

package kit

import "time"

// Instant is a moment that survives a restart: the end of a countdown, the start of a
// stopwatch. Within a run it lies on the monotonic clock, so that setting the wall
// clock does not move it. The saved form is its wall time, updated when the wall clock
// is set, and how far from it the moment was fixed: if the wall clock cannot tell how
// long the device was off, that time does not count.
type Instant struct {
	Wall time.Time     `json:"wall"`
	Span time.Duration `json:"span"`           // from the time at which it was fixed to Wall
	Sure bool          `json:"sure,omitempty"` // Wall is from a plausible clock

	At    time.Time `json:"-"` // zero = fixed in an earlier run
	waits bool      // waiting for a plausible clock, which makes Wall valid
}

// NewInstant fixes the moment that is span after now.
func NewInstant(now time.Time, span time.Duration, plausible bool) Instant {
	at := now.Add(span)
	return Instant{Wall: Wall(at), Span: span, Sure: plausible, At: at}
}

// Settle brings the instant in line with the wall clock at now. It must be called
// before every use of i.at.
func (i *Instant) Settle(now time.Time, plausible bool) {
	switch {
	case i.At.IsZero():
		i.restore(now, plausible)
	case i.waits && plausible:
		i.At, i.waits = now.Add(i.Wall.Sub(Wall(now))), false
	}
	if i.waits {
		return
	}
	says := Wall(now).Add(i.At.Sub(now))
	if d := says.Sub(i.Wall).Abs(); d > time.Second || i.Sure != plausible {
		i.Wall, i.Sure = says, plausible // the clock was set
	}
}

// restore finds the instant after a restart. Two readings of the wall clock can be
// compared if both are plausible, or if neither is and the clock has not gone back:
// then only the program was restarted.
func (i *Instant) restore(now time.Time, plausible bool) {
	fixed := i.Wall.Add(-i.Span)
	if i.Sure == plausible && !Wall(now).Before(fixed) {
		i.At = now.Add(i.Wall.Sub(Wall(now)))
		return
	}
	i.At, i.waits = now.Add(i.Span), i.Sure && !plausible
}

// Wall returns t without its monotonic reading.
func Wall(t time.Time) time.Time { return t.Round(0).UTC() }
