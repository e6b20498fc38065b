// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
)

// stars twinkle, each time elsewhere.
type stars struct {
	size  image.Point
	count int
	night *palette
}

func newStars(size image.Point) loop {
	return loop{seconds: 24, rate: slow, picture: &stars{size, drops(size, 12), ramp(0x02020c, 0x080a24)}}
}

var starInks = [8]color.RGBA{
	rgb(0xffffff), rgb(0xcfe0ff), rgb(0x9fc2ff), rgb(0xfff1cf), rgb(0xffd7a1), rgb(0xe6edff), rgb(0xffffff), rgb(0xffc4b0),
}

func (s *stars) draw(c canvas, m moment) {
	c.fill(func(_, y int) color.RGBA { return s.night.at(y * 255 / s.size.Y) })
	for id := range s.count {
		times := 4 + below(6, id, 1)
		way := m.way(times*turn) + hash(id, 2)&(turn-1)
		pass, in := way/turn%times, way&(turn-1)
		x, y := below(s.size.X, id, 3+2*pass), below(s.size.Y, id, 4+2*pass)
		glow := high - cos(in) // 0 to 2*high, smooth at both ends
		level := (glow >> 5) * (glow >> 5) >> 8 * (64 + hash(id, pass)&191) >> 8
		ink := starInks[hash(id, 5+pass)&7]
		c.add(x, y, ink, level)
		if s.size.Y >= 16 && level > 160 { // rays of the brightest
			for _, d := range [4]image.Point{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				c.add(x+d.X, y+d.Y, ink, (level-160)/3)
			}
		}
	}
}

// aurora is curtains of light that fold.
type aurora struct {
	size  image.Point
	noise *tile
	inks  *palette
	night *palette
}

func newAurora(size image.Point) loop {
	inks := ramp(0x00180f, 0x14ff8a, 0x19f0c0, 0x2f8fff, 0x7a3cff, 0xc02fd0)
	return loop{seconds: 30, rate: slow, picture: &aurora{size, newTile(4, 5), inks, ramp(0x01030f, 0x020a18)}}
}

func (a *aurora) draw(c canvas, m moment) {
	drift, fold := m.way(side*one), m.way(-2*side*one)
	step := one * 48 / (40 + a.size.X) // the fold of a curtain is wider on wide panels
	down := 256 * 256 / a.size.Y
	for x := c.area.Min.X; x < c.area.Max.X; x++ {
		foot := 200 + (a.noise.at(x*step/2+drift, 7*one)-128)*100/256 // of the curtain, 256 is the bottom
		bend := sin(x*step/2+m.turn(2)) * 6 / high * one
		glow := a.noise.at(x*step*2+bend+fold, drift) * a.noise.at(x*step-fold, 31*one+drift) >> 7
		for y := c.area.Min.Y; y < c.area.Max.Y; y++ {
			up, light := foot-y*down>>8, 0
			if up < 0 {
				up, light = 0, glow*(64+up*2)>>6 // the sharp lower edge
			} else {
				light = glow * (300 - up) >> 8
			}
			night := a.night.at(y * down >> 8)
			c.set(x, y, mix(night, a.inks.at(24+up), min(max(light, 0), 256)))
		}
	}
}
