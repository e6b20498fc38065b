// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image/color"
	"testing"
)

// TestDim: what is lit stays lit at any level above 0, and nothing is at 0.
func TestDim(t *testing.T) {
	for _, row := range []struct {
		why   string
		level float64
		want  color.RGBA
	}{
		{"dark", 0, color.RGBA{0, 0, 0, 255}},
		{"no darker than that", -1, color.RGBA{0, 0, 0, 255}},
		{"rounded up", 0.01, color.RGBA{2, 1, 0, 255}},
		{"half", 0.5, color.RGBA{100, 1, 0, 255}},
		{"as it is", 1, color.RGBA{200, 1, 0, 255}},
		{"no brighter than that", 2, color.RGBA{200, 1, 0, 255}},
	} {
		m := filledPicture(color.RGBA{200, 1, 0, 255})
		Dim(m, row.level)
		if got := m.RGBAAt(7, 3); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}
