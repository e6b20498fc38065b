// SPDX-License-Identifier: Apache-2.0

package window

import (
	"image"
	"math"
)

// sea is water to the horizon, with an island and a lighthouse on a cape.
func sea(l *land) {
	h := l.size.Y
	l.horizon = h - l.rows(0.28)
	l.liquid = true
	for y := l.horizon; y < h; y++ {
		for x := range l.size.X {
			l.put(x, y, spot{matter: water, haze: uint8(max(0, 40-160*(y-l.horizon)/h))})
		}
	}
	l.island(l.size.X/10, l.size.X/4)
	wide := l.size.X / 4
	l.cape(wide)
	if l.room.tower {
		l.lighthouse(l.size.X - max(3, wide/3))
	}
}

// island draws one on the horizon.
func (l *land) island(left, wide int) {
	for x := range wide {
		u := float64(x) / float64(wide)
		high := int(float64(l.size.Y) * 0.07 * math.Sin(math.Pi*u) * (0.6 + 0.8*noise(41, 5*u, 0, 0)))
		l.box(left+x, l.horizon-high, 1, high, spot{matter: rock, haze: 52})
	}
}

// cape draws land that comes from the right and rises towards it.
func (l *land) cape(wide int) {
	h := l.size.Y
	for x := range wide {
		u := float64(x+1) / float64(wide)
		top := l.horizon + l.rows(0.16) - int(float64(h)*0.22*math.Pow(u, 0.7)*(0.85+0.3*noise(42, 6*u, 0, 0)))
		for y := top; y < l.horizon+l.rows(0.17)+int(3*u); y++ {
			m := rock
			if y-top < max(1, h/32) {
				m = grass
			}
			l.put(l.size.X-wide+x, y, spot{matter: m, tone: int8(hash(x, y)%16) - 20, slope: -10, id: uint16(hash(x, y))})
		}
	}
}

// lighthouse draws one on the cape, and notes where its lamp is.
func (l *land) lighthouse(x int) {
	tall, wide := l.rows(0.25), max(2, l.size.Y/16)
	foot := l.horizon - l.rows(0.02)
	for k := range tall {
		m := pale
		if k*5/tall%2 == 1 {
			m = red
		}
		l.box(x, foot-k, wide, 1, spot{matter: m, slope: -10})
		l.put(x+wide-1, foot-k, spot{matter: m, tone: -25, slope: -20})
	}
	l.box(x, foot-tall-max(1, l.size.Y/32), wide, 1, spot{matter: roof, tone: -20})
	l.lamp = image.Pt(x+wide/2, foot-tall)
	l.put(l.lamp.X, l.lamp.Y, spot{matter: lamp})
}
