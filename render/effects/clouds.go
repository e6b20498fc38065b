// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
)

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
