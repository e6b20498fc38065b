// SPDX-License-Identifier: Apache-2.0

package window

import (
	"image/color"
	"math"
)

// fall draws rain and snow.
func (w *Window) fall(c canvas, now int64) {
	if r := w.scene.Air.Rain; r > 0 {
		w.rain(c, now, r)
	}
	if s := w.scene.Air.Snow; s > 0 {
		w.snow(c, now, s)
	}
}

// falls returns how many drops or flakes a panel of 64×32 has, by mm an hour: 0.1 is a drizzle, 10 a downpour.
func falls(mm float64) float64 { return min(8+26*math.Sqrt(mm), 100) }

// of returns that number for this panel.
func (w *Window) of(number float64) int {
	return max(3, int(number*math.Sqrt(float64(w.size.X*w.size.Y)/2048)*math.Sqrt(float64(w.size.X)/float64(2*w.size.Y))))
}

// rain draws streaks that the wind slants; more of it falls faster and in longer ones.
func (w *Window) rain(c canvas, now int64, mm float64) {
	level := 62 + int(min(mm, 6)*8)
	ink := color.RGBA{168, 190, 226, 255}
	if w.light.night > 0.5 {
		ink = color.RGBA{96, 116, 160, 255}
	}
	if w.scene.Quiet {
		level /= 2
	}
	h := w.size.Y
	long := max(2, h/12+int(mm*float64(h)/160))
	slant := int(w.drift * 110) // of 256, columns a row
	for id := range w.of(falls(mm)) {
		speed := (30 + int(hash(id, 1)%14)) * h / 32 // rows a second
		span := h + long + int(hash(id, 2)%16)
		way := int(now%3_600_000)*speed + int(hash(id, 3)%uint32(span*1000))
		pass, y := way/1000/span, way/1000%span-long
		x := int(hash(id, 4+pass)%uint32(w.size.X+h)) - h/2
		for k := range long {
			c.cover(x+(y+k)*slant>>8, y+k, ink, level*(k+2)/(long+1))
		}
	}
}

// snow draws flakes that sway, and go with the wind.
func (w *Window) snow(c canvas, now int64, mm float64) {
	ink := color.RGBA{236, 242, 252, 255}
	if w.light.night > 0.5 {
		ink = color.RGBA{150, 162, 190, 255}
	}
	h := w.size.Y
	for id := range w.of(1.4 * falls(mm)) {
		near := int(hash(id, 1) % 256)
		speed := (4 + near/50) * h / 24 // rows a second
		span := (h + 2) * 256
		way := int(now%3_600_000)*speed/4 + int(hash(id, 2)%uint32(span)) // 1/256 of a row, near 1,000 to 250
		pass, y := way/span, way%span-256
		x := int(hash(id, 3+pass)%uint32(w.size.X+h))*256 - h*128
		x += int(w.drift*1.2*float64(y)) + wave(int(now/16)+id*53)*2
		level := 120 + near/2
		if w.scene.Quiet {
			level /= 2
		}
		px, part := x>>8, x&255
		part = min(max(part*2-128, 0), 255) // crisp but for a moment
		py, low := y>>8, y&255
		c.cover(px, py, ink, level*(256-part)*(256-low)>>16)
		c.cover(px+1, py, ink, level*part*(256-low)>>16)
		c.cover(px, py+1, ink, level*(256-part)*low>>16)
		c.cover(px+1, py+1, ink, level*part*low>>16)
	}
}

// thunders is how often there may be lightning, milliseconds.
const thunders = 11_000

// flash lights the clouds up: softly, within an eighth of a second, and fading in one.
func (w *Window) flash(c canvas, now int64) {
	if !w.scene.Air.Thunder {
		return
	}
	id, age := int(now/thunders), int(now%thunders)
	age -= 500 + int(hash(id, 9)%8500)
	if age < 0 || age > 1000 || hash(id, 8)%8 < 2 {
		return
	}
	light := 110 * min(age, 125) / 125
	if age > 125 {
		light = 110 * (1000 - age) / 875 * (1000 - age) / 875
	}
	middle := int(hash(id, 7) % uint32(w.size.X))
	ink := color.RGBA{178, 186, 232, 255}
	for y := range w.horizon {
		for x := range w.size.X {
			away := max(x-middle, middle-x)
			c.cover(x, y, ink, light*(w.size.X*3/2-away)/(w.size.X*3/2))
		}
	}
	if age < 260 {
		x := middle
		for y := range w.horizon {
			c.cover(x, y, color.RGBA{255, 246, 222, 255}, 220*(260-age)/260)
			x += int(hash(id*64+y, 6)%3) - 1
		}
	}
}
