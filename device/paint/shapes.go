// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// canvas is what the drawing commands of a frame draw on, transparent at first. Drawing
// outside of it costs at most one step each.
type canvas struct {
	*image.RGBA
	p    *Painter
	inks color.RGBA // of commands without a colour
}

// drawing returns the picture of the frame's commands.
func (p *Painter) drawing(f *note.Frame) *image.RGBA {
	c := canvas{image.NewRGBA(image.Rectangle{Max: p.Size}), p, p.ink(f.Color)}
	for i := range f.Draw {
		c.shape(&f.Draw[i])
	}
	return c.RGBA
}

func (c *canvas) shape(s *note.Shape) {
	ink := s.Color.Or(c.inks)
	r := image.Rect(s.X, s.Y, s.X+s.Width, s.Y+s.Height)
	switch s.Kind {
	case note.ShapePixel:
		c.SetRGBA(s.X, s.Y, ink)
	case note.ShapeLine:
		render.Line(c.RGBA, r.Min, image.Pt(s.X1, s.Y1), ink)
	case note.ShapeRect:
		render.Outline(c.RGBA, r, ink)
	case note.ShapeFill:
		render.Block(c.RGBA, r, ink)
	case note.ShapeCircle:
		c.circle(s.X, s.Y, s.Radius, ink)
	case note.ShapeDisc:
		c.disc(s.X, s.Y, s.Radius, ink)
	case note.ShapeText:
		c.text(s, ink)
	case note.ShapeBitmap:
		c.bitmap(s, r)
	}
}

// circle draws an outline of one pixel about the pixel x, y.
func (c *canvas) circle(x, y, radius int, ink color.RGBA) {
	for a, b := 0, radius; a <= b; a++ { // an eighth, and its reflections
		b = half(radius, a)
		for _, d := range [...]image.Point{{a, b}, {b, a}} {
			c.SetRGBA(x+d.X, y+d.Y, ink)
			c.SetRGBA(x-d.X, y+d.Y, ink)
			c.SetRGBA(x+d.X, y-d.Y, ink)
			c.SetRGBA(x-d.X, y-d.Y, ink)
		}
	}
}

// disc draws a filled circle.
func (c *canvas) disc(x, y, radius int, ink color.RGBA) {
	for row := max(y-radius, 0); row <= min(y+radius, c.Rect.Max.Y-1); row++ {
		w := half(radius, row-y)
		render.Block(c.RGBA, image.Rect(x-w, row, x+w+1, row+1), ink)
	}
}

// half returns half the width of a circle at the distance d from its middle. Adding a
// little to the radius makes small circles round, without tips.
func half(radius, d int) int {
	r := float64(radius)
	return int(math.Sqrt(r*(r+0.8) - float64(d*d)))
}

// marks is how many rows of the small letters are above the capitals, whose corner X, Y is.
const marks = 1

func (c *canvas) text(s *note.Shape, ink color.RGBA) {
	line := c.p.Fonts.Small.Line([]fonts.Span{{Text: s.Text, Color: ink}}).Image
	draw.Draw(c, line.Bounds().Add(image.Pt(s.X, s.Y-marks)), line, image.Point{}, draw.Over)
}

func (c *canvas) bitmap(s *note.Shape, r image.Rectangle) {
	for i, pixel := range s.Pixels { // as many as r has
		if pixel.Set {
			c.SetRGBA(r.Min.X+i%s.Width, r.Min.Y+i/s.Width, pixel.Opaque())
		}
	}
}
