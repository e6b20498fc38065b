// SPDX-License-Identifier: Apache-2.0

package ambient

import (
	"cmp"
	"math"
	"time"
)

// Light is how brightness follows the light sensor. The zero value means the
// defaults.
type Light struct {
	Curve    []LightPoint  `toml:"curve"`    // rising in Lux; empty = DefaultCurve
	Dark     float64       `toml:"dark_lux"` // lux below which it is dark; 0 = DefaultDark
	Patience time.Duration `toml:"-"`        // how long it must be dark, or not, to count; 0 = 8 s
}

// LightPoint is a point of a curve: at Lux the display has Level, in percent.
type LightPoint struct {
	Lux   float64 `toml:"lux"`
	Level float64 `toml:"level"`
}

// DefaultCurve goes from a dark bedroom to daylight.
var DefaultCurve = []LightPoint{{0, 4}, {1, 8}, {10, 25}, {100, 50}, {1000, 85}, {10000, 100}}

// DefaultDark is the light of a room too dark to read in.
const DefaultDark = 2.0

const (
	brighten = time.Second     // time constant of smoothing upwards
	darken   = 3 * time.Second // and downwards
	// The level follows once the smoothed light leaves this band around the
	// value that it was last set for.
	bandUp, bandDown = 1.10, 0.80
	// maxGap is the longest gap between readings that is smoothed over; after a
	// longer one the next reading counts at once.
	maxGap = 10 * time.Second
)

// lightRule turns readings into a brightness, from the samples and the time alone.
// Smoothing is exponential on log(1+lux), as the eye perceives light.
type lightRule struct {
	curve  []LightPoint
	known  bool
	at     time.Time // of the last sample
	raw    float64   // last sample, lux
	smooth float64   // log(1+lux)
	set    float64   // log(1+lux) that the level is for
}

func newLightRule(l Light) lightRule {
	curve := l.Curve
	if len(curve) == 0 {
		curve = DefaultCurve
	}
	return lightRule{curve: curve}
}

// sample takes a reading of lux, which is within the range of a sensor.
func (r *lightRule) sample(lux float64, now time.Time) {
	v := math.Log1p(lux)
	// A sensor that was away for long says nothing of the time between: its first reading
	// counts whole, as the very first one does.
	if !r.known || now.Sub(r.at) > maxGap {
		r.smooth, r.set = v, v
	}
	tau := darken
	if v > r.smooth {
		tau = brighten
	}
	if r.known {
		r.smooth += (v - r.smooth) * (1 - math.Exp(-float64(now.Sub(r.at))/float64(tau)))
	}
	r.known, r.at, r.raw = true, now, lux
	if is, was := math.Expm1(r.smooth), math.Expm1(r.set); is > was*bandUp || is < was*bandDown {
		r.set = r.smooth
	}
}

// level returns the brightness in percent; before any reading the middle of the curve.
func (r *lightRule) level() float64 {
	c := r.curve
	if !r.known {
		return (c[0].Level + c[len(c)-1].Level) / 2
	}
	v := r.set
	for i := 1; i < len(c); i++ {
		lo, hi := math.Log1p(c[i-1].Lux), math.Log1p(c[i].Lux)
		if v < hi {
			part := max(v-lo, 0) / (hi - lo)
			return c[i-1].Level + part*(c[i].Level-c[i-1].Level)
		}
	}
	return c[len(c)-1].Level
}

// LightReading is a measurement of the light sensor, in lux, and the brightness that the
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
	r.below = cmp.Or(r.below, DefaultDark)
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
