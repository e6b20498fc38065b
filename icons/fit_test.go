// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// still is an icon of one opaque picture.
func still(m *image.RGBA) *Icon { return &Icon{Frames: []Frame{{Image: m}}} }

// random is a picture with all degrees of transparency.
func random(seed uint64, w, h int) *image.RGBA {
	r := rand.New(rand.NewPCG(seed, 0))
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		m.Set(i%w, i/w,
			color.NRGBA{uint8(r.IntN(256)), uint8(r.IntN(256)), uint8(r.IntN(256)), uint8(min(255, 85*(r.IntN(6))))})
	}
	return m
}

// enlarge repeats every pixel n×n times.
func enlarge(m *image.RGBA, n int) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: m.Rect.Max.Mul(n)})
	for y := range out.Rect.Max.Y {
		for x := range out.Rect.Max.X {
			out.SetRGBA(x, y, m.RGBAAt(x/n, y/n))
		}
	}
	return out
}

func TestWholeMultiplesAreExact(t *testing.T) {
	m := random(1, 8, 8)
	for _, n := range []int{1, 2, 3, 5, 16, 127, 128} {
		got := still(enlarge(m, n)).Fit(8).Frames[0].Image
		if !bytes.Equal(got.Pix, m.Pix) {
			t.Errorf("8×8 enlarged %d times does not come back as it was", n)
		}
	}
}

func TestTallBoxesEnlargeInSquares(t *testing.T) {
	m := random(2, 8, 8)
	for _, size := range []int{16, 24, 32} {
		got := still(m).fit(room{side: size, squares: true}).Frames[0].Image
		if !bytes.Equal(got.Pix, enlarge(m, size/8).Pix) {
			t.Errorf("8×8 is not enlarged %d times in a box of %d", size/8, size)
		}
	}
}

func white(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	return m
}

func TestFitPlaces(t *testing.T) {
	for _, tt := range []struct {
		why        string
		w, h, size int
		want       image.Rectangle // what is lit
	}{
		{"as large as the box", 8, 8, 8, image.Rect(0, 0, 8, 8)},
		{"smaller is centred", 4, 6, 8, image.Rect(2, 1, 6, 7)},
		{"odd sizes lean up and left", 5, 5, 8, image.Rect(1, 1, 6, 6)},
		{"one pixel", 1, 1, 8, image.Rect(3, 3, 4, 4)},
		{"wide keeps its shape", 16, 8, 8, image.Rect(0, 2, 8, 6)},
		{"tall keeps its shape", 8, 32, 8, image.Rect(3, 0, 5, 8)},
		{"a line stays visible", 1024, 1, 8, image.Rect(0, 3, 8, 4)},
		{"small in a tall box", 4, 4, 24, image.Rect(6, 6, 18, 18)},
		{"too large for twice", 16, 16, 24, image.Rect(4, 4, 20, 20)},
		{"12 in 24", 12, 12, 24, image.Rect(0, 0, 24, 24)},
	} {
		m := still(white(tt.w, tt.h)).Fit(tt.size).Frames[0].Image
		var lit image.Rectangle
		for i := range tt.size * tt.size {
			at := image.Pt(i%tt.size, i/tt.size)
			if c := m.RGBAAt(at.X, at.Y); c == (color.RGBA{255, 255, 255, 255}) {
				lit = lit.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
			} else if c != (color.RGBA{}) {
				t.Errorf("%s: %v is %v", tt.why, at, c)
			}
		}
		if lit != tt.want {
			t.Errorf("%s: lit is %v, want %v", tt.why, lit, tt.want)
		}
	}
}

// Half the light of white is not half its sRGB value.
func TestMeanIsOfLight(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 16, 16))
	for i := range 256 {
		v := uint8(255 * (i % 2))
		m.SetRGBA(i%16, i/16, color.RGBA{v, v, v, 255})
	}
	want := color.RGBA{188, 188, 188, 255} // sRGB of 0.5 (IEC 61966-2-1)
	if got := still(m).Fit(8).Frames[0].Image.RGBAAt(3, 3); got != want {
		t.Errorf("black and white make %v, want %v", got, want)
	}
}

func TestClearHasNoColour(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 16, 16))
	for y := range 16 {
		for x := 0; x < 16; x += 2 {
			m.SetRGBA(x, y, color.RGBA{255, 0, 0, 255})
		}
	}
	want := color.RGBA{188, 0, 0, 188} // half the light of red
	if got := still(m).Fit(8).Frames[0].Image.RGBAAt(3, 3); got != want {
		t.Errorf("red and clear make %v, want %v", got, want)
	}
}

// On black, where icons are shown, clear and black are one.
func TestClearIsAsBlack(t *testing.T) {
	for _, size := range []image.Point{{16, 16}, {13, 9}, {31, 64}, {8, 8}} {
		m := random(3, size.X, size.Y)
		black := image.NewRGBA(m.Rect)
		draw.Draw(black, m.Rect, image.Black, image.Point{}, draw.Src)
		draw.Draw(black, m.Rect, m, image.Point{}, draw.Over)
		clear, want := still(m).Fit(8).Frames[0].Image, still(black).Fit(8).Frames[0].Image
		for i, v := range clear.Pix {
			if i%4 != 3 && v != want.Pix[i] {
				t.Fatalf("%v: pixel %d is %v on clear, %v on black", size, i/4, clear.Pix[i/4*4:][:4], want.Pix[i/4*4:][:4])
			}
			if v > clear.Pix[i|3] {
				t.Fatalf("%v: pixel %d is above its alpha", size, i/4)
			}
		}
	}
}

func TestThirdsAreShared(t *testing.T) {
	m := white(12, 12) // a pixel of the box is 1.5 wide
	for y := range 12 {
		for x := range 6 {
			m.SetRGBA(x, y, color.RGBA{A: 255})
		}
	}
	pixtest.Equal(t, still(m).Fit(8).Frames[0].Image, `
		....####
		....####
		....####
		....####
		....####
		....####
		....####
		....####
	`)
	for i := range 256 {
		if got := encode(uint64(linear[i])); int(got) != i {
			t.Fatalf("%d comes back as %d", i, got)
		}
	}
}

// Scaling only what changed gives what scaling everything gives.
func TestFitAsItGoes(t *testing.T) {
	for _, g := range corpus()[:256] {
		data := g.bytes()
		all := must.Get(Decode(data))(t)
		for _, size := range []int{4, 8, 24} {
			want := all.Fit(size)
			got, err := decodeFit(t.Context(), data, room{side: size})
			if err != nil || len(got.Frames) != len(want.Frames) || got.Loops != want.Loops {
				t.Fatalf("%s: %v", g.name, err)
			}
			for i := range got.Frames {
				if !bytes.Equal(got.Frames[i].Image.Pix, want.Frames[i].Image.Pix) || got.Frames[i].Delay != want.Frames[i].Delay {
					t.Fatalf("%s: frame %d differs in a box of %d", g.name, i, size)
				}
			}
		}
	}
}

func TestFitKeepsTheRest(t *testing.T) {
	ic := &Icon{Loops: 3, Frames: []Frame{{white(8, 8), 1}, {white(8, 8), 2}}}
	got := ic.Fit(8)
	if got.Loops != 3 || len(got.Frames) != 2 || got.Frames[1].Delay != 2 || got == ic {
		t.Errorf("got %+v", got)
	}
}
