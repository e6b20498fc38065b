// SPDX-License-Identifier: Apache-2.0

package testcard

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

func TestPictures(t *testing.T) {
	rows := []struct {
		why     string
		pattern Pattern
		size    image.Point
		at      time.Duration
		want    string
	}{
		{"each corner has a colour and a length of its own, and touches both edges", Corners, image.Pt(16, 8), 0, `
			RRRR.........GGG
			R..............G
			R..............G
			R...............
			................
			................
			B...............
			BB.............#`},
		{"a large panel has larger angles, so that they are seen from afar", Corners, image.Pt(20, 16), 0, `
			RRRRRRRR......GGGGGG
			RRRRRRRR......GGGGGG
			RR................GG
			RR................GG
			RR................GG
			RR................GG
			RR..................
			RR..................
			....................
			....................
			....................
			....................
			BB..................
			BB..................
			BBBB..............##
			BBBB..............##`},
		{"three equal bands", Colours, image.Pt(9, 2), 0, `
			RRRGGGBBB
			RRRGGGBBB`},
		{"a width that three does not divide", Colours, image.Pt(8, 1), 0, `RRGGGBBB`},
		{"the first row", Rows, image.Pt(4, 3), 0, `
			####
			....
			....`},
		{"the last row", Rows, image.Pt(4, 3), 2 * RowTime, `
			....
			....
			####`},
		{"and from the top again", Rows, image.Pt(4, 3), 3*RowTime + time.Millisecond, `
			####
			....
			....`},
		{"from dark to bright", Levels, image.Pt(8, 1), 0, `.-++++##`},
		{"nothing is lit", Dark, image.Pt(3, 1), 0, `...`},
		{"the first column", Motion, image.Pt(3, 2), 0, `
			#..
			#..`},
		{"the last column", Motion, image.Pt(3, 2), 2 * ColumnTime, `
			..#
			..#`},
		{"and from the left again", Motion, image.Pt(3, 2), 3 * ColumnTime, `
			#..
			#..`},
	}
	for _, row := range rows {
		m := image.NewRGBA(image.Rectangle{Max: row.size})
		New(row.pattern, row.size).Draw(m, image.Point{}, row.at)
		t.Run(row.why, func(t *testing.T) { pixtest.Equal(t, m, row.want) })
	}
}

// TestWidgets: they obey the rules of widgets, also where they hardly fit.
func TestWidgets(t *testing.T) {
	for p := range Pattern(len(names)) {
		for _, size := range []image.Point{{37, 8}, {64, 32}, {1, 1}, {2, 9}} {
			rendertest.Check(t, New(p, size))
		}
		if got, err := Parse(p.String()); got != p || err != nil {
			t.Errorf("%v is read as %v, %v", p, got, err)
		}
	}
	New(Rows, image.Point{}).Draw(image.NewRGBA(image.Rect(0, 0, 2, 2)), image.Point{}, 0)
}

// TestRowsSleep: between two steps nothing is drawn.
func TestRowsSleep(t *testing.T) {
	w := New(Rows, image.Pt(4, 3))
	for at, want := range map[time.Duration]time.Duration{-1: 0, 0: RowTime, RowTime - 1: RowTime, RowTime: 2 * RowTime} {
		if got := render.Next(w, at); got != want {
			t.Errorf("at %v the next change is at %v, want %v", at, got, want)
		}
	}
}
