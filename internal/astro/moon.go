// SPDX-License-Identifier: Apache-2.0

package astro

import (
	"math"
	"time"
)

// clocks is how far the time of the planets' motion is ahead of the clocks' time in the 2020s.
const clocks = 69 * time.Second

// Moon returns the moon's phase in degrees: 0 new, 90 first quarter, 180 full, 270
// last quarter; and how much of its disc is lit, 0 to 1.
func Moon(t time.Time) (phase, lit float64) {
	c := century(t.Add(clocks))
	d := (297.8501921 + c*(445267.1114034-c*0.0018819)) * rad    // elongation (47.2)
	m := (357.5291092 + c*(35999.0502909-c*0.0001536)) * rad     // the sun's anomaly (47.3)
	moon := (134.9633964 + c*(477198.8675055+c*0.0087414)) * rad // the moon's (47.4)
	phase = turn(d/rad + 6.289*math.Sin(moon) - 2.100*math.Sin(m) + 1.274*math.Sin(2*d-moon) + 0.658*math.Sin(2*d) +
		0.214*math.Sin(2*moon) + 0.110*math.Sin(d)) // 180 less (48.4)
	return phase, (1 - math.Cos(phase*rad)) / 2
}

// MoonAt returns where the moon stands at t, within a hundredth of a degree.
func MoonAt(t time.Time, latitude, longitude float64) Position {
	return moon(t).seen(t, latitude, longitude).Position
}

// body is the centre of sun or moon, as it would be seen from the centre of the Earth.
type body struct {
	ascension, declination float64 // degrees
	distance               float64 // km
}

// disc is what is seen of it.
type disc struct {
	Position
	distance float64 // km, of the one who looks
}

// A term of the tables 47.A and 47.B: multiples of the elongation, of the anomalies of sun and moon, and of the moon's
// way from its node, with what it adds. That of the sun's anomaly is -2 to 2.
type term struct {
	d, m, n, f int
	angle      float64 // millionths of a degree, with the sine
	distance   float64 // m, with the cosine
}

// longitudes are the terms of table 47.A above two thousandths of a degree.
var longitudes = []term{
	{0, 0, 1, 0, 6288774, -20905355}, {2, 0, -1, 0, 1274027, -3699111}, {2, 0, 0, 0, 658314, -2955968},
	{0, 0, 2, 0, 213618, -569925}, {0, 1, 0, 0, -185116, 48888}, {0, 0, 0, 2, -114332, -3149},
	{2, 0, -2, 0, 58793, 246158}, {2, -1, -1, 0, 57066, -152138}, {2, 0, 1, 0, 53322, -170733},
	{2, -1, 0, 0, 45758, -204586}, {0, 1, -1, 0, -40923, -129620}, {1, 0, 0, 0, -34720, 108743},
	{0, 1, 1, 0, -30383, 104755}, {2, 0, 0, -2, 15327, 10321}, {0, 0, 1, 2, -12528, 0}, {0, 0, 1, -2, 10980, 79661},
	{4, 0, -1, 0, 10675, -34782}, {0, 0, 3, 0, 10034, -23210}, {4, 0, -2, 0, 8548, -21636}, {2, 1, -1, 0, -7888, 24208},
	{2, 1, 0, 0, -6766, 30824}, {1, 0, -1, 0, -5163, -8379}, {1, 1, 0, 0, 4987, -16675}, {2, -1, 1, 0, 4036, -12831},
	{2, 0, 2, 0, 3994, -10445}, {4, 0, 0, 0, 3861, -11650}, {2, 0, -3, 0, 3665, 14403}, {0, 1, -2, 0, -2689, -7003},
	{2, 0, -1, 2, -2602, 0}, {2, -1, -2, 0, 2390, 10056}, {1, 0, 1, 0, -2348, 6322}, {2, -2, 0, 0, 2236, -9884},
	{0, 1, 2, 0, -2120, 5751}, {0, 2, 0, 0, -2069, 0}, {2, -2, -1, 0, 2048, -4950},
}

// latitudes are those of table 47.B.
var latitudes = []term{
	{0, 0, 0, 1, 5128122, 0}, {0, 0, 1, 1, 280602, 0}, {0, 0, 1, -1, 277693, 0}, {2, 0, 0, -1, 173237, 0},
	{2, 0, -1, 1, 55413, 0}, {2, 0, -1, -1, 46271, 0}, {2, 0, 0, 1, 32573, 0}, {0, 0, 2, 1, 17198, 0},
	{2, 0, 1, -1, 9266, 0}, {0, 0, 2, -1, 8822, 0}, {2, -1, 0, -1, 8216, 0}, {2, 0, -2, -1, 4324, 0},
	{2, 0, 1, 1, 4200, 0}, {2, 1, 0, -1, -3359, 0}, {2, -1, -1, 1, 2463, 0}, {2, -1, 0, 1, 2211, 0},
	{2, -1, -1, -1, 2065, 0},
}

// moon returns where the moon is at t.
func moon(t time.Time) body {
	c := century(t.Add(clocks))
	mean := 218.3164477 + c*(481267.88123421-c*0.0015786)     // longitude (47.1)
	d := (297.8501921 + c*(445267.1114034-c*0.0018819)) * rad // (47.2)
	m := (357.5291092 + c*(35999.0502909-c*0.0001536)) * rad  // (47.3)
	n := (134.9633964 + c*(477198.8675055+c*0.0087414)) * rad // (47.4)
	f := (93.2720950 + c*(483202.0175233-c*0.0036539)) * rad  // from the node (47.5)
	e := 1 - c*(0.002516+c*0.0000074)                         // of the Earth's orbit, which becomes rounder (47.6)
	rounder := [...]float64{e * e, e, 1, e, e * e}            // from -2 times the sun's anomaly on
	sums := func(terms []term) (angle, distance float64) {
		for _, a := range terms {
			of := float64(a.d)*d + float64(a.m)*m + float64(a.n)*n + float64(a.f)*f
			by := rounder[2+a.m]
			sin, cos := math.Sincos(of)
			angle, distance = angle+by*a.angle*sin, distance+by*a.distance*cos
		}
		return angle / 1e6, distance / 1e3
	}
	long, distance := sums(longitudes)
	lat, _ := sums(latitudes)
	venus, jupiter := (119.75+131.849*c)*rad, (53.09+479264.290*c)*rad // they pull, as the flat Earth does
	long += mean + 0.003958*math.Sin(venus) + 0.001962*math.Sin(mean*rad-f) + 0.000318*math.Sin(jupiter)
	lat += -0.002235*math.Sin(mean*rad) + 0.000382*math.Sin((313.45+481266.484*c)*rad) + 0.000175*math.Sin(venus-f) +
		0.000175*math.Sin(venus+f) + 0.000127*math.Sin(mean*rad-n) - 0.000115*math.Sin(mean*rad+n)
	node := (125.04 - 1934.136*c) * rad
	long, lat = (long-0.00478*math.Sin(node))*rad, lat*rad
	tilt := (23.439291 - 0.0130042*c + 0.00256*math.Cos(node)) * rad
	return body{
		ascension:   turn(math.Atan2(math.Sin(long)*math.Cos(tilt)-math.Tan(lat)*math.Sin(tilt), math.Cos(long)) / rad),
		declination: math.Asin(math.Sin(lat)*math.Cos(tilt)+math.Cos(lat)*math.Sin(tilt)*math.Sin(long)) / rad,
		distance:    385000.56 + distance,
	}
}

// sea is one of the moon's: the direction of its middle as [Sea] has points, and the width of its half in degrees.
type sea struct{ east, north, front, half float64 }

// shore is how far a sea fades out on each side of its edge, in degrees.
const shore = 4

// seas are the moon's, by the longitude of their middle to the east, its latitude to the north, and half of their width in
// degrees (IAU Gazetteer of Planetary Nomenclature; Rükl, Atlas of the Moon). That of the Ocean of Storms is its middle part.
var seas = func() (all []sea) {
	for _, s := range [][3]float64{
		{-15.6, 32.8, 18.5}, {17.5, 28, 11}, {31.4, 8.5, 14}, {59.1, 17, 9}, {51.3, -7.8, 13}, {35.5, -15.2, 6},
		{-16.6, -21.3, 11.5}, {-38.6, -24.4, 7}, {-57.4, 18.4, 20}, {-45, 0, 13}, {-23.1, -10, 7}, {3.6, 13.3, 5},
	} {
		long, lat := s[0]*rad, s[1]*rad
		all = append(all, sea{math.Cos(lat) * math.Sin(long), math.Sin(lat), math.Cos(lat) * math.Cos(long), s[2]})
	}
	return all
}()

// Sea returns how much of a sea there is at a point of the full moon's disc, 0 to 1, with soft shores. The point is
// in radii from its middle to the moon's east, on the right of who looks from the north, and to its north.
func Sea(east, north float64) (most float64) {
	front := math.Sqrt(max(1-east*east-north*north, 0))
	for _, s := range seas {
		near := s.east*east + s.north*north + s.front*front
		in := min(max((s.half+shore-math.Acos(min(max(near, -1), 1))/rad)/(2*shore), 0), 1)
		most = max(most, in*in*(3-2*in))
	}
	return most
}

// earth is the radius of the Earth at its equator in km.
const earth = 6378.14

// seen returns what is seen of b at t from a place in degrees north and east, at the level of the sea: the centre of
// the Earth is as far below it as a sphere's would be.
func (b body) seen(t time.Time, latitude, longitude float64) disc {
	p := Seen(t, b.ascension, b.declination, latitude, longitude)
	up, along := b.distance*math.Sin(p.Altitude*rad)-earth, b.distance*math.Cos(p.Altitude*rad)
	p.Altitude = math.Atan2(up, along) / rad
	return disc{p, math.Hypot(up, along)}
}
