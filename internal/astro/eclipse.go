// SPDX-License-Identifier: Apache-2.0

package astro

import (
	"math"
	"time"
)

// Radii in km: of the sun, and of the moon as its eclipses have it (Meeus, chapter 54).
const sunRadius, moonRadius = 696000, 1737.4

// An Eclipse is one disc in front of another, or in a shadow, as it is seen. Everything is in radii of the disc that
// is covered: the sun's or the moon's. The zero value covers nothing.
type Eclipse struct {
	Lunar bool
	// X and Y are where the middle of what covers it stands: to the right, and up towards the zenith.
	X, Y float64
	// Radius is that of the moon in front of the sun, or of the Earth's shadow.
	Radius float64
}

// Covered returns how much of the disc is covered, as a share of its diameter, the magnitude of an eclipse: 0 is
// nothing, 1 and more all.
func (e Eclipse) Covered() float64 {
	if e.Radius == 0 {
		return 0
	}
	deep := (1 + e.Radius - math.Hypot(e.X, e.Y)) / 2
	return max(min(deep, max(e.Radius, 1)), 0)
}

// EclipseAt returns the eclipse that is seen at t from a place in degrees north and east; the zero value where the
// disc is below the horizon, or none is covered.
func EclipseAt(t time.Time, latitude, longitude float64) Eclipse {
	switch phase, _ := Moon(t); {
	case min(phase, 360-phase) < 3:
		return solar(t, latitude, longitude)
	case math.Abs(phase-180) < 4:
		return lunar(t, latitude, longitude)
	}
	return Eclipse{}
}

// solar is an eclipse of the sun.
func solar(t time.Time, latitude, longitude float64) Eclipse {
	sun, moon := sunBody(t).seen(t, latitude, longitude), moon(t).seen(t, latitude, longitude)
	if sun.Altitude < horizon {
		return Eclipse{}
	}
	return covered(Eclipse{}, sun.Position, moon.Position, math.Asin(sunRadius/sun.distance)/rad,
		math.Asin(moonRadius/moon.distance)/rad)
}

// lunar is an eclipse of the moon: its way through the core of the Earth's shadow, which the air makes a hundredth
// larger (chapter 54).
func lunar(t time.Time, latitude, longitude float64) Eclipse {
	sun, moon := sunBody(t), moon(t)
	at := moon.seen(t, latitude, longitude)
	if at.Altitude < horizon {
		return Eclipse{}
	}
	// Seen from the centre of the Earth, where the shadow's axis begins; from the ground both move alike.
	shadow := body{turn(sun.ascension + 180), -sun.declination, moon.distance}.seen(t, latitude, longitude)
	half := func(r, away float64) float64 { return math.Asin(r/away) / rad }
	umbra := 1.01*half(earth, moon.distance) + half(earth, sun.distance) - half(sunRadius, sun.distance)
	return covered(Eclipse{Lunar: true}, at.Position, shadow.Position, half(moonRadius, moon.distance), umbra)
}

// covered returns e with what lies over a disc, both by their places and their radii in degrees.
func covered(e Eclipse, disc, over Position, radius, of float64) Eclipse {
	side, high, at := (over.Azimuth-disc.Azimuth)*rad, over.Altitude*rad, disc.Altitude*rad
	e.X = math.Cos(high) * math.Sin(side) / rad / radius
	e.Y = (math.Sin(high)*math.Cos(at) - math.Cos(high)*math.Sin(at)*math.Cos(side)) / rad / radius
	if e.Radius = of / radius; e.Covered() == 0 {
		return Eclipse{}
	}
	return e
}

// sunBody returns where the sun is at t, at its mean distance less its way to and fro (25.5).
func sunBody(t time.Time) body {
	c := century(t)
	ascension, declination, _ := Sun(t.Add(clocks))
	m := (357.52911 + c*35999.05029) * rad
	const unit = 149597870.7
	return body{ascension, declination, unit * (1.00014 - 0.01671*math.Cos(m) - 0.00014*math.Cos(2*m))}
}
