// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
)

// matrix is green drops that leave a trail, as in the film.
type matrix struct {
	inks *palette
	size image.Point
}

func newMatrix(size image.Point) loop {
	inks := ramp(0x000000, 0x011205, 0x04300f, 0x0a7026, 0x1fc24a, 0xb8ffc9)
	return loop{seconds: 24, rate: fast, picture: &matrix{inks, size}}
}

func (d *matrix) draw(c canvas, m moment) {
	c.fill(func(int, int) color.RGBA { return d.inks[0] })
	trail := max(6, d.size.Y*3/4)
	for x := c.area.Min.X; x < c.area.Max.X; x++ {
		for k := range 2 {
			d.drop(c, m, x, 2*x+k, trail)
		}
	}
}

// drop draws one of the two drops that a column has at most.
func (d *matrix) drop(c canvas, m moment, x, id, trail int) {
	span := d.size.Y + trail + 4 + below(d.size.Y, id, 1)
	passes := max(1, (160+below(160, id, 2))/span)
	head := (m.way(passes*span*one) + below(span, id, 3)*one) % (span * one)
	if id&1 == 1 && below(3, id, 4) > 0 {
		return
	}
	for y := max(c.area.Min.Y, head/one-trail); y < min(c.area.Max.Y, head/one+2); y++ {
		behind := head - y*one
		level := 255 - behind*200/(trail*one)
		if behind < 0 {
			c.add(x, y, d.inks.at(255), even[one+behind])
			continue
		}
		if behind > one && hash(x*64+y, (m.n/7+hash(x, y)))&7 == 0 {
			level = level * 2 / 3 // letters that change
		}
		if behind > one {
			level = level * (trail*one - behind + one) / (trail * one)
		}
		ink := d.inks.at(level)
		c.add(x, y, ink, 256)
	}
}
