package device

import "time"

// WallClock judges the wall clock: a Pi without a clock chip starts in the past
// and gets the time later (docs/decisions.md 4, clocks). The zero value trusts it
// always.
type WallClock struct{ earliest time.Time }

// NewWallClock returns a judge that finds a clock before the program was built,
// or before the last time saved, implausible.
func NewWallClock(built, saved time.Time) WallClock {
	if saved.After(built) {
		built = saved
	}
	return WallClock{wall(built)}
}

// Plausible tells whether wall times mean anything at now.
func (c WallClock) Plausible(now time.Time) bool { return !wall(now).Before(c.earliest) }
