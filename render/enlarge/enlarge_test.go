// SPDX-License-Identifier: Apache-2.0

package enlarge

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/ledpost/ledpost/internal/pixtest"
)

// two is a dark LED beside a red one, in a picture that does not begin at 0, 0.
func two() *image.RGBA {
	m := image.NewRGBA(image.Rect(3, 5, 5, 6))
	m.SetRGBA(3, 5, color.RGBA{A: 255})
	m.SetRGBA(4, 5, color.RGBA{R: 255, A: 255})
	return m
}

func TestSquares(t *testing.T) {
	pixtest.Equal(t, Squares(two(), 3), `
		...RRR
		...RRR
		...RRR
	`)
}

// TestLEDs: where it is light, where it is not quite dark, and where it glows.
func TestLEDs(t *testing.T) {
	const n = 16
	m := LEDs(two(), n)
	if m.Rect != image.Rect(0, 0, 2*n, n) {
		t.Fatalf("size %v", m.Rect)
	}
	middle, beside, corner, far := m.RGBAAt(n+n/2, n/2), m.RGBAAt(n+1, n/2), m.RGBAAt(2*n-1, 0), m.RGBAAt(0, 0)
	dark := m.RGBAAt(n/2, n/2)
	if middle.R != 255 || middle.G > 60 {
		t.Errorf("the middle of the red LED is %v", middle)
	}
	if !(beside.R < middle.R && corner.R < beside.R && far.R < corner.R) {
		t.Errorf("its glow does not fall: %v, %v, %v, %v", middle, beside, corner, far)
	}
	if dark.G == 0 || dark.G > 40 || dark.G <= far.G {
		t.Errorf("an LED that is off is %v, the board %v: it should be faint", dark, far)
	}
	if dark.R <= dark.G {
		t.Errorf("the light of its neighbour does not reach it: %v", dark)
	}
}

// TestLightAddsUp: between two LEDs there is the glow of both.
func TestLightAddsUp(t *testing.T) {
	const n = 12
	one, both := two(), two()
	both.SetRGBA(3, 5, color.RGBA{R: 255, A: 255})
	a, b := LEDs(one, n).RGBAAt(n, 0), LEDs(both, n).RGBAAt(n, 0)
	if b.R <= a.R {
		t.Errorf("between two that are lit %v, beside one %v", b, a)
	}
}

func TestFits(t *testing.T) {
	for _, row := range []struct {
		size image.Point
		n    int
		want bool
		why  string
	}{
		{image.Pt(37, 8), 16, true, "a screenshot"},
		{image.Pt(512, 256), 11, true, "just below"},
		{image.Pt(512, 256), 12, false, "just above"},
		{image.Pt(37, 8), 0, false, "nothing"},
		{image.Pt(37, 8), math.MaxInt, false, "an overflow"},
	} {
		if got := Fits(row.size, row.n); got != row.want {
			t.Errorf("%v times %d: %v: %s", row.size, row.n, got, row.why)
		}
	}
}
