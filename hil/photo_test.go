// SPDX-License-Identifier: Apache-2.0

package hil_test

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hil"
)

// photographed is a plain photograph of a picture: discs, 20 pixels from LED to LED, with
// the four marks.
func photographed(m image.Image) *image.NRGBA {
	const pitch, edge = 20, 100
	b := m.Bounds()
	out := image.NewNRGBA(image.Rect(0, 0, (b.Dx()-1)*pitch+2*edge, (b.Dy()-1)*pitch+2*edge))
	disc := func(x, y int, c color.Color) {
		for i := range 121 {
			if dx, dy := i%11-5, i/11-5; dx*dx+dy*dy <= 25 {
				out.Set(edge+x*pitch+dx, edge+y*pitch+dy, c)
			}
		}
	}
	for i := range out.Pix {
		out.Pix[i] = map[bool]uint8{true: 255, false: 20}[i%4 == 3]
	}
	for y := range b.Dy() {
		for x := range b.Dx() {
			if r, g, bl, _ := m.At(x, y).RGBA(); r+g+bl > 0 {
				disc(x, y, m.At(x, y))
			}
		}
	}
	for _, p := range []image.Point{{-2, -2}, {b.Dx() + 1, -2}, {-2, b.Dy() + 1}, {b.Dx() + 1, b.Dy() + 1}} {
		disc(p.X, p.Y, color.Gray{200})
	}
	return out
}

// TestPhoto: a photograph is compared with the first picture, by its marks and by given
// corners, and what is wrong in it is named.
func TestPhoto(t *testing.T) {
	for name, p := range map[string]hil.PanelConfig{"max7219": hil.Panel("max7219", "modules = 4"),
		"ws2812": hil.Panel("ws2812", "width = 32", "height = 8"), "composite": panels["composite"]} {
		t.Run(name, func(t *testing.T) {
			right := hil.Picture(t, p, hello, 0)
			for how, corners := range map[string]*[4]image.Point{
				"marks": nil, "corners": {{100, 100}, {100 + 31*20, 100}, {100 + 31*20, 240}, {100, 240}},
			} {
				shot, err := hil.Photo(photographed(right), p, corners)
				if err != nil {
					t.Fatalf("%s: %v", how, err)
				}
				hil.Follows(t, p, hello, []hil.Shot{shot})
				wrong := image.NewRGBA(right.Rect)
				copy(wrong.Pix, right.Pix)
				at := image.Pt(30, 5)
				wrong.SetRGBA(at.X, at.Y, color.RGBA{255, 255, 255, 255})
				if shot, err = hil.Photo(photographed(wrong), p, corners); err != nil {
					t.Fatal(err)
				}
				r := &recorder{T: t}
				if hil.Follows(r, p, hello, []hil.Shot{shot}); !strings.Contains(r.said,
					"pixel (30, 5) shows #ffffff, expected #000000; 1 pixels differ") {
					t.Errorf("%s: said %q", how, r.said)
				}
			}
		})
	}
	if _, err := hil.Photo(image.NewGray(image.Rect(0, 0, 99, 99)), hil.Panel("unicornhd"),
		&[4]image.Point{{9, 9}, {90, 9}, {90, 90}, {9, 90}}); err == nil || !strings.Contains(err.Error(), "too dark") {
		t.Errorf("of nothing: %v", err)
	}
}
