// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"image"
	"image/color"
	"testing"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

var white = color.RGBA{255, 255, 255, 255}

func say(role Role, words string, shorter ...string) Line {
	l := Line{Role: role, Spans: []fonts.Span{{Text: words, Color: white}}}
	for _, s := range shorter {
		l.Shorter = append(l.Shorter, []fonts.Span{{Text: s, Color: white}})
	}
	return l
}

// sized is l in the size for widest.
func sized(l Line, widest string) Line {
	l.Widest = widest
	return l
}

func gridOf(t *testing.T, w, h int) *Grid {
	t.Helper()
	set := must.Get(fonts.Open(fonts.Options{Rows: h}))(t)
	return NewGrid(set, image.Pt(w, h))
}

// TestShorteningByRule: fewer words come before a smaller size, and that before scrolling.
func TestShorteningByRule(t *testing.T) {
	g := gridOf(t, 64, 32)
	two := say(Value, "Call the plumber")
	two.Lines = 2
	for _, row := range []struct {
		why     string
		line    Line
		width   int
		want    string // of the first line
		rows, n int
		scrolls bool
	}{
		{"it fits", say(Head, "12°"), 36, "12°", 16, 1, false},
		{"fewer words", say(Head, "102°", "102"), 36, "102", 16, 1, false},
		{"a smaller size", say(Head, "-18.5°"), 36, "-18.5°", 10, 1, false},
		{"the size of a longer text of another day", sized(say(Head, "9°"), "-18.5°"), 36, "9°", 10, 1, false},
		{"the longest of the texts", sized(say(Head, "-18.5°"), "-18.5°"), 36, "-18.5°", 10, 1, false},
		{"two lines, broken between words", two, 50, "Call the", 7, 2, false},
		{"it scrolls in the size of its role", say(Value, "Donaudampfschifffahrt"), 36, "Donaudampfschifffahrt", 7, 1, true},
		{"a label is in capitals", say(Label, "in 10 min"), 60, "IN 10 MIN", 5, 1, false},
		{"ß has no capital", say(Label, "Straße"), 60, "STRASSE", 5, 1, false},
		{"capitals of Greek have no accents", say(Label, "Γενέθλια"), 60, "ΓΕΝΕΘΛΙΑ", 5, 1, false},
	} {
		got := g.fit(row.line, row.width, 30)
		if i := got[0].item; i.Text != row.want || i.Rows != row.rows || len(got) != row.n || i.Scrolls != row.scrolls {
			t.Errorf("%s: %+v in %d lines, want %+v", row.why, i, len(got), row)
		}
	}
}

// TestColumnIsCentred by the rows of its capitals, inside the margins, and spares what it may.
func TestColumnIsCentred(t *testing.T) {
	for _, size := range []image.Point{{32, 16}, {64, 32}, {64, 64}, {128, 64}} {
		g := gridOf(t, size.X, size.Y)
		for _, lines := range [][]Line{
			{say(Head, "12°")}, {say(Head, "12°"), say(Note, "3–14°")},
			{say(Label, "now"), say(Value, "gyp"), say(Note, "till ten")},
		} {
			p := g.NewPage()
			lines[len(lines)-1].Spare = len(lines) > 1
			g.Column(p, g.Inner(), Middle, lines...)
			all := image.Rectangle{}
			for _, i := range p.Items {
				all = all.Union(i.Body)
				if !i.Ink.In(g.Inner()) {
					t.Errorf("%v: %q is at %v", size, i.Text, i.Ink)
				}
			}
			if up, down := all.Min.Y, size.Y-all.Max.Y; up-down > 1 || down-up > 2 || len(p.Items) < min(2, len(lines)) {
				t.Errorf("%v: %d of %d lines at %v", size, len(p.Items), len(lines), all)
			}
		}
	}
}

// TestBeside: lines beside a picture begin at one edge if their page wants it.
func TestBeside(t *testing.T) {
	for _, align := range []Align{Middle, Left} {
		edges := map[int]bool{}
		for _, words := range []string{"Yoga", "Standup"} {
			g := gridOf(t, 64, 32)
			g.Beside = align
			picture := &render.Fill{Bounds: image.Pt(24, 24), Color: white}
			edges[g.Hero(picture, say(Value, words))[0].Items[1].Ink.Min.X] = true
		}
		if (len(edges) == 1) != (align == Left) {
			t.Errorf("aligned %v, lines begin at %v", align, edges)
		}
	}
}

// TestHighCharacters: a line that is too high to stand below a picture has the panel alone.
func TestHighCharacters(t *testing.T) {
	for words, want := range map[string]int{"Yoga": 2, "会議": 1} {
		p := gridOf(t, 16, 16).Hero(&render.Fill{Bounds: image.Pt(8, 8), Color: white}, say(Value, words))[0]
		if len(p.Items) != want {
			t.Errorf("%s: %d items, want %d", words, len(p.Items), want)
		}
	}
}

// TestUnitsAreSmaller than large digits, which are drawn for their size.
func TestUnitsAreSmaller(t *testing.T) {
	g := gridOf(t, 128, 64)
	if got, want := g.Face(24, "800 lx").Width("800 lx"), g.set.Letters(24).Width("800 lx"); g.Face(24, "800 lx").Cap() != 24 || got >= want {
		t.Errorf("800 lx takes %d columns, and %d in letters of 24 rows", got, want)
	}
	if got := g.Face(24, "MAR"); got.Cap() != 24 || got.Width("MAR") != g.set.Letters(24).Width("MAR") {
		t.Error("a word has smaller letters")
	}
}

// TestShortWordsAreLarge where they have a small panel alone, as a value of somebody's data has:
// of 64 rows "hi" would fill 12. Beside an icon, and on a panel whose texts begin with 16 rows, no
// word is larger than others: Yoga and Standup are titles alike.
func TestShortWordsAreLarge(t *testing.T) {
	for _, c := range []struct {
		columns int
		alone   bool
		rows    map[string]int
	}{
		{64, true, map[string]int{"hi": 16, "closed": 16, "Washer done": 12, "7 mm": 16, "Standup": 12}},
		{64, false, map[string]int{"Yoga": 12, "closed": 12, "7 mm": 16, "Standup": 12}},
		{128, true, map[string]int{"hi": 16, "Standup": 16, "7 mm": 24}},
		{128, false, map[string]int{"会議": 24, "Yoga": 16, "Standup": 16, "7 mm": 24}},
	} {
		for text, want := range c.rows {
			if _, faces := gridOf(t, c.columns, 64).Texts(text, c.alone); faces[0].Cap() != want {
				t.Errorf("%d columns, alone %v: %s has %d rows, want %d", c.columns, c.alone, text, faces[0].Cap(), want)
			}
		}
	}
}

// TestLeast: a line takes no size below its least, and scrolls in its own instead.
func TestLeast(t *testing.T) {
	for _, row := range []struct {
		text        string
		least, rows int
		scrolls     bool
	}{
		{"Zahnarzt Dr. Müller", 12, 12, true}, {"Zahnarzt Dr. Müller", 10, 10, false}, {"Zahnarzt Dr. Müller", 0, 10, false},
		{"Cumpleaños de la abuela", 10, 12, true}, {"Yoga", 10, 12, false},
	} {
		g := gridOf(t, 128, 64)
		p, line := g.NewPage(), say(Value, row.text)
		line.Most, line.Least = 12, row.least
		g.Column(p, g.Inner(), Middle, line)
		if i := p.Items[0]; i.Scrolls != row.scrolls || i.Rows != row.rows {
			t.Errorf("%+v: %d rows, scrolls %v", row, i.Rows, i.Scrolls)
		}
	}
}

// TestMarksMissDescenders: in rooms of any height the marks of a line lie below the descenders of the line above it.
func TestMarksMissDescenders(t *testing.T) {
	g, both := gridOf(t, 64, 32), 0
	for rows := 14; rows <= 30; rows++ {
		p := g.NewPage()
		g.Column(p, image.Rect(0, 1, 64, 1+rows), Middle, say(Value, "pygmy"), say(Value, "ÉÄÑÔ"))
		if len(p.Items) < 2 {
			continue
		}
		if both++; p.Items[0].Ink.Overlaps(p.Items[1].Ink) {
			t.Errorf("in %d rows %v is over %v", rows, p.Items[0].Ink, p.Items[1].Ink)
		}
	}
	if both < 8 {
		t.Errorf("both lines stand in %d rooms alone", both)
	}
}

// TestLettersBesideCharacters are about as high as the characters, which have 7 rows, 11 or 22.
func TestLettersBesideCharacters(t *testing.T) {
	if got := gridOf(t, 64, 32).Face(7, "Yoga 课").Cap(); got != 7 {
		t.Errorf("letters of %d rows beside a character on 64×32, want 7", got)
	}
	g := gridOf(t, 128, 64)
	for _, row := range []struct {
		rows int
		text string
		want int
	}{{16, "Tronbyt: 无法连接", 12}, {24, "没有Yoga", 24}, {16, "Tronbyt", 16}, {10, "Tronbyt: 无法连接", 10},
		{16, "天气 ☀", 12}, {16, "天气", 16}, {16, "مرحبا Yoga", 12}} {
		if got := g.Face(row.rows, row.text).Cap(); got != row.want {
			t.Errorf("%q in %d rows: letters of %d, want %d", row.text, row.rows, got, row.want)
		}
	}
}

// TestTextsBesideAnIcon begin with the size of all texts; figures are larger.
func TestTextsBesideAnIcon(t *testing.T) {
	for text, want := range map[string]int{"Yoga": 10, "Standup": 10, "7 mm": 12, "Yoga 课": 10} {
		if _, faces := gridOf(t, 64, 32).Texts(text, false); faces[0].Cap() != want {
			t.Errorf("%s has %d rows, want %d", text, faces[0].Cap(), want)
		}
	}
}

// TestValueIsNoLargerThanTheHead, also where it scrolls.
func TestValueIsNoLargerThanTheHead(t *testing.T) {
	g := gridOf(t, 128, 64)
	p := g.NewPage()
	g.Column(p, image.Rect(0, 1, 56, 63), Middle, say(Head, "12.35 kW"), say(Value, "1234.5 kWh"))
	if head, value := p.Items[0], p.Items[1]; head.Rows != 10 || value.Rows != 10 || !value.Scrolls {
		t.Errorf("%d and %d rows, scrolls %v", head.Rows, value.Rows, value.Scrolls)
	}
}

// TestSquare: an icon's side, more above words, and all of a panel with room for a square or for words.
func TestSquare(t *testing.T) {
	for size, want := range map[image.Point]int{{27, 16}: 16, {28, 16}: 8, {27, 15}: 8, {16, 32}: 16, {16, 64}: 16, {37, 8}: 8, {16, 16}: 16,
		{32, 16}: 8, {64, 32}: 24, {64, 64}: 32, {128, 64}: 48} {
		if got := NewGrid(nil, size).Square(); got != want {
			t.Errorf("%v: %d, want %d", size, got, want)
		}
	}
}
