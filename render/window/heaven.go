// SPDX-License-Identifier: Apache-2.0

package window

import (
	"image"
	"image/color"
	"math"

	"github.com/ledpost/ledpost/internal/astro"
)

const degrees = math.Pi / 180

// twinkle is a star in the sky.
type twinkle struct {
	x, y  int
	ink   color.RGBA
	level int // 0 to 256
	low   int // how much of it trembles, 0 to 128: more near the horizon
}

// findStars notes the stars that can be seen.
func (w *Window) findStars() {
	// The faintest magnitude: the first stars come at 5° below the horizon, and a small panel has room for few.
	dark := smooth(-4, -14, w.sun.Altitude)
	least := -1.5 + dark*(2.6+1.9*smooth(1000, 5000, float64(w.size.X*w.size.Y)))
	if w.light.grey > 0.9 || w.light.fog > 0 || dark == 0 {
		return
	}
	taken := map[image.Point]bool{}
	for _, s := range stars {
		m := float64(s.magnitude) / 100
		if m > least {
			break
		}
		at := w.sight(astro.Seen(w.scene.At, float64(s.ascension)/50, float64(s.declination)/100, w.scene.Latitude,
			w.scene.Longitude), w.scene.Latitude)
		p := image.Pt(int(math.Floor(at.x)), int(math.Floor(at.y)))
		if at.Altitude < 2 || !p.In(image.Rect(0, 0, w.size.X, w.horizon)) || p.In(w.moon) || taken[p] {
			continue
		}
		taken[p] = true
		level := 250 * math.Pow(0.66, max(m, -0.6)+0.6) * min(1, 0.35+(least-m)*0.8) * (1 - w.light.grey)
		if w.scene.Quiet {
			level *= 0.5
		}
		low := int(100 * smooth(60, 5, at.Altitude))
		w.stars = append(w.stars, twinkle{p.X, p.Y, glowOf(float64(s.kelvin) * 100).rgba(), int(max(level, 34)), low + 20})
	}
}

// glowOf returns the colour of a glowing body, paler than it is: from the orange of 3,500 K to the blue of 20,000 K.
func glowOf(kelvin float64) rgb {
	if kelvin < 6500 {
		return rgb{255, 176, 108}.to(rgb{255, 246, 236}, (kelvin-3200)/3300)
	}
	return rgb{255, 246, 236}.to(rgb{178, 204, 255}, (kelvin-6500)/9000)
}

// twinkle draws the stars.
func (w *Window) twinkle(c canvas, now int64) {
	for i := range w.stars {
		s := &w.stars[i]
		level := s.level
		if !w.scene.Still {
			// two waves that never meet the same way, each star its own
			a := wave(int(now/(7+int64(i%5))) + i*97)
			b := wave(int(now/(11+int64(i%3))) + i*41)
			level += (a + b) * s.level / 256 * s.low / 256
		}
		c.shine(s.x, s.y, s.ink, min(level, 256))
	}
}

// waves are one turn of a sine, -128 to 127.
var waves = func() (t [256]int8) {
	for i := range t {
		t[i] = int8(math.Round(127 * math.Sin(float64(i)*math.Pi/128)))
	}
	return t
}()

func wave(at int) int { return int(waves[at&255]) }

// paintMoon paints the moon: lit by the sun from where it stands, with its seas, as large as a hand can cover.
func (w *Window) paintMoon(colours []rgb) {
	s := w.scene
	at := w.sight(astro.MoonAt(s.At, s.Latitude, s.Longitude), s.Latitude)
	seen := (1 - w.light.grey) * (1 - 0.9*w.light.fog)
	r := max(1.6, float64(w.size.Y)/12.5)
	phase, lit := astro.Moon(s.At)
	if at.Altitude < -4 || seen <= 0.05 || lit < 0.02 {
		return
	}
	if w.room.fine { // on whole pixels, so that it is round
		at.x, at.y = math.Round(at.x), math.Round(at.y)
		r = math.Round(2*r) / 2
	}
	night := w.light.night
	reach := 5 * r
	w.around(at, reach, func(i int, away float64) { // its glow in the air
		colours[i] = colours[i].plus(rgb{60, 66, 84}, seen*lit*night*0.8*math.Exp(-(away-r)/(1.1*r))*smooth(reach, r, away))
	})
	d := newDisc(w, at, phase)
	bright := rgb{250, 244, 222}.to(rgb{255, 206, 150}, smooth(14, 0, at.Altitude)) // near the horizon it is orange
	share := seen * (0.42 + 0.58*night)
	w.around(at, r+1, func(i int, _ float64) {
		const fine = 4
		var sum rgb
		disc := 0.0
		for k := range fine * fine {
			x := (float64(i%w.size.X) + (float64(k%fine)+0.5)/fine - at.x) / r
			y := (at.y - float64(i/w.size.X) - (float64(k/fine)+0.5)/fine) / r
			if x*x+y*y > 1 {
				continue
			}
			disc++
			sum = sum.plus(colours[i].to(d.at(x, y, bright, colours[i]), share), 1)
		}
		if disc > 0 {
			colours[i] = colours[i].to(sum.times(rgb{1 / disc, 1 / disc, 1 / disc}), disc/(fine*fine))
		}
	})
	if lit > 0.1 {
		box := image.Rect(int(at.x-r), int(at.y-r), int(at.x+r)+1, int(at.y+r)+1)
		w.moon = box
	}
}

// disc is the moon's face.
type disc struct {
	north, limb [2]float64 // directions on the panel, to the right and up: of its pole, and of its bright edge
	edge        float64    // of the light, as a share of the width at a height
	day         float64
}

// newDisc returns the moon's face at a sight.
func newDisc(w *Window, at sight, phase float64) (d disc) {
	s := w.scene
	// Meeus 14.1: the angle between the zenith and the pole of the sky; to it the moon's own pole is near.
	lat, alt, az := s.Latitude*degrees, at.Altitude*degrees, at.Azimuth*degrees
	dec := math.Asin(clampTo(math.Sin(lat)*math.Sin(alt)+math.Cos(lat)*math.Cos(alt)*math.Cos(az), 1))
	hour := math.Atan2(-math.Sin(az)*math.Cos(alt), math.Cos(lat)*math.Sin(alt)-math.Sin(lat)*math.Cos(alt)*math.Cos(az))
	q := math.Atan2(math.Sin(hour), math.Tan(lat)*math.Cos(dec)-math.Sin(dec)*math.Cos(hour))
	d.north = [2]float64{math.Sin(q), math.Cos(q)}
	// The bright edge is on the way to the sun, along a great circle.
	turn, sun := (w.sun.Azimuth-at.Azimuth)*degrees, w.sun.Altitude*degrees
	a := math.Atan2(math.Sin(turn)*math.Cos(sun), math.Cos(alt)*math.Sin(sun)-math.Sin(alt)*math.Cos(sun)*math.Cos(turn))
	d.limb = [2]float64{math.Sin(a), math.Cos(a)}
	d.edge = math.Cos(min(phase, 360-phase) * degrees)
	d.day = 1 - w.light.night
	return d
}

func clampTo(v, most float64) float64 { return min(max(v, -most), most) }

// at returns the colour at a point of the disc, whose radius is 1, before a sky.
func (d disc) at(x, y float64, bright, sky rgb) rgb {
	along := x*d.limb[0] + y*d.limb[1]
	up := -x*d.limb[1] + y*d.limb[0]
	if along < d.edge*math.Sqrt(max(1-up*up, 0)) {
		return sky.plus(rgb{13, 15, 20}, 1-d.day) // the light of the Earth
	}
	north := x*d.north[0] + y*d.north[1]
	east := x*d.north[1] - y*d.north[0]
	return bright.to(rgb{126, 126, 132}, 0.78*astro.Sea(east, north)).to(bright.plus(sky, 0.5), 0.4*d.day)
}
