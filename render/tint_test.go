// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"testing"
	"time"
)

// TestTint: a tinted scene has one hue, and every colour its brightest channel's share of
// it. It allocates nothing.
func TestTint(t *testing.T) {
	dst := image.NewRGBA(image.Rect(0, 0, 1, 1))
	for _, row := range []struct {
		why           string
		of, with, out color.RGBA
	}{
		{"no tint", color.RGBA{10, 20, 30, 255}, color.RGBA{}, color.RGBA{10, 20, 30, 255}},
		{"white is the tint itself", color.RGBA{255, 255, 255, 255}, color.RGBA{200, 80, 0, 255}, color.RGBA{200, 80, 0, 255}},
		{"blue is as legible", color.RGBA{0, 0, 255, 255}, color.RGBA{200, 80, 0, 255}, color.RGBA{200, 80, 0, 255}},
		{"grey is half", color.RGBA{51, 51, 51, 255}, color.RGBA{200, 80, 0, 255}, color.RGBA{40, 16, 0, 255}},
		{"black stays black", color.RGBA{0, 0, 0, 255}, color.RGBA{200, 80, 0, 255}, color.RGBA{0, 0, 0, 255}},
	} {
		s := Scene{Root: &Fill{Color: row.of, Bounds: image.Pt(1, 1)}, Tint: row.with}
		if s.draw(dst, time.Time{}); dst.RGBAAt(0, 0) != row.out {
			t.Errorf("%s: %v, want %v", row.why, dst.RGBAAt(0, 0), row.out)
		}
		if n := testing.AllocsPerRun(10, func() { s.draw(dst, time.Time{}) }); n != 0 {
			t.Errorf("%s: %v allocations", row.why, n)
		}
	}
}
