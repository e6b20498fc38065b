// SPDX-License-Identifier: Apache-2.0

package ambient

import "time"

// A reader within nearest is near. One beyond nearest and margin is far, once all readings of the time settles say so;
// between the two nothing changes. So a sensor that chatters does not turn the panel's pages back and forth.
const (
	nearest = 2.0 // m
	margin  = 0.5 // m
	settles = 3 * time.Second
	touches = 30 * time.Second // after a press or a turn of a knob, the reader is near
	lasts   = 10 * time.Minute // after the last reading; then the panel is as for a near reader
)

// MaxDistance is the largest distance that a sensor of a room can measure, in metres.
const MaxDistance = 100.0

// DistanceNow is how far away the reader of the panel is.
type DistanceNow struct {
	Metres Measured // the last reading; unknown when there was none for ten minutes
	Far    bool     // apps show one value rather than a page
}

// distanceRule decides whether the reader is far. The zero value has no readings: the reader is near.
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

// touch notes that the reader uses a button or a knob.
func (d *distanceRule) touch(now time.Time) {
	d.now(now)
	d.far = false
	if !d.beyond.IsZero() {
		d.beyond = now.Add(touches - settles)
	}
}

// now reports whether the reader is far, and when that changes without further readings.
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

// Distance takes a reading in metres, 0 to MaxDistance; an unknown one makes earlier readings invalid.
func (r *Rules) Distance(m Measured, now time.Time) {
	if !m.Known {
		r.distance = distanceRule{}
		return
	}
	r.distance.sample(m.Value, now)
}

// DistanceNow returns the last reading, and whether the reader is far at now.
func (r *Rules) DistanceNow(now time.Time) DistanceNow {
	far, _ := r.distance.now(now)
	return DistanceNow{Measured{r.distance.metres, !r.distance.told.IsZero()}, far}
}
