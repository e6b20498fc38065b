// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"image/color"
	"math/bits"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/internal/testtool"
)

// TestPictographsGrow: beside larger letters pictographs are larger, with the colours that
// they have, and those with two equal halves keep them.
func TestPictographsGrow(t *testing.T) {
	testtool.Sequential(t)
	s := openSet(t)
	for _, c := range cuts {
		f := s.tall[c.rows]()
		for k, of := range small() {
			g := f.emoji(k.character())
			if drawn := large()[k]; drawn != nil && c.emoji >= largeRows {
				of = drawn
			}
			if len(of.pix) == 0 {
				continue
			}
			if len(g.rows) != c.emoji || g.w != of.w*c.emoji/len(of.rows) || g.top > f.Ascent() || len(g.rows)-g.top > f.Descent() {
				t.Fatalf("%c beside %d rows has %d×%d pixels, %d above the baseline", rune(k), c.rows, g.w, len(g.rows), g.top)
			}
			if halves(of) && !halves(g) {
				t.Errorf("%c beside %d rows has unequal halves", rune(k), c.rows)
			}
			if from, to := colours(of), colours(g); !slices.Equal(from, to) && c.emoji%len(of.rows) == 0 {
				t.Errorf("%c beside %d rows has the colours %v of %v", rune(k), c.rows, to, from)
			}
		}
	}
}

// halves reports whether the left half of g is the right one reversed.
func halves(g *glyph) bool {
	for i, c := range g.pix {
		if x := i % g.w; c != g.pix[i-x+g.w-1-x] {
			return false
		}
	}
	return true
}

// colours returns the colours of g, each once, in order.
func colours(g *glyph) (all []int) {
	for _, c := range g.pix {
		if c != (color.RGBA{}) {
			all = append(all, int(c.R)<<16|int(c.G)<<8|int(c.B))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// TestSignsGrow: hearts, stars and marks are as high as the capitals beside them.
func TestSignsGrow(t *testing.T) {
	s := openSet(t)
	for _, rows := range []int{7, 10, 12, 16} {
		f := s.Letters(rows)
		for _, r := range "♥♡★☆✓✕♪▶❤" {
			top, bottom := f.Body(string(r))
			if high := bottom - top; high < rows*2/3 || high > rows {
				t.Errorf("%c beside capitals of %d rows has %d", r, rows, high)
			}
		}
	}
}

// TestCapitalsKeepTheirHeight: among capitals of 7 rows one with an accent is no small letter.
func TestCapitalsKeepTheirHeight(t *testing.T) {
	s := openSet(t)
	for _, row := range []struct {
		face   *Face
		chars  string
		letter int // rows that have ink from the baseline up, without a gap
	}{
		{s.Normal, "ÉÈÁÀÍÌÓÒÚÙ", 7}, // the accent, a point, touches the letter of 6 rows
		{s.Normal, "ÑÛÄÖÜ", 5},
		{s.Small, "ÑÄÖÜ", 4},
		{openTall(t).Letters(7), "ÉÈÁÀÍÌÓÒÚÙÑÛÄÖÜŠЙЁ", 7}, // the marks have rows of their own
	} {
		for _, r := range row.chars {
			g, ok := row.face.find(cluster{base: r})
			if !ok {
				t.Fatalf("%c is not drawn", r)
			}
			n := 0
			for n < g.glyph.top && g.glyph.rows[g.glyph.top-1-n] != 0 {
				n++
			}
			if n == 7 && row.face == s.Normal &&
				bits.OnesCount32(g.glyph.rows[0])+min(2, bits.OnesCount32(g.glyph.rows[1])) != 3 {
				n = 5
			}
			if n != row.letter {
				t.Errorf("%c among capitals of %d rows has a letter of %d, want %d", r, row.face.Cap(), n, row.letter)
			}
		}
	}
}
