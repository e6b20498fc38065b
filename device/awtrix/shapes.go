// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"image"
	"image/color"

	"github.com/ledpost/ledpost/device/note"
)

// shape draws a command. A command without a colour has the settings' colour, not the frame's.
func (c *canvas) shape(s *note.Shape) {
	ink := ink(c.ink, s.Color)
	r := image.Rect(s.X, s.Y, s.X+s.Width, s.Y+s.Height)
	switch s.Kind {
	case note.ShapePixel:
		set(c.RGBA, s.X, s.Y, ink)
	case note.ShapeLine:
		c.line(s.X, s.Y, s.X1, s.Y1, ink)
	case note.ShapeRect:
		c.rect(r, ink)
	case note.ShapeFill:
		fill(c.RGBA, r, ink)
	case note.ShapeCircle:
		c.circle(s, ink)
	case note.ShapeDisc:
		c.disc(s, ink)
	case note.ShapeText:
		c.text(s, ink)
	case note.ShapeBitmap:
		for i, pixel := range s.Pixels { // as many as r has
			set(c.RGBA, r.Min.X+i%s.Width, r.Min.Y+i/s.Width, pixel.Opaque())
		}
	}
}

// rect draws the outline of r.
func (c *canvas) rect(r image.Rectangle, ink color.RGBA) {
	for _, edge := range [...]image.Rectangle{
		{r.Min, image.Pt(r.Max.X, r.Min.Y+1)}, {image.Pt(r.Min.X, r.Max.Y-1), r.Max},
		{r.Min, image.Pt(r.Min.X+1, r.Max.Y)}, {image.Pt(r.Max.X-1, r.Min.Y), r.Max},
	} {
		fill(c.RGBA, edge.Intersect(r), ink)
	}
}

// line draws a line with Bresenham's algorithm, both ends included.
func (c *canvas) line(x, y, x1, y1 int, ink color.RGBA) {
	dx, dy := abs(x1-x), -abs(y1-y)
	for wrong := dx + dy; ; {
		set(c.RGBA, x, y, ink)
		if x == x1 && y == y1 {
			return
		}
		twice := 2 * wrong
		if twice >= dy {
			wrong, x = wrong+dy, x+sign(x1-x)
		}
		if twice <= dx {
			wrong, y = wrong+dx, y+sign(y1-y)
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
			set(c.RGBA, s.X+d.X, s.Y+d.Y, ink)
			set(c.RGBA, s.X-d.X, s.Y+d.Y, ink)
			set(c.RGBA, s.X+d.X, s.Y-d.Y, ink)
			set(c.RGBA, s.X-d.X, s.Y-d.Y, ink)
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
	fill(c.RGBA, image.Rect(s.X-x, s.Y-y, s.X+x+1, s.Y-y+1), ink)
	fill(c.RGBA, image.Rect(s.X-x, s.Y+y, s.X+x+1, s.Y+y+1), ink)
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

func abs(v int) int { return max(v, -v) }

func sign(v int) int { return min(max(v, -1), 1) }

// set colours a pixel; outside of m it does nothing.
func set(m *image.RGBA, x, y int, c color.RGBA) {
	if image.Pt(x, y).In(m.Rect) {
		i := m.PixOffset(x, y)
		copy(m.Pix[i:i+4:i+4], (&[4]uint8{c.R, c.G, c.B, c.A})[:])
	}
}

// fill colours the part of r that is in m.
func fill(m *image.RGBA, r image.Rectangle, c color.RGBA) {
	r = r.Intersect(m.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			set(m, x, y, c)
		}
	}
}

// lay copies the opaque pixels of from, which has the size of m.
func lay(m, from *image.RGBA) {
	for i := 0; i < len(from.Pix); i += 4 {
		if from.Pix[i+3] != 0 {
			copy(m.Pix[i:i+4:i+4], from.Pix[i:i+4:i+4])
		}
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
