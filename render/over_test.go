// SPDX-License-Identifier: Apache-2.0

package render

import (
	"bytes"
	"image"
	"image/draw"
	"math/rand/v2"
	"testing"
)

// TestOver draws pictures of all kinds of pixels as package image/draw does, to the byte.
func TestOver(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	noise := func(r image.Rectangle, opaque bool) *image.RGBA {
		m := image.NewRGBA(r)
		for i := 0; i < len(m.Pix); i += 4 {
			a := []uint8{0, 255, uint8(rng.Uint32())}[rng.IntN(3)]
			for c := range 3 {
				m.Pix[i+c] = uint8(rng.IntN(int(a) + 1))
			}
			if m.Pix[i+3] = a; opaque {
				m.Pix[i+3] = 255
			}
		}
		return m
	}
	for n := range 500 {
		got := noise(image.Rect(0, 0, 12, 7).Add(image.Pt(rng.IntN(5), rng.IntN(5))), n%2 == 0)
		want := image.NewRGBA(got.Rect)
		copy(want.Pix, got.Pix)
		src := noise(image.Rect(0, 0, 1+rng.IntN(9), 1+rng.IntN(9)).Add(image.Pt(rng.IntN(4), -rng.IntN(4))), false)
		at := image.Pt(rng.IntN(24)-8, rng.IntN(20)-8)
		window := image.Rect(0, 0, rng.IntN(20), rng.IntN(20))
		over(got, window, src, at)
		r := image.Rectangle{at, at.Add(src.Rect.Size())}.Intersect(window)
		draw.Draw(want, r, src, src.Rect.Min.Add(r.Min.Sub(at)), draw.Over)
		if !bytes.Equal(got.Pix, want.Pix) {
			t.Fatalf("picture %d of %v at %v in %v differs", n, src.Rect, at, window)
		}
	}
}
