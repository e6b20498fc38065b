// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"math"
)

// spot is a place on a picture, in pixels; the middle of the first pixel is 0, 0.
type spot struct{ x, y float64 }

// around returns the place at a distance from s, in the direction of turn: 0 is up, 0.25
// to the right.
func (s spot) around(distance, turn float64) spot {
	sin, cos := math.Sincos(2 * math.Pi * turn)
	return spot{s.x + distance*sin, s.y - distance*cos}
}

// stroke is a line with round ends, smooth at its edges.
type stroke struct {
	from, to spot
	wide     float64 // pixels
}

// cover returns which share of a pixel the stroke covers, 0 to 1.
func (s stroke) cover(x, y int) float64 {
	dx, dy := s.to.x-s.from.x, s.to.y-s.from.y
	px, py := float64(x)-s.from.x, float64(y)-s.from.y
	along := 0.0
	if n := dx*dx + dy*dy; n > 0 {
		along = min(max((px*dx+py*dy)/n, 0), 1)
	}
	return min(max(s.wide/2+0.5-math.Hypot(px-along*dx, py-along*dy), 0), 1)
}

// box returns the pixels that the stroke may cover.
func (s stroke) box() image.Rectangle {
	wide := s.wide/2 + 1
	return image.Rect(
		int(math.Floor(min(s.from.x, s.to.x)-wide)), int(math.Floor(min(s.from.y, s.to.y)-wide)),
		int(math.Ceil(max(s.from.x, s.to.x)+wide))+1, int(math.Ceil(max(s.from.y, s.to.y)+wide))+1,
	)
}

// draw draws the stroke over dst, moved by at, within the rectangle room of dst. It
// allocates nothing.
func (s stroke) draw(dst *image.RGBA, at image.Point, room image.Rectangle, c color.RGBA) {
	r := s.box().Add(at).Intersect(room).Intersect(dst.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			lay(dst, x, y, c, s.cover(x-at.X, y-at.Y))
		}
	}
}

// lay draws a share of the light of c, an opaque colour, over a pixel of dst.
func lay(dst *image.RGBA, x, y int, c color.RGBA, share float64) {
	if share <= 0 {
		return
	}
	a := uint32(255*math.Sqrt(share) + 0.5) // coded values are about the root of the light
	i := dst.PixOffset(x, y)
	for n, v := range [4]uint8{c.R, c.G, c.B, 255} {
		dst.Pix[i+n] = uint8((uint32(dst.Pix[i+n])*(255-a) + uint32(v)*a + 127) / 255)
	}
}

// blend returns the colour at a place between stops, of which the first is at 0 and the second at 1.
func blend(stops []color.RGBA, at float64) color.RGBA {
	i := min(int(at), len(stops)-2)
	return mixed(stops[i], stops[i+1], at-float64(i))
}

// mixed returns the colour between a and b: a at 0, b at 1.
func mixed(a, b color.RGBA, at float64) color.RGBA {
	part := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*at + 0.5) }
	return color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 255}
}
