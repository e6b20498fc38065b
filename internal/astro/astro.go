// SPDX-License-Identifier: Apache-2.0

// Package astro knows when the sun rises and sets, where sun, moon and stars stand, and how much of the moon is lit,
// after Jean Meeus, Astronomical Algorithms, 2nd edition: the low accuracy of
// chapter 25 for the sun, which NOAA's solar calculator uses too, and chapters 47 and 48 for the
// moon. Rise and set are within two minutes up to 66° of latitude, the moon's
// phase within half a degree, eclipses within two minutes and a fiftieth of the disc.
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

// A Position is where something stands in the sky.
type Position struct {
	Altitude float64 // degrees above the horizon, without refraction
	Azimuth  float64 // degrees from the north through the east
}

// Sidereal returns the sidereal time at the meridian of Greenwich at t, in degrees (12.4).
func Sidereal(t time.Time) float64 {
	c := century(t)
	return turn(280.46061837 + 360.98564736629*c*36525 + c*c*0.000387933)
}

// Seen returns where something at a right ascension and declination, in degrees, stands at t at a latitude and
// longitude in degrees north and east (chapter 13).
func Seen(t time.Time, ascension, declination, latitude, longitude float64) Position {
	hour := (Sidereal(t) + longitude - ascension) * rad
	lat, dec := latitude*rad, declination*rad
	south := math.Atan2(math.Sin(hour), math.Cos(hour)*math.Sin(lat)-math.Tan(dec)*math.Cos(lat))
	sin := math.Sin(lat)*math.Sin(dec) + math.Cos(lat)*math.Cos(dec)*math.Cos(hour)
	return Position{Altitude: math.Asin(min(max(sin, -1), 1)) / rad, Azimuth: turn(south/rad + 180)}
}

// SunAt returns where the sun stands at t.
func SunAt(t time.Time, latitude, longitude float64) Position {
	ascension, declination, _ := Sun(t)
	return Seen(t, ascension, declination, latitude, longitude)
}
