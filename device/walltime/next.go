// SPDX-License-Identifier: Apache-2.0

package walltime

import "time"

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
