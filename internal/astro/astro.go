// SPDX-License-Identifier: Apache-2.0

// Package astro knows when the sun rises and sets and how much of the moon is lit,
// after Jean Meeus, Astronomical Algorithms, 2nd edition: the low accuracy of
// chapter 25 for the sun, which NOAA's solar calculator uses too, and chapter 48 for the
// moon. Rise and set are within two minutes up to 66° of latitude, the moon's
// phase within half a degree.
package astro

import (
	"math"
	"time"
)

const rad = math.Pi / 180

// century is the time since 2000-01-01 12:00 in Julian centuries.
func century(t time.Time) float64 { return (float64(t.Unix())/86400 + 2440587.5 - 2451545) / 36525 }

// Sun returns the sun's apparent right ascension and declination at t, and the
// equation of time, how far a sundial is ahead of the clock: all in degrees.
func Sun(t time.Time) (ascension, declination, ahead float64) {
	c := century(t)
	mean := 280.46646 + c*(36000.76983+c*0.0003032) // longitude (25.2)
	m := (357.52911 + c*(35999.05029-c*0.0001537)) * rad
	centre := (1.914602-c*(0.004817+c*0.000014))*math.Sin(m) + (0.019993-0.000101*c)*math.Sin(2*m) + 0.000289*math.Sin(3*m)
	node := (125.04 - 1934.136*c) * rad
	long := (mean + centre - 0.00569 - 0.00478*math.Sin(node)) * rad
	tilt := (23.439291 - 0.0130042*c + 0.00256*math.Cos(node)) * rad
	ascension = turn(math.Atan2(math.Cos(tilt)*math.Sin(long), math.Cos(long)) / rad)
	declination = math.Asin(math.Sin(tilt)*math.Sin(long)) / rad
	ahead = turn(mean-0.0057183-ascension+180) - 180 // chapter 28
	return ascension, declination, ahead
}

// turn is an angle within 0 to 360 degrees.
func turn(degrees float64) float64 { return degrees - 360*math.Floor(degrees/360) }

// horizon is where the centre of the sun is when its edge is seen to rise:
// refraction of 34' and half of its width, 16'.
const horizon = -0.833

// RiseAndSet returns sunrise and sunset of the day of t, in t's zone, at a latitude
// and longitude in degrees north and east. up says whether the sun is up all day
// where it does neither; both times are zero then.
func RiseAndSet(t time.Time, latitude, longitude float64) (rise, set time.Time, up bool) {
	y, m, d := t.Date()
	noon := time.Date(y, m, d, 12, 0, 0, 0, t.Location())
	// The noon of the sun that is nearest to the noon of the clock.
	_, _, ahead := Sun(noon)
	from := time.Date(y, m, d, 12, 0, 0, 0, time.UTC).Add(hours(-(longitude + ahead) / 15))
	for from.Sub(noon) > 12*time.Hour {
		from = from.Add(-24 * time.Hour)
	}
	for noon.Sub(from) > 12*time.Hour {
		from = from.Add(24 * time.Hour)
	}
	rise, up, ok := crossing(from, -1, latitude)
	set, _, also := crossing(from, 1, latitude)
	if !ok || !also {
		return time.Time{}, time.Time{}, up
	}
	return rise.In(t.Location()).Truncate(time.Second), set.In(t.Location()).Truncate(time.Second), false
}

// crossing is when the sun is at the horizon before (-1) or after (1) its noon.
func crossing(noon time.Time, side, latitude float64) (at time.Time, up, ok bool) {
	at = noon
	_, _, then := Sun(noon)
	for range 3 { // the sun moves on meanwhile: each time it is nearer
		_, dec, ahead := Sun(at)
		cos := (math.Sin(horizon*rad) - math.Sin(latitude*rad)*math.Sin(dec*rad)) / (math.Cos(latitude*rad) * math.Cos(dec*rad))
		if !(cos >= -1 && cos <= 1) {
			return at, cos < -1, false
		}
		at = noon.Add(hours((side*math.Acos(cos)/rad - (ahead - then)) / 15))
	}
	return at, false, true
}

func hours(h float64) time.Duration { return time.Duration(h * float64(time.Hour)) }

// Moon returns the moon's phase in degrees: 0 new, 90 first quarter, 180 full, 270
// last quarter; and how much of its disc is lit, 0 to 1.
func Moon(t time.Time) (phase, lit float64) {
	c := century(t.Add(69 * time.Second))                        // dynamical time, in the 2020s
	d := (297.8501921 + c*(445267.1114034-c*0.0018819)) * rad    // elongation (47.2)
	m := (357.5291092 + c*(35999.0502909-c*0.0001536)) * rad     // the sun's anomaly (47.3)
	moon := (134.9633964 + c*(477198.8675055+c*0.0087414)) * rad // the moon's (47.4)
	phase = turn(d/rad + 6.289*math.Sin(moon) - 2.100*math.Sin(m) + 1.274*math.Sin(2*d-moon) + 0.658*math.Sin(2*d) +
		0.214*math.Sin(2*moon) + 0.110*math.Sin(d)) // 180 less (48.4)
	return phase, (1 - math.Cos(phase*rad)) / 2
}
