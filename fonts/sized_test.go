// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// The faces are as high as they say, never higher than there is room.
func TestSizes(t *testing.T) {
	s := openSet(t)
	for _, tt := range []struct {
		rows, digits, letters int
		why                   string
	}{
		{0, 5, 5, "no room: the smallest"},
		{5, 5, 5, "the small face"},
		{7, 7, 7, "the clock's and the normal face"},
		{8, 8, 7, "a bold digit"},
		{11, 10, 10, "one less than the next"},
		{14, 14, 12, "digits without letters"},
		{16, 16, 16, "both"},
		{19, 16, 16, "one less than the next"},
		{20, 20, 20, "letters of 10, twice"},
		{31, 30, 30, "10 three times is larger than 24 once"},
		{32, 32, 32, "drawn digits; letters of 16, twice"},
		{40, 40, 40, "20 twice, 10 four times"},
		{64, 64, 64, "the largest, twice"},
	} {
		if got := s.Digits(tt.rows).Cap(); got != tt.digits {
			t.Errorf("%s: digits for %d rows have %d, want %d", tt.why, tt.rows, got, tt.digits)
		}
		if got := s.Letters(tt.rows).Cap(); got != tt.letters {
			t.Errorf("%s: letters for %d rows have %d, want %d", tt.why, tt.rows, got, tt.letters)
		}
	}
}

// Each size fills its rows, and the width of a time does not depend on the time.
func TestDigitsOfAllSizes(t *testing.T) {
	s := openSet(t)
	for _, c := range cuts {
		f := s.Digits(c.rows)
		for _, d := range "0123456789" {
			ink := inkOf(f.Line([]Span{{string(d), white}}).Image)
			if ink.Dy() != c.rows || ink.Min.Y != f.Ascent()-c.rows {
				t.Errorf("%c of %d rows stands on the rows %d to %d", d, c.rows, ink.Min.Y, ink.Max.Y)
			}
			if got, want := f.Width(string(d)), f.Width("0"); got != want {
				t.Errorf("%c of %d rows is %d wide, 0 is %d", d, c.rows, got, want)
			}
		}
		if !c.letters && f.Width(" ") != f.Width(":") {
			t.Errorf("in %d rows a colon that blinks moves the digits", c.rows)
		}
		if got, want := f.Width("\u2007"), f.Width("0"); got != want {
			t.Errorf("the figure space of %d rows is %d wide, a digit %d", c.rows, got, want)
		}
	}
}

func inkOf(m *image.RGBA) (r image.Rectangle) {
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if m.RGBAAt(x, y).A != 0 {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

// letterRows are the sizes with letters on a panel of 24 rows and more.
var letterRows = []int{7, 10, 12, 16}

// openTall returns the faces of such a panel.
func openTall(t *testing.T) *Set {
	t.Helper()
	return must.Get(Open(Options{Rows: markRows}))(t)
}

// The tall letters draw the alphabets that the face of 8 rows draws, in their own
// size, whole and distinct.
func TestCoverageOfSizes(t *testing.T) {
	s := openTall(t)
	for _, rows := range letterRows {
		f := s.Letters(rows)
		for _, tt := range repertoire {
			if lent := strings.Contains("currency superscripts and subscripts fractions", tt.name); lent || !tt.alphabet ||
				!f.byCapitals(tt.chars) {
				continue
			}
			seen := map[string]rune{}
			for _, r := range tt.chars {
				if !f.draws(r) {
					t.Errorf("%s: in %d rows %c (U+%04[3]X) is not drawn whole", tt.name, rows, r)
				}
				look := art(f, string(r))
				if other, ok := seen[look]; ok && other != r {
					t.Errorf("%s: in %d rows %c and %c look the same", tt.name, rows, other, r)
				}
				seen[look] = r
			}
		}
	}
}

// A glyph that another size lends stays within the rows.
func TestLent(t *testing.T) {
	s := openSet(t)
	for _, c := range cuts {
		f := s.Digits(c.rows)
		for _, text := range []string{"Ǻ€½", "שלום", "■☀♥", "🙂", "Ẩgjỵ"} {
			if !f.Draws(text) {
				t.Errorf("in %d rows %q has a box", c.rows, text)
			}
			f.Line([]Span{{text, white}}) // would panic beyond the picture
		}
		for _, b := range f.books {
			if b.ascent*b.times > f.Ascent() || b.descent*b.times > f.Descent() {
				t.Errorf("%d rows borrow from %d times %d, which do not fit", c.rows, b.times, b.cap)
			}
		}
	}
}

// A mark stands above its letter, whatever the height of that, with a dark row between.
func TestMarksSink(t *testing.T) {
	s := openTall(t)
	for _, rows := range letterRows {
		f := s.Letters(rows)
		for _, r := range "ÉéÑñÜüŠšĤĥÏïЙйἀ" {
			if !f.draws(r) {
				continue
			}
			ink := strings.Split(strings.TrimRight(art(f, string(r)), "\n"), "\n")
			first, gaps := -1, 0
			for y, row := range ink {
				lit := strings.Contains(row, "#")
				if lit && first < 0 {
					first = y
				}
				if first >= 0 && !lit && y < f.Ascent() {
					gaps++
				}
			}
			if gaps != 1 && gaps != 2 {
				t.Errorf("%c of %d rows has %d dark rows within:\n%s", r, rows, gaps, strings.Join(ink, "\n"))
			}
		}
	}
}

// Lines are centred by their capitals or by what is lit.
func TestBody(t *testing.T) {
	set := must.Get(Open(Options{Rows: 32}))(t)
	f := set.Letters(12)
	capitals := fmt.Sprint(f.Ascent()-12, f.Ascent())
	for _, tt := range []struct {
		text string
		want string
		why  string
	}{
		{"Ag", capitals, "a descender does not lift a line"},
		{"Éé", capitals, "an accent does not lower it"},
		{"Ωμέγα Ж", capitals, "Greek and Cyrillic"},
		{"18:44", capitals, "digits"},
		{"", capitals, "nothing is lit"},
	} {
		if top, bottom := f.Body(tt.text); fmt.Sprint(top, bottom) != tt.want {
			t.Errorf("%s: %q is centred by %d to %d, want %s", tt.why, tt.text, top, bottom, tt.want)
		}
	}
	for _, text := range []string{"日本", "שלום", "→", "a 日本"} {
		ink := inkOf(f.Line([]Span{{text, white}}).Image)
		if top, bottom := f.Body(text); top != ink.Min.Y || bottom != ink.Max.Y {
			t.Errorf("%q is centred by %d to %d, its ink is %v", text, top, bottom, ink)
		}
	}
}
