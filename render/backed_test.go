// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"testing"
)

// TestBackedIsLegible: what lies next to the front is dark enough for its ink, and no pixel farther away is changed.
func TestBackedIsLegible(t *testing.T) {
	for _, row := range []struct {
		why string
		ink color.RGBA
		max uint8
	}{
		{"white", color.RGBA{255, 255, 255, 255}, 118},
		{"amber, which allows 60: the step below", color.RGBA{255, 160, 0, 255}, 54},
		{"red: too little light", color.RGBA{255, 0, 0, 255}, 0},
		{"too dark for any ground", color.RGBA{90, 0, 0, 255}, 0},
	} {
		ground, front := image.NewRGBA(image.Rect(0, 0, 9, 5)), image.NewRGBA(image.Rect(0, 0, 9, 5))
		bright := color.RGBA{200, 240, 255, 255}
		for i := range 45 {
			ground.SetRGBA(i%9, i/9, bright)
		}
		front.SetRGBA(2, 2, row.ink)
		m := image.NewRGBA(ground.Rect)
		NewBacked(&Still{Image: ground}, &Still{Image: front}).Draw(m, image.Point{}, 0)
		for y := range 5 {
			for x := range 9 {
				c := m.RGBAAt(x, y)
				switch near := max(x-2, 2-x, y-2, 2-y); {
				case near == 0 && c != row.ink:
					t.Errorf("%s: the ink is %v", row.why, c)
				case near == 1 && (max(c.R, c.G, c.B) > row.max || c.B+2 < row.max || c.A != 255):
					t.Errorf("%s: next to it is %v, want %d at most", row.why, c, row.max)
				case near > 1 && c != bright:
					t.Errorf("%s: at %d, %d is %v", row.why, x, y, c)
				}
			}
		}
	}
}

// TestBackedSoftly: beyond the pixels next to an ink the light of the ground comes back in even steps.
func TestBackedSoftly(t *testing.T) {
	ground, front := image.NewRGBA(image.Rect(0, 0, 9, 1)), image.NewRGBA(image.Rect(0, 0, 9, 1))
	for x := range 9 {
		ground.SetRGBA(x, 0, color.RGBA{255, 255, 255, 255})
	}
	front.SetRGBA(0, 0, color.RGBA{255, 255, 255, 255})
	m := image.NewRGBA(ground.Rect)
	b := NewBacked(&Still{Image: ground}, &Still{Image: front})
	b.Soft = 2
	b.Draw(m, image.Point{}, 0)
	for x, want := range []int{255, 118, 163, 209, 255, 255} {
		if got := int(m.RGBAAt(x, 0).G); got > want || got < want-3 {
			t.Errorf("%d pixels from the ink the ground has %d, want %d", x, got, want)
		}
	}
}

// TestBackedAreas: around an area of ink the ground is as dark as around a line.
func TestBackedAreas(t *testing.T) {
	ground, front := image.NewRGBA(image.Rect(0, 0, 9, 9)), image.NewRGBA(image.Rect(0, 0, 9, 9))
	white := color.RGBA{255, 255, 255, 255}
	for i := range 81 {
		if ground.SetRGBA(i%9, i/9, white); i%9 < 5 && i/9 < 5 {
			front.SetRGBA(i%9, i/9, white)
		}
	}
	m := image.NewRGBA(ground.Rect)
	NewBacked(&Still{Image: ground}, &Still{Image: front}).Draw(m, image.Point{}, 0)
	for i := range 81 {
		x, y := i%9, i/9
		if far := max(x, y) - 4; (m.RGBAAt(x, y) != white) != (far == 1) {
			t.Errorf("%d pixels from the area, at %d, %d, the ground is %v", far, x, y, m.RGBAAt(x, y))
		}
	}
}
