// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
)

// plasma is four waves that cross each other.
type plasma struct {
	inks *palette
	step int // of the angle, for each pixel
}

func newPlasma(size image.Point) loop {
	inks := cycle(0x14064a, 0x5a0fa8, 0xd11a8c, 0xff5a4d, 0xffb03a, 0xd11a8c, 0x3a1fb8, 0x0a6fc2)
	return loop{seconds: 40, rate: slow, picture: &plasma{inks, turn / (14 + size.Y)}}
}

func (p *plasma) draw(c canvas, m moment) {
	a, b, d, e, drift := m.turn(5), m.turn(-4), m.turn(3), m.turn(-6), m.turn(3)/16
	size := c.area.Max
	cx, cy := size.X/2+size.X*sin(m.turn(1))/high/2, size.Y/2+size.Y*cos(m.turn(2))/high/2
	c.fill(func(x, y int) color.RGBA {
		v := sin(x*p.step+a) + sin(y*p.step*3/2+b) + sin((x+y)*p.step*3/4+d) + sin(length(x-cx, y-cy)*p.step>>8+e)
		return p.inks[(v>>7+drift)&255]
	})
}

// gradient drifts through a palette along a line that turns.
type gradient struct {
	inks *palette
	size image.Point
}

func newGradient(size image.Point) loop {
	inks := cycle(0x1b3bd1, 0x7a2ff0, 0xe83fb8, 0xff6b5e, 0xffb347, 0xff6b5e, 0xe83fb8, 0x7a2ff0)
	return loop{seconds: 30, rate: slow, picture: &gradient{inks, size}}
}

func (g *gradient) draw(c canvas, m moment) {
	lean := high/2 + sin(m.turn(1))/3 // of the line: the colours are never level
	dx, dy := high*160/(g.size.X+g.size.Y), lean*220/(g.size.X+g.size.Y)
	from := m.turn(2) / 16
	c.fill(func(x, y int) color.RGBA { return g.inks[(from+(x*dx+y*dy)/high)&255] })
}
