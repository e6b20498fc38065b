// SPDX-License-Identifier: Apache-2.0

package epx

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// drawn makes a picture of text.
func drawn(text string) *image.RGBA {
	rows := strings.Fields(text)
	m := image.NewRGBA(image.Rect(0, 0, len(rows[0]), len(rows)))
	for y, row := range rows {
		for x := range row {
			if row[x] == '#' {
				m.SetRGBA(x, y, color.RGBA{255, 255, 255, 255})
			}
		}
	}
	return m
}

// Stairs become slopes; single points and straight edges stay.
func TestEnlarge(t *testing.T) {
	for _, tt := range []struct {
		why         string
		n           int
		from, wants string
	}{
		{"a stair, twice", 2, "#.. ##. ###", `
			##....
			###...
			###...
			#####.
			######
			.#####`},
		{"the ends of a bar, twice", 2, "##.. ##.. ##..", `
			.##.....
			####....
			####....
			####....
			####....
			.##.....`},
		{"a point, three times", 3, "... .#. ...", `
			.........
			.........
			.........
			...###...
			...###...
			...###...
			.........
			.........
			.........`},
		{"a diagonal, three times", 3, "#.. .#. ..#", `
			###......
			###......
			####.....
			..####...
			...###...
			...####..
			.....####
			......###
			......###`},
	} {
		want := strings.Join(strings.Fields(tt.wants), "\n") + "\n"
		must.Equal(t, pixtest.String(Enlarge(drawn(tt.from), tt.n)), want, tt.why)
	}
}

// A picture that fills its box keeps its corners, whatever the number.
func TestEnlargeKeepsCorners(t *testing.T) {
	for n := 1; n <= 8; n++ {
		m := Enlarge(drawn("### ### ###"), n)
		if m.Rect.Dx() != 3*n || strings.Contains(pixtest.String(m), ".") {
			t.Errorf("%d times:\n%s", n, pixtest.String(m))
		}
	}
}

// The number of steps is that of twos and threes.
func TestFactors(t *testing.T) {
	for n, want := range map[int]string{1: "[] 1", 2: "[2] 2", 3: "[3] 3", 4: "[2 2] 4", 5: "[3 2] 6", 6: "[3 2] 6",
		7: "[2 2 2] 8", 11: "[3 2 2] 12"} {
		steps, product := factors(n)
		if got := fmt.Sprint(steps, product); got != want {
			t.Errorf("%d is reached by %s, want %s", n, got, want)
		}
	}
}
