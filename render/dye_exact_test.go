// SPDX-License-Identifier: Apache-2.0

package render_test

import (
	"image"
	"image/color"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

// TestDyedColours: white becomes the colour to the last bit, and an edge that
// covers half of a pixel becomes half of it, rounded.
func TestDyedColours(t *testing.T) {
	for _, row := range []struct {
		why       string
		cover     uint8
		dye, want color.RGBA
	}{
		{"white", 255, color.RGBA{100, 50, 201, 255}, color.RGBA{100, 50, 201, 255}},
		{"half, rounded up in red and down in green", 128, color.RGBA{101, 100, 255, 255}, color.RGBA{51, 50, 128, 128}},
		{"half, rounded up in green and down in blue", 128, color.RGBA{100, 101, 100, 255}, color.RGBA{50, 51, 50, 128}},
		{"half, rounded up in blue", 128, color.RGBA{0, 0, 101, 255}, color.RGBA{0, 0, 51, 128}},
		{"nothing", 0, color.RGBA{100, 50, 200, 255}, color.RGBA{}},
	} {
		m := image.NewRGBA(image.Rect(0, 0, 1, 1))
		m.SetRGBA(0, 0, color.RGBA{row.cover, row.cover, row.cover, row.cover})
		dyed := render.Graded(m, []color.RGBA{row.dye, row.dye})
		if got := dyed.RGBAAt(0, 0); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// TestPeriodOfDyed: what moves keeps its own, and the effect's counts otherwise.
func TestPeriodOfDyed(t *testing.T) {
	still, moving := &render.Still{Image: bars()}, &render.Marquee{Image: bars(), Width: 3, Gap: 2}
	for _, row := range []struct {
		why  string
		w    render.Widget
		want time.Duration
	}{
		{"a rainbow goes round", render.NewRainbow(still, primaries, 3, 7*time.Second), 7 * time.Second},
		{"a palette goes through its colours", render.NewPalette(still, primaries, 3*time.Second), 3 * time.Second},
		{"in equal times for each, to the nanosecond", render.NewPalette(still, primaries, 11), 9},
		{"on and off", render.NewBlink(still, time.Second), time.Second},
		{"bright and back", render.NewFade(still, time.Second), time.Second},
		{"a text that scrolls ends its pass", render.NewPalette(moving, primaries, 3*time.Second), moving.Period()},
	} {
		if got := row.w.Period(); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// TestBetween: a mix of two colours, and one of them outside of 0 to 1.
func TestBetween(t *testing.T) {
	from, to := color.RGBA{0, 200, 40, 255}, color.RGBA{100, 100, 40, 255}
	for _, row := range []struct {
		part float64
		want color.RGBA
	}{
		{-1, color.RGBA{0, 200, 40, 255}},
		{0, color.RGBA{0, 200, 40, 255}},
		{0.25, color.RGBA{25, 175, 40, 255}},
		{0.5, color.RGBA{50, 150, 40, 255}},
		{1, color.RGBA{100, 100, 40, 255}},
		{2, color.RGBA{100, 100, 40, 255}},
	} {
		if got := render.Between(from, to, row.part); got != row.want {
			t.Errorf("%v: %v, want %v", row.part, got, row.want)
		}
	}
}

// TestGradedRows: each row is graded alike, also where the picture begins elsewhere.
func TestGradedRows(t *testing.T) {
	m := image.NewRGBA(image.Rect(3, 4, 5, 7))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	pixtest.Equal(t, render.Graded(m, primaries[:2]), "RG\nRG\nRG")
}
