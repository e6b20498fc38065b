// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"strings"
	"testing"
)

// Layout of the picture of all sizes, in pixels of the panel.
const (
	sizesWidth = 256
	sizesLeft  = 14 // room for the number of rows
	sizesGap   = 5
	dot        = 4 // pixels of the picture for one of the panel, one of them dark
)

// samples are what a size with letters is shown by.
var samples = []string{
	"Wednesday 12° Größe ÅÉÎÕŠ 0O 1lI 5S 6G8B",
	"Καλημέρα Ελλάδα ψυχή Άνω ΓΔΘΛΞΠΣΦΨΩ",
	"Привет мир Ёжик їй ЖДФЩЯ Љубљана",
}

// sizes draws the sizes of s below each other as a panel shows them: the digits
// of each, and letters where a size has them.
func sizes(s *Set) *image.RGBA {
	lines := make([]*image.RGBA, 0, 32)
	height := sizesGap
	add := func(f *Face, label, text string) {
		m := f.Line([]Span{{text, inkColor}}).Image
		row := image.NewRGBA(image.Rect(0, 0, sizesWidth, m.Rect.Dy()))
		draw.Draw(row, m.Rect.Add(image.Pt(sizesLeft, 0)), m, image.Point{}, draw.Src)
		if label != "" {
			l := s.Small.Line([]Span{{label, labelColor}}).Image
			draw.Draw(row, l.Rect.Add(image.Pt(1, f.Ascent()-s.Small.Ascent())), l, image.Point{}, draw.Src)
		}
		lines = append(lines, row)
		height += m.Rect.Dy() + sizesGap
	}
	for _, rows := range []int{5, 7, 8, 10, 12, 14, 16, 20, 24, 32} {
		add(s.Digits(rows), fmt.Sprint(rows), "0123456789:")
		if f := s.Letters(rows); f.Cap() == rows && f.scale == 1 {
			for _, text := range samples {
				for _, line := range broken(f, text) {
					add(f, "", line)
				}
			}
		}
	}
	return dots(lines, height)
}

// broken returns the words of text in lines that fit.
func broken(f *Face, text string) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if longer := strings.TrimSpace(line + " " + word); f.Width(longer) <= sizesWidth-sizesLeft {
			line = longer
			continue
		}
		lines, line = append(lines, line), word
	}
	return append(lines, line)
}

// dots draws rows of a panel as it looks: lit and dark points.
func dots(lines []*image.RGBA, height int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, sizesWidth*dot, height*dot))
	draw.Draw(m, m.Rect, image.NewUniform(paperColor), image.Point{}, draw.Src)
	y := sizesGap
	for _, line := range lines {
		for i := range line.Rect.Dx() * line.Rect.Dy() {
			x, row := i%line.Rect.Dx(), i/line.Rect.Dx()
			c := line.RGBAAt(x, row)
			if c.A == 0 {
				c = color.RGBA{0x1C, 0x1C, 0x24, 0xFF}
			}
			square(m, x*dot, (y+row)*dot, dot-1, c)
		}
		y += line.Rect.Dy() + sizesGap
	}
	return m
}

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
