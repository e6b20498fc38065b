// SPDX-License-Identifier: Apache-2.0

package render

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"testing"
	"time"
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

// TestBlend composes as image/draw does, whatever lies below.
func TestBlend(t *testing.T) {
	below := []color.RGBA{{}, {0, 0, 0, 255}, {200, 100, 50, 255}, {60, 30, 0, 128}}
	over := []color.RGBA{{}, {255, 255, 255, 255}, {10, 20, 30, 255}, {100, 50, 0, 128}, {1, 0, 1, 1},
		{254, 254, 254, 254}}
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

// TestTint: a tinted scene has one hue, and every colour its brightest channel's share of
// it. It allocates nothing.
func TestTint(t *testing.T) {
	dst := image.NewRGBA(image.Rect(0, 0, 1, 1))
	for _, row := range []struct {
		why           string
		of, with, out color.RGBA
	}{
		{"no tint", color.RGBA{10, 20, 30, 255}, color.RGBA{}, color.RGBA{10, 20, 30, 255}},
		{"white is the tint itself", color.RGBA{255, 255, 255, 255}, color.RGBA{200, 80, 0, 255},
			color.RGBA{200, 80, 0, 255}},
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
