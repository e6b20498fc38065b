// SPDX-License-Identifier: Apache-2.0

// Package enlarge enlarges the picture of a panel for viewing on a screen: as squares,
// or as the LEDs would look.
package enlarge

import (
	"image"
	"image/color"
	"math"

	"github.com/ledpost/ledpost/internal/srgb"
)

// MaxPixels is the largest picture that [Squares] and [LEDs] are meant for.
const MaxPixels = 16 << 20

// Fits reports whether a picture of this size, n times as large, is at most
// [MaxPixels].
func Fits(size image.Point, n int) bool {
	return n >= 1 && n <= MaxPixels && size.X*n <= MaxPixels && size.Y*n <= MaxPixels/max(size.X*n, 1)
}

// Squares returns m with n by n equal pixels for each pixel.
func Squares(m *image.RGBA, n int) *image.RGBA {
	size := m.Rect.Size()
	out := image.NewRGBA(image.Rectangle{Max: size.Mul(n)})
	for y := range size.Y * n {
		for x := range size.X * n {
			out.SetRGBA(x, y, m.RGBAAt(m.Rect.Min.X+x/n, m.Rect.Min.Y+y/n))
		}
	}
	return out
}

// The look of a panel, in light (1 is an LED at full brightness) and in fractions of the
// distance between two LEDs. Chosen by eye, compared with a photograph of a panel behind
// a thin diffuser.
const (
	body      = 0.0022 // of the board, which is not quite black
	darkLED   = 0.010  // of an LED that is off
	radius    = 0.38   // of an LED
	glow      = 0.11   // beside an LED that is at full
	glowWidth = 0.55   // where it has fallen to 1/e
	reach     = 1      // LEDs to each side that it is drawn over
)

// LEDs returns m as round glowing LEDs, n pixels apart. The light of neighbours adds up.
// m must be opaque; n below 4 shows little.
func LEDs(m *image.RGBA, n int) *image.RGBA {
	size := m.Rect.Size()
	light := newCanvas(size.Mul(n))
	core, halo := stamps(n)
	for y := range size.Y {
		for x := range size.X {
			at := image.Pt(x, y).Mul(n)
			c := m.RGBAAt(m.Rect.Min.X+x, m.Rect.Min.Y+y)
			lit := [3]float32{toLight[c.R], toLight[c.G], toLight[c.B]}
			light.add(core, at, [3]float32{lit[0] + darkLED, lit[1] + darkLED, lit[2] + darkLED})
			if lit != [3]float32{} {
				light.add(halo, at.Sub(image.Pt(reach*n, reach*n)), lit)
			}
		}
	}
	return light.picture()
}

var toLight = func() (t [256]float32) {
	for v := range t {
		t[v] = float32(srgb.Light(float64(v) / 255))
	}
	return t
}()

// A stamp is how much light an LED gives to each of the pixels around it.
type stamp struct {
	side   int
	shares []float32
}

// stamps returns the disc of an LED, with a smooth edge, and the glow around it.
func stamps(n int) (core, halo stamp) {
	return shape(n, func(r float64) float64 {
			return min(max((radius-r)*float64(n)+0.5, 0), 1)
		}), shape(n*(2*reach+1), func(r float64) float64 {
			r *= 2*reach + 1 // of the wider square, in LEDs
			return glow * math.Exp(-(r/glowWidth)*(r/glowWidth))
		})
}

// shape samples f, a function of the distance from the middle of a square as a fraction
// of its side.
func shape(side int, f func(r float64) float64) stamp {
	s := stamp{side, make([]float32, side*side)}
	for i := range s.shares {
		x, y := float64(i%side)+0.5-float64(side)/2, float64(i/side)+0.5-float64(side)/2
		s.shares[i] = float32(f(math.Hypot(x, y) / float64(side)))
	}
	return s
}

// A canvas accumulates light.
type canvas struct {
	size  image.Point
	light [][3]float32
}

func newCanvas(size image.Point) *canvas {
	c := &canvas{size, make([][3]float32, size.X*size.Y)}
	for i := range c.light {
		c.light[i] = [3]float32{body, body, body}
	}
	return c
}

// add adds s, multiplied by the light of an LED, with its corner at p; what lies outside
// the canvas is dropped.
func (c *canvas) add(s stamp, p image.Point, lit [3]float32) {
	square := image.Rect(0, 0, s.side, s.side).Add(p)
	for y := max(square.Min.Y, 0); y < min(square.Max.Y, c.size.Y); y++ {
		for x := max(square.Min.X, 0); x < min(square.Max.X, c.size.X); x++ {
			share := s.shares[(y-p.Y)*s.side+x-p.X]
			at := &c.light[y*c.size.X+x]
			for i := range at {
				at[i] += share * lit[i]
			}
		}
	}
}

// picture returns the canvas as sRGB values, clamped to full brightness.
func (c *canvas) picture() *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: c.size})
	for i, l := range c.light {
		m.SetRGBA(i%c.size.X, i/c.size.X, color.RGBA{value(l[0]), value(l[1]), value(l[2]), 255})
	}
	return m
}

func value(light float32) uint8 { return values[min(int(light*4095+0.5), 4095)] }

var values = func() (t [4096]uint8) {
	for i := range t {
		t[i] = uint8(math.Round(255 * srgb.Value(float64(i)/4095)))
	}
	return t
}()
