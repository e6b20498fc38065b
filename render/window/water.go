// SPDX-License-Identifier: Apache-2.0

package window

import (
	"image/color"
)

// waterAt returns the colour of water: the sky upside down, darker, with the light of sun or moon on it.
func (w *Window) waterAt(x, y int) rgb {
	deep := float64(y-w.horizon) / float64(w.size.Y-w.horizon)
	c := w.above(float64(x)+0.5, 0.06+0.75*deep).times(rgb{0.66, 0.74, 0.80})
	c = c.to(rgb{10, 58, 82}.times(w.light.land), 0.38*smooth(0, 0.6, deep))
	if w.sun.Altitude > -4 {
		path := bell((float64(x)+0.5-w.sun.x)/float64(w.size.X), 0.045+0.06*deep) * (1 - w.light.grey) * (1 - w.light.fog)
		c = c.to(w.light.glow, 0.55*path*smooth(40, 3, w.sun.Altitude))
	}
	return c
}

// glitter is the light of sun and moon on the water, and of the lighthouse.
func (w *Window) glitter(c canvas, now int64) {
	if !w.liquid() {
		return
	}
	step := now / 240 // more than an int of 32 bits holds
	if w.scene.Still {
		step = 0
	}
	rows := w.size.Y - w.horizon
	bright := w.light.low.to(rgb{255, 255, 255}, 0.3).rgba()
	for y := w.horizon + 1; y < w.size.Y; y++ {
		deep := y - w.horizon
		for i := range max(1, w.size.X/12) {
			id := i + y*64
			turn := step + int64(hash(id, 1)%16)
			x, age := int(hash(id, 2+int(turn/16))%uint32(w.size.X)), int(turn%16)
			level := min(age, 15-age) * 11
			for k := range 1 + deep*w.size.Y/rows/12 {
				w.gleam(c, x+k, y, bright, level/3)
			}
		}
	}
	w.road(c, int(step/3), rows)
	w.beam(c, now)
}

// gleam brightens a pixel of the water.
func (w *Window) gleam(c canvas, x, y int, ink color.RGBA, level int) {
	if uint(x) < uint(w.size.X) && w.Painter.land.spots[y*w.size.X+x].matter == water {
		c.cover(x, y, ink, level)
	}
}

// road is the sparkling road below the sun, or at night the moon.
func (w *Window) road(c canvas, step, rows int) {
	x, ink, level := w.sun.x, w.light.glow.to(rgb{255, 255, 255}, 0.5).rgba(), 210.0
	level *= smooth(-3, 1, w.sun.Altitude) * smooth(70, 12, w.sun.Altitude)
	if !w.moon.Empty() && w.light.night > 0.5 {
		x, ink, level = float64(w.moon.Min.X+w.moon.Max.X)/2, color.RGBA{214, 212, 196, 255}, 150
	}
	level *= (1 - w.light.grey) * (1 - w.light.fog)
	if level < 8 {
		return
	}
	for y := w.horizon; y < w.size.Y; y++ {
		half := 1 + (y-w.horizon)*w.size.Y/10/max(rows, 1)
		for k := -half; k <= half; k++ {
			if h := hash(step+y*978, k); h%5 < 2 {
				w.gleam(c, int(x)+k, y, ink, int(level)*(half+1-max(k, -k))/(half+1))
			}
		}
	}
}

// beam is the light of a lighthouse, which turns once in eight seconds.
func (w *Window) beam(c canvas, now int64) {
	at := w.Painter.land.lamp
	if at.X < 0 || w.light.night < 0.4 || w.scene.Still {
		return
	}
	turn := int(now/31) & 255
	light := max(wave(turn), 0) * max(wave(turn), 0) >> 6 // toward us
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			c.cover(at.X+dx, at.Y+dy, color.RGBA{255, 236, 180, 255}, light>>uint(dx*dx+dy*dy))
		}
	}
	side := wave(turn + 64) // to the left and the right
	long := max(side, -side) * w.size.X / 3 / 128
	for k := 1; k < long; k++ {
		x := at.X + k
		if side < 0 {
			x = at.X - k
		}
		c.cover(x, at.Y, color.RGBA{255, 236, 180, 255}, 70*(long-k)/long)
	}
}
