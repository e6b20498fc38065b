// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"slices"
	"strings"
	"testing"
)

// TestLooksAreBounded: a face forgets before it keeps more than its bound, and draws the same afterwards.
func TestLooksAreBounded(t *testing.T) {
	f := openSet(t).Normal
	before := f.Width("e\u0316\u0301")
	for r := rune(0xAC00); r < 0xAC00+3*maxLooks; r++ {
		f.Width(string(r))
		if n := len(f.looks.all); n > maxLooks {
			t.Fatalf("it keeps %d, want at most %d", n, maxLooks)
		}
	}
	if got := f.Width("e\u0316\u0301"); got != before {
		t.Errorf("%d columns, before %d", got, before)
	}
}

// TestLooksKeepApart: what differs in marks, in scale or in the wanted look is not taken for each other, and a
// character that Draws has looked at is counted when it is drawn.
func TestLooksKeepApart(t *testing.T) {
	s := openSet(t)
	for _, pair := range [][2]string{{"x\u0301", "x\u0302"}, {"☀\ufe0e", "☀\ufe0f"}} {
		a, b := s.Normal.Line([]Span{{pair[0], white}}).Image, s.Normal.Line([]Span{{pair[1], white}}).Image
		if a.Rect == b.Rect && slices.Equal(a.Pix, b.Pix) {
			t.Errorf("%q looks like %q", pair[0], pair[1])
		}
	}
	if one, two := s.Normal.Width("x\u0301"), s.Normal.Scale(2).Width("x\u0301"); two != 2*one {
		t.Errorf("%d columns twice as large, want %d", two, 2*one)
	}
	if s.Normal.Draws("ع") || len(s.Unknown()) != 0 {
		t.Error("it draws, or has counted", s.Unknown())
	}
	if s.Normal.Line([]Span{{"ع", white}}); s.Unknown()["Arabic"] != 1 {
		t.Error("counted", s.Unknown())
	}
}

// TestAbbreviationIsOneBox: a character that stands for a sentence takes no more room than another one that no
// face draws.
func TestAbbreviationIsOneBox(t *testing.T) {
	f := openSet(t).Normal
	if whole, one := f.Width("ﷺ"), f.Width("ع"); whole != one {
		t.Errorf("%d columns, want %d", whole, one)
	}
	if f.Draws("ﷺ") || !f.Draws("ﬁ") {
		t.Error("it draws what is not there, or not what is")
	}
}

// TestDrawsAgain: the text that was split last is not taken for another one.
func TestDrawsAgain(t *testing.T) {
	s := openSet(t)
	long := strings.Repeat("x", maxRunes/2)
	for _, row := range []struct {
		text string
		f    *Face
		want bool
	}{
		{"x", s.Normal, true}, {"ع", s.Normal, false}, {"x", s.Small, true},
		{long + "ع", s.Normal, false}, {long + "ع", s.Normal.Scale(2), true}, // it is cut off there
	} {
		if got := row.f.Draws(row.text); got != row.want {
			t.Errorf("%.5q: %v", row.text, got)
		}
	}
}
