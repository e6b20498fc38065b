// SPDX-License-Identifier: Apache-2.0

package ambient

import "time"

// LightReading is what the light sensor read, in lux, and the brightness that the
// panel had then, in percent.
type LightReading struct {
	At    time.Time
	Lux   float64
	Level float64
}

// Lighting is how the panel's brightness follows the light.
type Lighting struct {
	Curve []LightPoint
	Dark  float64        // lux below which it is dark
	Past  []LightReading // of the last 24 hours, oldest first, one in five minutes
}

const (
	lightEvery = 5 * time.Minute
	lightKept  = int(24 * time.Hour / lightEvery)
)

// A Log keeps the readings of a day in a ring.
type Log struct {
	ring [lightKept]LightReading
	next int // of the ring, where the next one goes
	last time.Time
}

// Add keeps a reading unless the one before is too recent.
func (l *Log) Add(r LightReading) {
	if !l.last.IsZero() && r.At.Sub(l.last) < lightEvery {
		return
	}
	l.ring[l.next], l.last = r, r.At
	l.next = (l.next + 1) % len(l.ring)
}

// since returns the readings from then on, oldest first.
func (l *Log) since(then time.Time) (past []LightReading) {
	for i := range l.ring {
		if r := l.ring[(l.next+i)%len(l.ring)]; !r.At.IsZero() && !r.At.Before(then) {
			past = append(past, r)
		}
	}
	return past
}
