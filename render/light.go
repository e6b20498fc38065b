// SPDX-License-Identifier: Apache-2.0

package render

import (
	"encoding/binary"
	"image"
	"math"

	"github.com/ledpost/ledpost/internal/srgb"
)

// Blending is done in linear light: linear holds each value in 16 bits, encoded
// maps the upper 12 of these back.
var (
	linear  = srgb.Table()
	encoded = makeEncoded()
)

func makeEncoded() (t [4096]uint8) {
	for i := range t {
		t[i] = uint8(math.Round(srgb.Value(float64(i)/4095) * 255))
	}
	return t
}

// row is the pixels of a picture at one height.
type row []uint8

// rowOf returns row y, from the top, of m.
func rowOf(m *image.RGBA, y int) row {
	y += m.Rect.Min.Y
	return m.Pix[m.PixOffset(m.Rect.Min.X, y):m.PixOffset(m.Rect.Max.X, y)]
}

// pixel returns the premultiplied R, G, B, A at x, packed in that order from
// the lowest byte; transparent outside of the row.
func (r row) pixel(x int) uint32 {
	if uint(x) >= uint(len(r)/4) {
		return 0
	}
	return binary.LittleEndian.Uint32(r[4*x:])
}

// mix returns the colour at weight of 256 between two pixels, in sRGB values, as the eye
// sees it. In linear light, a quarter of a stroke would look like half of it.
func mix(from, to, weight uint32) uint32 {
	const even = 0x00ff00ff // two of the four bytes at a time
	low := (from&even)*(256-weight) + (to&even)*weight
	high := (from>>8&even)*(256-weight) + (to>>8&even)*weight
	return low>>8&even | high&^even
}

// blend composes the premultiplied pixel c over the one at the start of pix.
func blend(pix []uint8, c uint32) {
	// Most text is opaque, or on black, where premultiplied colours just add up.
	keep := 255 - c>>24
	if under := binary.LittleEndian.Uint32(pix); keep == 0 || under&0xffffff == 0 {
		binary.LittleEndian.PutUint32(pix, c|under&0xff000000)
		return
	}
	for i := range 3 {
		v := c>>(8*i)&255 + (uint32(pix[i])*keep+127)/255
		pix[i] = uint8(min(v, 255))
	}
	pix[3] = uint8(c>>24 + (uint32(pix[3])*keep+127)/255)
}
