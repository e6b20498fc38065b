// SPDX-License-Identifier: Apache-2.0

package window

import (
	"image"
	"image/color"
)

// canvas is an opaque picture that is being painted.
type canvas struct {
	pix  []uint8
	size image.Point
}

// toward returns v on its way to another value, of 256.
func toward(v, to uint8, way int) uint8 { return uint8(int(v) + (int(to)-int(v))*way>>8) }

// cover lays level, 0 to 256, of an ink over a pixel, where there is one.
func (c canvas) cover(x, y int, ink color.RGBA, level int) {
	if uint(x) >= uint(c.size.X) || uint(y) >= uint(c.size.Y) || level <= 0 {
		return
	}
	p := c.pix[(y*c.size.X+x)*4:][:4:4]
	p[0], p[1], p[2] = toward(p[0], ink.R, level), toward(p[1], ink.G, level), toward(p[2], ink.B, level)
}

// shine makes a pixel at least as bright as level, 0 to 256, of an ink.
func (c canvas) shine(x, y int, ink color.RGBA, level int) {
	if uint(x) >= uint(c.size.X) || uint(y) >= uint(c.size.Y) || level <= 0 {
		return
	}
	p := c.pix[(y*c.size.X+x)*4:][:4:4]
	p[0], p[1], p[2] = max(p[0], part(ink.R, level)), max(p[1], part(ink.G, level)), max(p[2], part(ink.B, level))
}

func part(v uint8, level int) uint8 { return uint8(min(int(v)*level>>8, 255)) }

// onto copies the picture to dst, with its corner at p.
func (c canvas) onto(dst *image.RGBA, p image.Point) {
	r := image.Rectangle{p, p.Add(c.size)}.Intersect(dst.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from := c.pix[((y-p.Y)*c.size.X+r.Min.X-p.X)*4:]
		copy(dst.Pix[dst.PixOffset(r.Min.X, y):], from[:4*r.Dx()])
	}
}

// hash returns a number that looks random, of a and b.
func hash(a, b int) uint32 {
	h := uint32(a)*0x9e3779b1 ^ uint32(b)*0x85ebca6b
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	return h ^ h>>15
}

// chance returns hash as a share, 0 to 1.
func chance(a, b int) float64 { return float64(hash(a, b)) / (1 << 32) }
