// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
	"math"

	"github.com/ledpost/ledpost/internal/srgb"
)

// A canvas is what an effect draws on: the part of the effect inside a picture.
type canvas struct {
	dst  *image.RGBA
	at   image.Point     // of the effect's corner in dst
	area image.Rectangle // the part of the effect that is drawn, never empty
}

// row returns the drawn pixels at the height y, which must be inside.
func (c canvas) row(y int) []uint8 {
	from := c.dst.PixOffset(c.area.Min.X+c.at.X, y+c.at.Y)
	return c.dst.Pix[from : from+4*c.area.Dx()]
}

// fill sets every pixel to the result of ink for its position.
func (c canvas) fill(ink func(x, y int) color.RGBA) {
	for y := c.area.Min.Y; y < c.area.Max.Y; y++ {
		x := c.area.Min.X
		for pix := c.row(y); len(pix) >= 4; pix = pix[4:] {
			k := ink(x, y)
			pix[0], pix[1], pix[2], pix[3] = k.R, k.G, k.B, 255
			x++
		}
	}
}

// set sets the pixel at a position to ink, if it is inside.
func (c canvas) set(x, y int, ink color.RGBA) {
	i := c.dst.PixOffset(x+c.at.X, y+c.at.Y)
	pix := c.dst.Pix[i : i+4 : i+4]
	pix[0], pix[1], pix[2], pix[3] = ink.R, ink.G, ink.B, 255
}

// pixel returns the pixel at a position, or nil if it is outside.
func (c canvas) pixel(x, y int) []uint8 {
	if x < c.area.Min.X || x >= c.area.Max.X || y < c.area.Min.Y || y >= c.area.Max.Y {
		return nil
	}
	i := c.dst.PixOffset(x+c.at.X, y+c.at.Y)
	return c.dst.Pix[i : i+4 : i+4]
}

// add adds level (0 to 256) of ink to a pixel, like a light source.
func (c canvas) add(x, y int, ink color.RGBA, level int) {
	if p := c.pixel(x, y); p != nil && level > 0 {
		p[0] = more(p[0], ink.R, level)
		p[1] = more(p[1], ink.G, level)
		p[2] = more(p[2], ink.B, level)
	}
}

func more(v, by uint8, level int) uint8 { return uint8(min(int(v)+int(by)*level>>8, 255)) }

// cover lays level (0 to 256) of ink over a pixel.
func (c canvas) cover(x, y int, ink color.RGBA, level int) {
	if p := c.pixel(x, y); p != nil && level > 0 {
		p[0] = toward(p[0], ink.R, level)
		p[1] = toward(p[1], ink.G, level)
		p[2] = toward(p[2], ink.B, level)
		p[3] = toward(p[3], 255, level)
	}
}

func toward(v, to uint8, level int) uint8 { return uint8(int(v) + (int(to)-int(v))*level>>8) }

// mix returns the colour at way, 0 to 256, between two colours.
func mix(from, to color.RGBA, way int) color.RGBA {
	return color.RGBA{toward(from.R, to.R, way), toward(from.G, to.G, way), toward(from.B, to.B, way), 255}
}

// dim returns ink scaled by level, clamped to 0 to 256.
func dim(ink color.RGBA, level int) color.RGBA {
	level = min(max(level, 0), 256)
	return color.RGBA{uint8(int(ink.R) * level >> 8), uint8(int(ink.G) * level >> 8), uint8(int(ink.B) * level >> 8), 255}
}

// one is one pixel in coordinates with fractions of a pixel.
const one = 256

// shine makes a pixel at least as bright as level (0 to 256, more counts as 256) of ink.
// Unlike light that is added up, overlapping ones keep their colour.
func (c canvas) shine(x, y int, ink color.RGBA, level int) {
	if p := c.pixel(x, y); p != nil && level > 0 {
		level = min(level, 256)
		p[0] = max(p[0], uint8(int(ink.R)*level>>8))
		p[1] = max(p[1], uint8(int(ink.G)*level>>8))
		p[2] = max(p[2], uint8(int(ink.B)*level>>8))
	}
}

// even is the level at which a colour has a share of its light, in 256ths: what moves between two pixels keeps its light
// only so, since half the value is a fifth of the light.
var even = func() (t [one + 1]int) {
	for i := range t {
		t[i] = int(math.Round(one * srgb.Value(float64(i)/one)))
	}
	return t
}()

// spark draws a point of light at a position between pixels.
func (c canvas) spark(x, y int, ink color.RGBA, level int) { c.block(x, y, 1, 1, ink, level) }

// block draws a rectangle of w by h pixels of light at a position between pixels.
func (c canvas) block(x, y, w, h int, ink color.RGBA, level int) {
	px, py, fx, fy := x>>8, y>>8, x&255, y&255
	level = min(level, 256)
	for j := range h + 1 {
		down := covered(j, h, fy)
		for i := range w + 1 {
			c.shine(px+i, py+j, ink, level*even[covered(i, w, fx)*down>>8]>>8)
		}
	}
}

// covered returns how much of pixel i, 0 to n, is covered by n pixels that begin at part of pixel 0; all in 256ths.
func covered(i, n, part int) int {
	switch i {
	case 0:
		return one - part
	case n:
		return part
	}
	return one
}

// flake covers a position between pixels.
func (c canvas) flake(x, y int, ink color.RGBA, level int) {
	px, py, fx, fy := x>>8, y>>8, x&255, y&255
	c.cover(px, py, ink, level*(one-fx)*(one-fy)>>16)
	c.cover(px+1, py, ink, level*fx*(one-fy)>>16)
	c.cover(px, py+1, ink, level*(one-fx)*fy>>16)
	c.cover(px+1, py+1, ink, level*fx*fy>>16)
}

// A palette is the colours of an effect in steps that look even.
type palette [256]color.RGBA

// ramp makes a palette from the first of the colours, 0xRRGGBB, to the last.
func ramp(stops ...uint32) *palette {
	var p palette
	for i := range p {
		at := float64(i*(len(stops)-1)) / 255
		k := min(int(at), len(stops)-2)
		p[i] = between(stops[k], stops[k+1], at-float64(k))
	}
	return &p
}

// cycle makes a palette through the colours and back to the first.
func cycle(stops ...uint32) *palette {
	var p palette
	for i := range p {
		at := float64(i*len(stops)) / 256
		k := int(at)
		p[i] = between(stops[k], stops[(k+1)%len(stops)], at-float64(k))
	}
	return &p
}

// at returns the colour at v, clamped to 0 to 255.
func (p *palette) at(v int) color.RGBA { return p[min(max(v, 0), 255)] }

// rgb returns the colour 0xRRGGBB.
func rgb(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// between blends in Oklab, which is perceptually even:
// from blue to yellow there is no grey.
func between(a, b uint32, way float64) color.RGBA {
	from, to := toLab(a), toLab(b)
	for i := range from {
		from[i] += (to[i] - from[i]) * way
	}
	return fromLab(from)
}

func toLab(v uint32) srgb.Lab {
	light := func(shift int) float64 { return srgb.Light(float64(v>>shift&255) / 255) }
	return srgb.ToLab(light(16), light(8), light(0))
}

func fromLab(c srgb.Lab) color.RGBA {
	r, g, b := c.Lights()
	return color.RGBA{value(r), value(g), value(b), 255}
}

func value(light float64) uint8 { return uint8(math.Round(255 * srgb.Value(min(max(light, 0), 1)))) }
