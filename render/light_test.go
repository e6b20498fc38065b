// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
)

// TestBlend composes as image/draw does, whatever lies below.
func TestBlend(t *testing.T) {
	below := []color.RGBA{{}, {0, 0, 0, 255}, {200, 100, 50, 255}, {60, 30, 0, 128}}
	over := []color.RGBA{{}, {255, 255, 255, 255}, {10, 20, 30, 255}, {100, 50, 0, 128}, {1, 0, 1, 1}, {254, 254, 254, 254}}
	for _, b := range below {
		for _, o := range over {
			want := image.NewRGBA(image.Rect(0, 0, 1, 1))
			want.SetRGBA(0, 0, b)
			draw.Draw(want, want.Rect, image.NewUniform(o), image.Point{}, draw.Over)
			got := []uint8{b.R, b.G, b.B, b.A}
			blend(got, uint32(o.R)|uint32(o.G)<<8|uint32(o.B)<<16|uint32(o.A)<<24)
			for ch, w := range want.Pix {
				if d := int(got[ch]) - int(w); d < -1 || d > 1 {
					t.Errorf("%v over %v is %v, want %v", o, b, got, want.Pix)
					break
				}
			}
		}
	}
}

// TestMixMeetsItsEnds: no way of it is the one, all of it the other.
func TestMixMeetsItsEnds(t *testing.T) {
	const from, to = 0xff_102030, 0x80_405060
	if got := mix(from, to, 0); got != from {
		t.Errorf("at the beginning %08x, want %08x", got, uint32(from))
	}
	if got := mix(from, to, 128); got>>24 != 0xbf {
		t.Errorf("half-way the alpha is %02x, want bf, half of ff and 80", got>>24)
	}
	if got := mix(from, to, 256); got != to {
		t.Errorf("at the end %08x, want %08x", got, uint32(to))
	}
}
