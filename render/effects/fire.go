// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
)

// fire is noise that rises through noise that rises faster, and cools on its way.
type fire struct {
	inks  *palette
	noise *tile
	high  int // of the flames, pixels
	fine  int // of the noise, 256ths of its pixels for each pixel
}

func newFire(size image.Point) loop {
	inks := ramp(0x000000, 0x1c0300, 0x5c0a00, 0xb81e00, 0xf04e00, 0xff8c00, 0xffc22e, 0xffec9e)
	return loop{seconds: 16, rate: slow, picture: &fire{inks, newTile(8, 11), size.Y, one * 12 / (size.Y + 4)}}
}

func (f *fire) draw(c canvas, m moment) {
	near, far := m.way(9*side*one), m.way(5*side*one)
	sway := sin(m.turn(4)) * one / high
	rise := one * 256 / f.high // no division for each pixel: ARMv6 has none
	c.fill(func(x, y int) color.RGBA {
		up := (f.high - y) * rise >> 8 // 0 at the bottom, one at the top
		u, v := x*f.fine*3/2, y*f.fine
		heat := f.noise.at(u+sway*up>>8, v+near) + f.noise.at(u*2/3+17*one, v*2/3+far)
		return f.inks.at(heat - 20 - up*(330-heat/4)>>8)
	})
}
