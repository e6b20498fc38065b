// SPDX-License-Identifier: Apache-2.0

package record

import (
	"image"
	"image/color"
	"slices"
)

// changes returns the smallest picture with all pixels of m that differ from last, the
// pixels of the picture before. The others are transparent: long runs of one colour,
// which GIF keeps in few bytes. At most most colours, the transparent one among them
// unless there are only two.
func changes(m *image.RGBA, last []uint8, most int) *image.Paletted {
	strip, rect := differing(m, last)
	if most > 2 {
		most--
	}
	inks := paletted(strip, most)
	through := uint8(len(inks.Palette))
	out := image.NewPaletted(rect, append(slices.Clone(inks.Palette), color.RGBA{}))
	for i := range out.Pix {
		out.Pix[i] = through
	}
	next := 0
	for i := 0; i < len(last); i += 4 {
		if [4]uint8(m.Pix[i:]) != [4]uint8(last[i:]) {
			out.SetColorIndex(i%m.Stride/4, i/m.Stride, inks.Pix[next])
			next++
		}
	}
	return out
}

// differing returns the pixels of m that differ from last, at least one, in a row, and
// the smallest rectangle that holds them all.
func differing(m *image.RGBA, last []uint8) (strip *image.RGBA, rect image.Rectangle) {
	var pix []uint8
	for i := 0; i < len(last); i += 4 {
		if [4]uint8(m.Pix[i:]) != [4]uint8(last[i:]) {
			pix = append(pix, m.Pix[i:i+4]...)
			rect = rect.Union(image.Rect(0, 0, 1, 1).Add(image.Pt(i%m.Stride/4, i/m.Stride)))
		}
	}
	return &image.RGBA{Pix: pix, Stride: len(pix), Rect: image.Rect(0, 0, len(pix)/4, 1)}, rect
}
