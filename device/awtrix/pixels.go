// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"image"
	"image/color"
)

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

// enlarge draws m on the panel whose corner is at: each pixel as a square, centred in height.
func (p *Picture) enlarge(dst *image.RGBA, at image.Point, m *image.RGBA) {
	at.Y += (p.panel.Y - p.scale*height) / 2
	r := image.Rectangle{at, at.Add(p.size.Mul(p.scale))}.Intersect(dst.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from := m.Pix[m.PixOffset(0, (y-at.Y)/p.scale):]
		to := dst.Pix[dst.PixOffset(r.Min.X, y):dst.PixOffset(r.Max.X, y)]
		for x := r.Min.X - at.X; len(to) > 0; x, to = x+1, to[4:] {
			i := 4 * (x / p.scale)
			copy(to[:4:4], from[i:i+4:i+4])
		}
	}
}
