// SPDX-License-Identifier: Apache-2.0

package ambient

import "time"

// darkBand: the darkness ends when it is this many times brighter than Light.Dark, so
// that the display's own light in the room does not end it.
const darkBand = 1.5

// darkRule decides whether it is dark, with hysteresis and a delay.
type darkRule struct {
	below, above float64
	patience     time.Duration
	dark         bool
	since        time.Time // first of the readings that contradict dark; zero = none
}

func newDarkRule(l Light) darkRule {
	r := darkRule{below: l.Dark, patience: l.Patience}
	if r.below == 0 {
		r.below = DefaultDark
	}
	if r.patience == 0 {
		r.patience = 8 * time.Second
	}
	r.above = r.below * darkBand
	return r
}

// sample takes a reading.
func (r *darkRule) sample(lux float64, now time.Time) {
	r.now(now) // a change that was due before this reading counts with the knowledge of its time
	contradicts := lux < r.below
	if r.dark {
		contradicts = lux > r.above
	}
	switch {
	case !contradicts:
		r.since = time.Time{}
	case r.since.IsZero():
		r.since = now
	}
}

// now reports whether it is dark, and when that changes if the readings stay the
// same.
func (r *darkRule) now(now time.Time) (dark bool, change time.Time) {
	if r.since.IsZero() {
		return r.dark, time.Time{}
	}
	change = r.since.Add(r.patience)
	if change.After(now) {
		return r.dark, change
	}
	r.dark, r.since = !r.dark, time.Time{}
	return r.dark, time.Time{}
}
