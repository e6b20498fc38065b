package device

import (
	"sync/atomic"
	"time"
)

// WallClock judges the wall clock: a Pi without a clock chip starts in the past
// and gets the time later (docs/decisions.md 4, clocks). The zero value always trusts
// it. Its methods may be called from any goroutine; copies share one judgement.
type WallClock struct {
	built, saved time.Time
	word         *atomic.Int32
}

// What is known about the clock apart from the times.
const (
	clockUnknown = iota
	clockSet     // while the program ran
	clockSynchronized
)

// believable is how long after the build a saved time can still be right: a later
// one was saved by a clock that was wrong.
const believable = 10 * 365 * 24 * time.Hour

// NewWallClock returns a WallClock that finds times before the program was built,
// or before the last time saved, implausible.
func NewWallClock(built, saved time.Time) WallClock {
	if saved.After(built.Add(believable)) && !built.IsZero() {
		saved = time.Time{}
	}
	return WallClock{wall(built), wall(saved), new(atomic.Int32)}
}

// Plausible reports whether the wall clock can be trusted at now.
func (c WallClock) Plausible(now time.Time) bool {
	if c.word == nil {
		return true
	}
	now = wall(now)
	switch c.word.Load() {
	case clockSynchronized:
		return true
	case clockSet:
		return !now.Before(c.built)
	}
	return !now.Before(c.built) && !now.Before(c.saved)
}

// Set records that somebody has set the clock. This counts for more than the saved
// time, which may have been wrong.
func (c WallClock) Set() { c.word.CompareAndSwap(clockUnknown, clockSet) }

// Synchronized records that the system has the time from a time server: nothing
// counts for more.
func (c WallClock) Synchronized() { c.word.Store(clockSynchronized) }

// After returns the time before which the clock is implausible as long as
// nobody sets it.
func (c WallClock) After() time.Time {
	if c.saved.After(c.built) {
		return c.saved
	}
	return c.built
}
