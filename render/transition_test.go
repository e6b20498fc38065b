// SPDX-License-Identifier: Apache-2.0

package render

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"math"
	"testing"
	"time"

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

// TestWhenPixelsChange: the time of each pixel in 256ths of the transition.
func TestWhenPixelsChange(t *testing.T) {
	for _, row := range []struct {
		why   string
		style Style
		w, h  int
		want  string
	}{
		{"from left to right", Wipe, 8, 2, `
			0 32 64 96 128 160 192 224
			0 32 64 96 128 160 192 224`},
		{"of whatever width", Wipe, 3, 1, "0 85 170"},
		{"from the middle to the sides", Curtain, 8, 2, `
			199 142 85 28 28 85 142 199
			199 142 85 28 28 85 142 199`},
		{"from the one column in the middle", Curtain, 5, 1, "170 85 0 85 170"},
		{"strips of 4 columns at least", Blinds, 6, 2, `
			0 64 128 192 0 64
			0 64 128 192 0 64`},
		{"six strips", Blinds, 30, 1,
			"0 51 102 153 204 0 51 102 153 204 0 51 102 153 204 0 51 102 153 204 0 51 102 153 204 0 51 102 153 204"},
		{"a circle", Iris, 6, 4, `
			207 150 112 112 150 207
			181 112 50 50 112 181
			181 112 50 50 112 181
			207 150 112 112 150 207`},
		{"about the one pixel in the middle", Iris, 5, 5, `
			204 161 144 161 204
			161 102 72 102 161
			144 72 0 72 144
			161 102 72 102 161
			204 161 144 161 204`},
		{"squares of 2 at least", Checker, 6, 4, `
			0 0 160 160 0 0
			0 0 160 160 0 0
			160 160 0 0 160 160
			160 160 0 0 160 160`},
		{"four squares to the height", Checker, 7, 12, `
			0 0 0 160 160 160 0
			0 0 0 160 160 160 0
			0 0 0 160 160 160 0
			160 160 160 0 0 0 160
			160 160 160 0 0 0 160
			160 160 160 0 0 0 160
			0 0 0 160 160 160 0
			0 0 0 160 160 160 0
			0 0 0 160 160 160 0
			160 160 160 0 0 0 160
			160 160 160 0 0 0 160
			160 160 160 0 0 0 160`},
		{"no order, but the same one each time", Dissolve, 6, 4, `
			0 181 106 86 71 255
			244 222 31 176 97 144
			171 168 74 204 176 6
			80 21 69 43 227 213`},
	} {
		var got string
		for y := range row.h {
			for x := range row.w {
				got += fmt.Sprint(when(row.style, x, y, row.w, row.h), " ")
			}
			got += "\n"
		}
		if got = pixtest.Clean(got); got != pixtest.Clean(row.want) {
			t.Errorf("%s:\n%swant\n%s", row.why, got, row.want)
		}
	}
}

// TestUncoveredPixels: each mixes the two pictures, and stays one of them outside
// of its time. The columns of a wipe over 8 begin 32 of 256 after each other; with
// the 40 that each takes the whole is 296 long.
func TestUncoveredPixels(t *testing.T) {
	old, fresh := image.NewRGBA(image.Rect(0, 0, 8, 1)), image.NewRGBA(image.Rect(0, 0, 8, 1))
	for x := range 8 {
		old.SetRGBA(x, 0, color.RGBA{200, 0, 7, 255})
		fresh.SetRGBA(x, 0, color.RGBA{100, 255, 7, 255})
	}
	for _, row := range []struct {
		why  string
		part float64
		x    int
		want color.RGBA
	}{
		{"at its start the first column begins", 0, 0, color.RGBA{200, 0, 7, 255}},
		{"it has half of both lights after 20 of 296", 20.5 / 296, 0, color.RGBA{160, 187, 6, 255}},
		{"a quarter after 10, rounded down", 10.5 / 296, 0, color.RGBA{182, 137, 6, 255}},
		{"and through after 40", 40.5 / 296, 0, color.RGBA{100, 255, 7, 255}},
		{"where it stays", 1, 0, color.RGBA{100, 255, 7, 255}},
		{"the next one begins after 32", 32.5 / 296, 1, color.RGBA{200, 0, 7, 255}},
		{"and is half way after 52", 52.5 / 296, 1, color.RGBA{160, 187, 6, 255}},
		{"the last one is half way after 244", 244.5 / 296, 7, color.RGBA{160, 187, 6, 255}},
	} {
		dst := image.NewRGBA(old.Rect)
		Transition{Style: Wipe}.compose(dst, old, fresh, row.part, 0)
		if got := dst.RGBAAt(row.x, 0); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// TestHowLongPixelsTake: the first pixel of a style is the new one exactly when
// its time is over.
func TestHowLongPixelsTake(t *testing.T) {
	for style, soft := range map[Style]int{Wipe: 40, Dissolve: 48, Blinds: 32, Checker: 112} {
		old, fresh := filledPicture(color.Black), filledPicture(color.White)
		for _, row := range []struct {
			now  int
			over bool
		}{{soft - 1, false}, {soft, true}} {
			dst := image.NewRGBA(old.Rect)
			Transition{Style: style}.compose(dst, old, fresh, (float64(row.now)+0.5)/float64(256+soft), 0)
			if v := dst.RGBAAt(0, 0).R; (v == 255) != row.over {
				t.Errorf("style %d, %d of %d: %d", style, row.now, 256+soft, v)
			}
		}
	}
}

func filledPicture(c color.Color) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 8, 4))
	for i := range 8 * 4 {
		m.Set(i%8, i/8, c)
	}
	return m
}

// losing are the transitions that are meant to lose light on their way, by the reason. All others keep it.
var losing = map[Style]string{
	Darken: "the one goes dark, then the other comes",
	Blink:  "the one blinks",
	Reload: "the one is removed before the other appears",
	Zoom:   "the one shrinks before the other grows",
	Rotate: "the same, turning",
	Ripple: "the wave bends the strokes away from where it passes",
}

// flaps stands for a board whose cards turn over, which is no style.
const flaps = Random

// TestTransitionsKeepTheirLight: between two texts of thin strokes, which a coarse picture could miss or be full of, the
// sum of the light stays between that of the two.
func TestTransitionsKeepTheirLight(t *testing.T) {
	strokes := func(from, every int) *image.RGBA {
		m := image.NewRGBA(image.Rect(0, 0, 37, 8))
		for i := range 37 * 8 {
			m.Pix[4*i+3] = 255
			if x, y := i%37, i/37; x%every == from && y > 0 {
				copy(m.Pix[4*i:], []uint8{255, 255, 255})
			}
		}
		return m
	}
	light := func(m *image.RGBA) (sum float64) {
		for i := 0; i < len(m.Pix); i += 4 {
			sum += float64(linear[m.Pix[i]])
		}
		return sum
	}
	old, now, dst := strokes(1, 4), strokes(2, 5), image.NewRGBA(image.Rect(0, 0, 37, 8))
	low, high := light(now), light(old)
	board := NewFlaps(&Still{Image: old}, &Still{Image: now}, 0)
	for style := Fade; style <= flaps; style++ {
		least, most := 1.0, 1.0
		for part := 0.0; part < 1; part += 1.0 / 64 {
			if style == flaps {
				board.Draw(dst, image.Point{}, time.Duration(part*float64(board.Period())))
			} else {
				Transition{Style: style}.compose(dst, old, now, part, 0)
			}
			least, most = min(least, light(dst)/low), max(most, light(dst)/high)
		}
		if most > 1.15 {
			t.Errorf("style %d: up to %.2f of the light of the brighter text", style, most)
		}
		if meant := losing[style] != ""; meant != (least < 0.9) {
			t.Errorf("style %d: down to %.2f of the light of the darker text; meant: %t", style, least, meant)
		}
	}
}
