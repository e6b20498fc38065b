// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"image/color"
	"math"
	"testing"
)

// TestContrast has the examples of WCAG: white on black is 21:1, black 1:1, red 5.25:1.
func TestContrast(t *testing.T) {
	for c, want := range map[color.RGBA]float64{{255, 255, 255, 255}: 21, {A: 255}: 1, {255, 0, 0, 255}: 5.25} {
		if got := Contrast(c); math.Abs(got-want) > 0.01 {
			t.Errorf("%v: %.2f, want %.2f", c, got, want)
		}
	}
}

// TestQuietIsReadable in each colour: never dimmer than half, never brighter than the ink.
func TestQuietIsReadable(t *testing.T) {
	for r := 0; r < 256; r += 15 {
		for g := 0; g < 256; g += 15 {
			for b := 0; b < 256; b += 15 {
				ink := color.RGBA{uint8(r), uint8(g), uint8(b), 255}
				got := Quiet(ink)
				if Contrast(got) < min(4.5, Contrast(ink)) || got.R > ink.R || got.G > ink.G || got.B > ink.B || got.R < ink.R/2 {
					t.Fatalf("%v becomes %v of %.2f:1, the ink has %.2f:1", ink, got, Contrast(got), Contrast(ink))
				}
			}
		}
	}
	if got, want := Quiet(color.RGBA{255, 255, 255, 255}), (color.RGBA{127, 127, 127, 255}); got != want {
		t.Errorf("white becomes %v, want %v", got, want)
	}
}
