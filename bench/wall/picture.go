// SPDX-License-Identifier: Apache-2.0

package main

import (
	"image"
	"image/color"
)

// The size of the panel, and how many columns a number has: its bits, and after them the
// same inverted.
const (
	wide, high = 37, 8
	bits       = 11
	most       = 1<<bits - 1
)

// picture is the picture of a number: each row carries the number, which reveals a picture
// with missing pieces, and behind it a dot that moves.
func picture(n int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, wide, high))
	for i := range wide * high {
		x, y := i%wide, i/wide
		lit := x == 2*bits+(n+y)%(wide-2*bits)
		if x < 2*bits {
			lit = n>>(x%bits)&1 == 1 != (x >= bits)
		}
		m.SetRGBA(x, y, color.RGBA{A: 255})
		if lit {
			m.SetRGBA(x, y, color.RGBA{255, 255, 255, 255})
		}
	}
	return m
}

// number returns the number of a whole picture; ok is false for any other picture.
func number(m image.Image) (n int, ok bool) {
	b := m.Bounds()
	lit := func(x, y int) bool {
		r, _, _, _ := m.At(b.Min.X+x, b.Min.Y+y).RGBA()
		return r > 0
	}
	for x := range bits {
		if lit(x, 0) {
			n |= 1 << x
		}
	}
	want := picture(n)
	for i := range wide * high {
		if x, y := i%wide, i/wide; lit(x, y) != (want.RGBAAt(x, y).R > 0) {
			return 0, false
		}
	}
	return n, true
}
