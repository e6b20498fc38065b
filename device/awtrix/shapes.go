// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"image"
	"image/color"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// shape draws a command. A command without a colour has the settings' colour, not the frame's.
func (c *canvas) shape(s *note.Shape) {
	ink := s.Color.Or(c.ink)
	r := image.Rect(s.X, s.Y, s.X+s.Width, s.Y+s.Height)
	switch s.Kind {
	case note.ShapePixel:
		c.SetRGBA(s.X, s.Y, ink)
	case note.ShapeLine:
		render.Line(c.RGBA, image.Pt(s.X, s.Y), image.Pt(s.X1, s.Y1), ink)
	case note.ShapeRect:
		render.Outline(c.RGBA, r, ink)
	case note.ShapeFill:
		render.Block(c.RGBA, r, ink)
	case note.ShapeCircle:
		c.circle(s, ink)
	case note.ShapeDisc:
		c.disc(s, ink)
	case note.ShapeText:
		c.text(s, ink)
	case note.ShapeBitmap:
		for i, pixel := range s.Pixels { // as many as r has
			c.SetRGBA(r.Min.X+i%s.Width, r.Min.Y+i/s.Width, pixel.Opaque())
		}
	}
}

// arc calls draw for an eighth of a circle about the origin, from the column of the
// radius on, by the midpoint algorithm.
func arc(radius int, draw func(x, y int)) {
	for x, y, p := radius, 0, 1-radius; x >= y; {
		draw(x, y)
		y++
		if p > 0 {
			x--
			p -= 2 * x
		}
		p += 2*y + 1
	}
}

func (c *canvas) circle(s *note.Shape, ink color.RGBA) {
	arc(s.Radius, func(x, y int) {
		for _, d := range [...]image.Point{{x, y}, {y, x}} {
			c.SetRGBA(s.X+d.X, s.Y+d.Y, ink)
			c.SetRGBA(s.X-d.X, s.Y+d.Y, ink)
			c.SetRGBA(s.X+d.X, s.Y-d.Y, ink)
			c.SetRGBA(s.X-d.X, s.Y-d.Y, ink)
		}
	})
}

// disc draws a filled circle: each row reaches the outline, and the outermost ones are as
// wide as the second step of the outline: radius 1 is a square of 3×3.
func (c *canvas) disc(s *note.Shape, ink color.RGBA) {
	arc(s.Radius, func(x, y int) {
		c.rows(s, x, y, ink)
		if y > 0 {
			c.rows(s, y, x, ink)
		}
	})
}

// rows fills the rows at the distance y from the middle, x pixels to each side.
func (c *canvas) rows(s *note.Shape, x, y int, ink color.RGBA) {
	render.Block(c.RGBA, image.Rect(s.X-x, s.Y-y, s.X+x+1, s.Y-y+1), ink)
	render.Block(c.RGBA, image.Rect(s.X-x, s.Y+y, s.X+x+1, s.Y+y+1), ink)
}

// text draws letters with the top left corner X, Y, as they were sent.
func (c *canvas) text(s *note.Shape, ink color.RGBA) {
	x := s.X
	codes, _ := coded(s.Text)
	for _, code := range codes {
		face()[code].draw(c.RGBA, x, s.Y, ink)
		x += int(advances[code])
	}
}

// enlarge draws m on the panel whose corner is at: each pixel as a square, in the middle of the panel.
func (p *Picture) enlarge(dst *image.RGBA, at image.Point, m *image.RGBA) {
	size := p.size.Mul(p.scale)
	at = at.Add(p.panel.Sub(size).Div(2))
	r := image.Rectangle{at, at.Add(size)}.Intersect(dst.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from := m.Pix[m.PixOffset(0, (y-at.Y)/p.scale):]
		to := dst.Pix[dst.PixOffset(r.Min.X, y):dst.PixOffset(r.Max.X, y)]
		for x := r.Min.X - at.X; len(to) > 0; x, to = x+1, to[4:] {
			i := 4 * (x / p.scale)
			copy(to[:4:4], from[i:i+4:i+4])
		}
	}
}
