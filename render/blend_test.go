// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"testing"
)

// TestDarkened: an old picture goes, a new one comes, each in a half.
func TestDarkened(t *testing.T) {
	old, fresh := filledPicture(color.RGBA{200, 100, 40, 255}), filledPicture(color.RGBA{40, 80, 160, 255})
	for _, row := range []struct {
		why  string
		part float64
		want color.RGBA
	}{
		{"the old one", 0, color.RGBA{200, 100, 40, 255}},
		{"half of it", 0.25, color.RGBA{100, 50, 20, 255}},
		{"nothing of the new one", 0.5, color.RGBA{0, 0, 0, 255}},
		{"a quarter of it", 0.625, color.RGBA{10, 20, 40, 255}},
		{"the new one", 1, color.RGBA{40, 80, 160, 255}},
	} {
		dst := image.NewRGBA(old.Rect)
		Transition{Style: Darken}.compose(dst, old, fresh, row.part, 0)
		if got := dst.RGBAAt(3, 2); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// TestFadeMixesLight: half way is the mean of the light and not of the values.
func TestFadeMixesLight(t *testing.T) {
	old, fresh := filledPicture(color.Black), filledPicture(color.White)
	for _, row := range []struct {
		part float64
		want uint8
	}{{0, 0}, {0.25, 137}, {0.5, 187}, {0.75, 225}, {1, 255}} {
		dst := image.NewRGBA(old.Rect)
		Transition{Style: Fade}.compose(dst, old, fresh, row.part, 0)
		if got := dst.RGBAAt(3, 2); got != (color.RGBA{row.want, row.want, row.want, 255}) {
			t.Errorf("%v: %v, want %d", row.part, got, row.want)
		}
	}
}
