// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"time"

	"github.com/ledpost/ledpost/internal/busy"
)

// A watch counts the time for which somebody has looked. Between two looks that is at most
// so much as a look takes at its slowest: a machine that slept, or had no time for its
// judge, has not been seen to do anything meanwhile.
type watch struct {
	last time.Time
	most time.Duration // between two looks
	ran  time.Duration // since the first
	calm time.Duration // as ran, but slower by [busy.Patience] while the machine was busy: what a silence lasts
}

// see takes in a look at now, and returns the time that counts.
func (w *watch) see(now time.Time, hurried bool) time.Duration {
	step := max(0, min(now.Sub(w.last), w.most))
	w.ran += step
	if hurried {
		step /= busy.Patience
	}
	w.calm += step
	w.last = now
	return w.ran
}

// excuseTime is how long an end for the configuration excuses other faults: while
// the program restarts and fails again, the reason is invisible.
const excuseTime = time.Minute

// An excuse is that the program ends for its configuration. The zero value is none.
type excuse struct {
	given bool
	at    time.Duration // last
}

// holds takes in a look and reports whether the program is excused.
func (e *excuse) holds(now time.Duration, refuses bool) bool {
	if refuses {
		e.given, e.at = true, now
	}
	return e.given && now-e.at <= excuseTime
}
