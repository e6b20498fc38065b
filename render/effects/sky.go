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

// clouds are two layers of noise that drift through each other.
type clouds struct {
	noise *tile
	inks  *palette
	step  int // of the noise, 256ths for each pixel
}

func newClouds(size image.Point) loop {
	inks := cycle(0x0a1a5c, 0x2a4fd1, 0x35b8e0, 0xb8f2e0, 0xffd9b8, 0xff7aa8, 0x8a35c0, 0x2a1a80)
	return loop{seconds: 48, rate: slow, picture: &clouds{newTile(4, 3), inks, one * 20 / (size.Y + 12)}}
}

func (k *clouds) draw(c canvas, m moment) {
	a, b, hue := m.way(2*side*one), m.way(-side*one), m.way(256)
	c.fill(func(x, y int) color.RGBA {
		x, y = x*k.step, y*k.step
		v := k.noise.at(x+a, y+b) + k.noise.at(x*3/2-b, y*3/2+23*one)
		return k.inks[(v*5/8+hue)&255]
	})
}

// ocean is light on deep water: four swells that cross, and foam where they meet.
type ocean struct {
	noise *tile
	inks  *palette
	step  int
}

func newOcean(size image.Point) loop {
	inks := ramp(0x010820, 0x02204a, 0x044a7a, 0x0b7d98, 0x27b8b0, 0x7ff0d4, 0xf0fff8)
	return loop{seconds: 40, rate: slow, picture: &ocean{newTile(8, 9), inks, one * 24 / (size.Y + 16)}}
}

func (o *ocean) draw(c canvas, m moment) {
	a, b := m.way(2*side*one), m.way(-2*side*one)
	s1, s2 := m.turn(5), m.turn(-7)
	c.fill(func(x, y int) color.RGBA {
		u, v := x*o.step, y*o.step
		n := o.noise.at(u/2+a, v) + o.noise.at(u-a, v*2+b)
		swell := sin(u+v*2+n*8+s1) + sin(u*2-v*3+n*5+s2)
		level := n/5 + swell*34/high + 40
		if foam := n + swell*64/high - 330; foam > 0 { // where crests meet
			level += foam
		}
		return o.inks.at(level)
	})
}
