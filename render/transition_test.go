// SPDX-License-Identifier: Apache-2.0

package render

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestTransitions: each of them begins near the old picture, ends near the new
// one, is a function of the time alone, changes nothing but dst, and is opaque.
func TestTransitions(t *testing.T) {
	for style := Fade; style < styles; style++ {
		for _, size := range []image.Point{{37, 8}, {64, 32}, {8, 8}, {16, 16}, {1, 1}, {3, 40}, {0, 0}} {
			old, fresh := noise(size, 1), noise(size, 2)
			tr := Transition{Style: style}
			var far float64
			for i := range 101 {
				dst, again := image.NewRGBA(old.Rect), image.NewRGBA(old.Rect)
				for j := range again.Pix {
					again.Pix[j] = 77 // what was there shows through nowhere
				}
				tr.compose(dst, old, fresh, float64(i)/101, 5)
				tr.compose(again, old, fresh, float64(i)/101, 5)
				if !bytes.Equal(dst.Pix, again.Pix) {
					t.Fatalf("style %d, %v, %d %%: another picture the second time", style, size, i)
				}
				for j := 3; j < len(dst.Pix); j += 4 {
					if dst.Pix[j] != 255 {
						t.Fatalf("style %d, %v, %d %%: not opaque", style, size, i)
					}
				}
				if i == 0 {
					far = apart(dst, old)
				}
				far = max(far, 0)
				if i == 100 {
					far = max(far, apart(dst, fresh))
				}
			}
			if size.X*size.Y >= 64 && far > 0.25 {
				t.Errorf("style %d, %v: it begins or ends %.2f from the picture", style, size, far)
			}
			if !bytes.Equal(old.Pix, noise(size, 1).Pix) || !bytes.Equal(fresh.Pix, noise(size, 2).Pix) {
				t.Errorf("style %d, %v: it changes its sources", style, size)
			}
		}
	}
}

// noise is a picture of opaque pixels that are all different.
func noise(size image.Point, seed int) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: size})
	for i := range size.X * size.Y {
		v := uint32(i+seed*7919) * 2654435761
		m.SetRGBA(i%size.X, i/size.X, color.RGBA{uint8(v >> 8), uint8(v >> 16), uint8(v >> 24), 255})
	}
	return m
}

// apart is the mean difference of two pictures, 0 to 1.
func apart(a, b *image.RGBA) (sum float64) {
	for i := range a.Pix {
		sum += math.Abs(float64(a.Pix[i])-float64(b.Pix[i])) / 255 / float64(len(a.Pix)) * 4 / 3
	}
	return sum
}

// TestTransitionsHalfWay shows what each of them is about.
func TestTransitionsHalfWay(t *testing.T) {
	for _, row := range []struct {
		why   string
		style Style
		part  float64
		want  string
	}{
		{"down", SlideDown, 0.3, "RRRR\n####"},
		{"to the left", SlideLeft, 0.3, "##RR\n##RR"},
		{"to the right", SlideRight, 0.3, "RR##\nRR##"},
		{"dark between the two", Darken, 0.5, "....\n...."},
		{"taken away from the left", Reload, 0.25, "..##\n..##"},
		{"laid down from the left", Reload, 0.75, "RR..\nRR.."},
		{"off in the middle of a blink", Blink, 0.25, "....\n...."},
		{"on at its start", Blink, 0.1, "####\n####"},
		{"from the middle", Curtain, 0.5, "#RR#\n#RR#"},
		{"cut", Cut, 0.1, "RRRR\nRRRR"},
	} {
		dst := image.NewRGBA(allRed.Image.Rect)
		Transition{Style: row.style}.compose(dst, allWhite.Image, allRed.Image, row.part, 0)
		if got := pixtest.String(dst); got != row.want+"\n" {
			t.Errorf("%s:\n%swant\n%s", row.why, got, row.want)
		}
	}
}

// TestRandomStyle: the same for one change, another for others, never a cut or
// itself.
func TestRandomStyle(t *testing.T) {
	seen := map[Style]bool{}
	for n := range uint64(500) {
		s := Random.of(n)
		if seen[s] = true; s != Random.of(n) || s == Cut || s >= Random {
			t.Fatalf("change %d is style %d", n, s)
		}
	}
	if len(seen) != int(Random-Fade) {
		t.Errorf("only %d of %d styles come", len(seen), Random-Fade)
	}
	if Slide.of(3) != Slide {
		t.Error("what is not random is another one")
	}
}
