// SPDX-License-Identifier: Apache-2.0

// Package walltime is the wall time where the device stands: whether its clock can be
// trusted, times of a day and windows of them, and the instants at which these begin.
package walltime

import (
	"sync/atomic"
	"time"
)

// A Clock judges the wall clock: a Pi without a clock chip starts in the past
// and gets the time later (docs/decisions.md 4, clocks). The zero value always trusts
// it. Its methods may be called from any goroutine; copies share one judgement.
type Clock struct {
	built, saved time.Time
	word         *atomic.Int32
}

// The knowledge about the clock apart from the times.
const (
	clockUnknown = iota
	clockSet     // while the program ran
	clockSynchronized
)

// believable is how long after the build a saved time can still be right: a later
// one was saved by a clock that was wrong.
const believable = 10 * 365 * 24 * time.Hour

// NewClock returns a Clock that finds times before the program was built,
// or before the last time saved, implausible.
func NewClock(built, saved time.Time) Clock {
	if saved.After(built.Add(believable)) && !built.IsZero() {
		saved = time.Time{}
	}
	return Clock{built.Round(0), saved.Round(0), new(atomic.Int32)}
}

// Plausible reports whether the wall clock can be trusted at now.
func (c Clock) Plausible(now time.Time) bool {
	if c.word == nil {
		return true
	}
	now = now.Round(0) // without the monotonic reading, which a step of the clock does not move
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
func (c Clock) Set() { c.word.CompareAndSwap(clockUnknown, clockSet) }

// Synchronized records that the system has the time from a time server: nothing
// counts for more.
func (c Clock) Synchronized() { c.word.Store(clockSynchronized) }

// After returns the time before which the clock is implausible as long as
// nobody sets it.
func (c Clock) After() time.Time {
	if c.saved.After(c.built) {
		return c.saved
	}
	return c.built
}

// Next returns an instant after now at which a rule about the given wall times may
// change, in the zone of now: the next of these times, or the next change of the zone's
// offset, which moves them all. Zero is never.
func Next(now time.Time, times ...TimeOfDay) time.Time {
	_, next := now.ZoneBounds()
	y, m, d := now.Date()
	for _, t := range times {
		for day := range 2 { // today it may be over
			h := time.Duration(t)
			// Date and not Add: a day has 23 or 25 hours when the offset changes.
			at := time.Date(y, m, d+day, int(h/time.Hour), int(h/time.Minute)%60, int(h/time.Second)%60, 0, now.Location())
			if at.After(now) && (next.IsZero() || at.Before(next)) {
				next = at
			}
		}
	}
	return next
}

// Later returns the later of two instants.
func Later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// Sooner returns the earlier of two instants, where zero means never.
func Sooner(a, b time.Time) time.Time {
	if a.IsZero() || (!b.IsZero() && b.Before(a)) {
		return b
	}
	return a
}
