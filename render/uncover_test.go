// SPDX-License-Identifier: Apache-2.0

package render

import (
	"fmt"
	"image"
	"image/color"
	"testing"

	"github.com/ledpost/ledpost/internal/pixtest"
)

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
		{"six strips", Blinds, 30, 1, "0 51 102 153 204 0 51 102 153 204 0 51 102 153 204 0 51 102 153 204 0 51 102 153 204 0 51 102 153 204"},
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
		{"it is half way after 20 of 296", 20.5 / 296, 0, color.RGBA{150, 127, 7, 255}},
		{"a quarter after 10, rounded down", 10.5 / 296, 0, color.RGBA{175, 63, 7, 255}},
		{"and through after 40", 40.5 / 296, 0, color.RGBA{100, 255, 7, 255}},
		{"where it stays", 1, 0, color.RGBA{100, 255, 7, 255}},
		{"the next one begins after 32", 32.5 / 296, 1, color.RGBA{200, 0, 7, 255}},
		{"and is half way after 52", 52.5 / 296, 1, color.RGBA{150, 127, 7, 255}},
		{"the last one is half way after 244", 244.5 / 296, 7, color.RGBA{150, 127, 7, 255}},
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
