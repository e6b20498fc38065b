// SPDX-License-Identifier: Apache-2.0

package ambient

import "time"

// How readings of the distance decide. The margin and the time keep a sensor that chatters from turning the panel's
// pages back and forth.
const (
	nearest = 2.0              // m: who is that near or nearer is near
	margin  = 0.5              // m beyond it from which on somebody is far; between the two nothing changes
	settles = 3 * time.Second  // of readings that are all beyond, until somebody is far
	lasts   = 10 * time.Minute // of the last reading; then nobody knows, and the panel is as for somebody near
)

// MaxDistance is the largest distance that a sensor of a room can measure, in metres.
const MaxDistance = 100.0

// DistanceNow is how far those before the panel are.
type DistanceNow struct {
	Metres Measured // the last reading; unknown when there was none for ten minutes
	Far    bool     // they read one value rather than a page
}

// distanceRule decides whether those before the panel are far. The zero value has no readings: they are near.
type distanceRule struct {
	metres float64
	told   time.Time // the last reading; zero = none that still counts
	beyond time.Time // since then all readings are beyond the margin; zero = the last one is not
	far    bool
}

// sample takes a reading in metres.
func (d *distanceRule) sample(metres float64, now time.Time) {
	d.now(now)
	d.metres, d.told = metres, now
	switch {
	case metres < nearest+margin:
		d.beyond = time.Time{}
		d.far = d.far && metres > nearest
	case d.beyond.IsZero():
		d.beyond = now
	}
}

// now reports whether they are far, and when that changes if there are no more readings.
func (d *distanceRule) now(now time.Time) (far bool, change time.Time) {
	if d.told.IsZero() {
		return false, time.Time{}
	}
	end := d.told.Add(lasts)
	if !now.Before(end) {
		*d = distanceRule{}
		return false, time.Time{}
	}
	if d.beyond.IsZero() || d.far {
		return d.far, end
	}
	if settled := d.beyond.Add(settles); now.Before(settled) {
		return false, settled
	}
	d.far = true
	return true, end
}

// Distance takes a reading of the distance in metres, 0 to MaxDistance; unknown ends what earlier readings said.
func (r *Rules) Distance(m Measured, now time.Time) {
	if !m.Known {
		r.distance = distanceRule{}
		return
	}
	r.distance.sample(m.Value, now)
}

// DistanceNow returns the last reading and what follows from it at now.
func (r *Rules) DistanceNow(now time.Time) DistanceNow {
	far, _ := r.distance.now(now)
	return DistanceNow{Measured{r.distance.metres, !r.distance.told.IsZero()}, far}
}
