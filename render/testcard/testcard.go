// SPDX-License-Identifier: Apache-2.0

// Package testcard draws test patterns: pictures by which a person sees whether
// the configuration of a panel is right.
package testcard

import (
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/render"
)

// Pattern is a test pattern. The zero value is Corners.
type Pattern uint8

const (
	Corners Pattern = iota // an angle in each corner: how the picture is turned
	Colours                // red, green and blue from left to right: the order of colours
	Rows                   // one row after another, from the top: their number and order
	Levels                 // from dark on the left to bright on the right: the levels of brightness
	Dark                   // nothing: LEDs that are lit all the same
	Motion                 // one column after another, fast: pictures that come late or torn
)

var names = []string{"corners", "colours", "rows", "levels", "dark", "motion"}

func (p Pattern) String() string { return enum.Name(names, p) }

// Parse is the inverse of String.
func Parse(s string) (Pattern, error) { return enum.Parse[Pattern](names, s) }

// RowTime is how long the pattern Rows shows each row, ColumnTime how long Motion shows
// each column.
const (
	RowTime    = 500 * time.Millisecond
	ColumnTime = 40 * time.Millisecond
)

var (
	red   = color.RGBA{255, 0, 0, 255}
	green = color.RGBA{0, 255, 0, 255}
	blue  = color.RGBA{0, 0, 255, 255}
	white = color.RGBA{255, 255, 255, 255}
)

// New returns a widget of that size, in pixels, that shows the pattern.
func New(p Pattern, size image.Point) render.Widget {
	switch p {
	case Colours:
		return &bands{size, []color.RGBA{red, green, blue}}
	case Rows:
		return &sweep{size, image.Pt(0, 1), size.Y, RowTime}
	case Levels:
		return &bands{size, grays(min(size.X, 16))}
	case Dark:
		return &bands{size, []color.RGBA{{A: 255}}}
	case Motion:
		return &sweep{size, image.Pt(1, 0), size.X, ColumnTime}
	}
	return corners(size)
}

// corners is an angle in each corner. They differ in colour and, for panels of one
// colour, in length: red, the longest, at the top left, then green at the top
// right, blue at the bottom left, and white at the bottom right, which is a point.
type corners image.Point

func (c corners) Size() image.Point     { return image.Point(c) }
func (c corners) Period() time.Duration { return 0 }

func (c corners) Draw(dst *image.RGBA, p image.Point, _ time.Duration) {
	whole := image.Rectangle{p, p.Add(image.Point(c))}
	thick := max(min(c.X, c.Y)/8, 1)
	paint(dst, whole, color.RGBA{A: 255})
	for i, ink := range [...]color.RGBA{red, green, blue, white} {
		long := (4 - i) * thick
		for _, arm := range [...]image.Point{{long, thick}, {thick, long}} {
			at := whole.Min
			if i%2 == 1 {
				at.X = whole.Max.X - arm.X
			}
			if i/2 == 1 {
				at.Y = whole.Max.Y - arm.Y
			}
			paint(dst, image.Rectangle{at, at.Add(arm)}.Intersect(whole), ink)
		}
	}
}

// bands are upright bands of equal width, one for each colour.
type bands struct {
	size image.Point
	inks []color.RGBA
}

func (b *bands) Size() image.Point     { return b.size }
func (b *bands) Period() time.Duration { return 0 }

func (b *bands) Draw(dst *image.RGBA, p image.Point, _ time.Duration) {
	n := len(b.inks)
	for i, ink := range b.inks {
		paint(dst, image.Rect(i*b.size.X/n, 0, (i+1)*b.size.X/n, b.size.Y).Add(p), ink)
	}
}

// grays returns n steps from black to white.
func grays(n int) []color.RGBA {
	out := make([]color.RGBA, n)
	for i := range out {
		v := uint8(255 * i / max(n-1, 1))
		out[i] = color.RGBA{v, v, v, 255}
	}
	return out
}

// sweep is a white line across the panel that moves on, n times, and begins again.
type sweep struct {
	size image.Point
	by   image.Point // (0, 1) from row to row, (1, 0) from column to column
	n    int
	stay time.Duration // at each place
}

func (s *sweep) Size() image.Point     { return s.size }
func (s *sweep) Period() time.Duration { return time.Duration(s.n) * s.stay }

// Next returns when the line moves on.
func (s *sweep) Next(t time.Duration) time.Duration {
	if t < 0 {
		return 0
	}
	return t - t%s.stay + s.stay
}

func (s *sweep) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	paint(dst, image.Rectangle{p, p.Add(s.size)}, color.RGBA{A: 255})
	if s.n == 0 {
		return
	}
	at := s.by.Mul(int(max(t, 0)/s.stay) % s.n)
	line := image.Rectangle{at, at.Add(image.Pt(s.size.X*s.by.Y+s.by.X, s.size.Y*s.by.X+s.by.Y))}
	paint(dst, line.Add(p), white)
}

// paint fills a rectangle, as far as it lies in dst.
func paint(dst *image.RGBA, r image.Rectangle, c color.RGBA) {
	r = r.Intersect(dst.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := dst.Pix[dst.PixOffset(r.Min.X, y):]
		for x := range r.Dx() {
			row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = c.R, c.G, c.B, c.A
		}
	}
}
