// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// square is a picture that can be drawn with any side.
func square(side int) Drawing {
	draw := func(side int) render.Widget {
		return &render.Fill{Bounds: image.Pt(side, side), Color: color.RGBA{R: 255, A: 255}}
	}
	return Drawing{Widget: draw(side), Draw: draw}
}

// solved says what pages have: their texts with the rows of a capital, ~ before those that scroll, and the sides
// of pictures.
func solved(pages []*Page) string {
	var all []string
	for _, p := range pages {
		for _, i := range p.Items {
			switch {
			case i.Rows == 0:
				all = append(all, fmt.Sprint(i.Body.Dx()))
			case i.Scrolls:
				all = append(all, "~"+i.Text+i.Tail)
			default:
				all = append(all, fmt.Sprint(i.Text+i.Tail, " ", i.Rows))
			}
		}
	}
	return strings.Join(all, " | ")
}

// TestSolve has a page for each rule of a merit.
func TestSolve(t *testing.T) {
	count := say(Head, "34")
	count.Widest, count.Unit = "000", say(Note, "days").Spans
	chinese := count
	chinese.Unit = say(Note, "天").Spans
	spare := say(Note, "waning gibbous")
	spare.Spare = true
	optional := square(24)
	optional.Spare = true
	title := say(Value, "Dr. Miller and the children")
	title.Lines = 3
	day := say(Label, "Sat 14:34")
	day.Split = true
	full := say(Head, "↑10:02 AM", "↑10:02")
	full.Full = true
	half := say(Head, "↑5:02")
	daily := say(Head, "18:42")
	daily.Widest = "00:00"
	half.Tail = []fonts.Span{{Text: "AM"}}
	event, long, span := say(Value, "Standup"), say(Value, "Annas Verjaardag"), say(Note, "15:34–16:34")
	event.Lines, long.Lines, span.Spare = 3, 3, true
	nameless := say(Label, "")
	nameless.Widest = "É"
	alarm := say(Head, "10:44")
	alarm.Widest, alarm.Unit = "00:00", say(Note, "AM").Spans
	for _, row := range []struct {
		why  string
		size image.Point
		page Content
		want string
	}{
		{"a figure has its unit below it", image.Pt(64, 32), Content{Picture: square(24), Lines: []Line{count}}, "24 | 34 16 | DAYS 5"},
		{"a character, which has no line of its own, stands beside it", image.Pt(64, 32),
			Content{Picture: square(24), Titled: true, Lines: []Line{say(Label, "Anna"), chinese}}, "ANNA 5 | 24 | 34 14 | 天 5"},
		{"a picture gives way to the letters of words", image.Pt(64, 32),
			Content{Picture: square(24), Lines: []Line{say(Value, "Weathers")}}, "16 | Weathers 7"},
		{"above them, too", image.Pt(76, 48), Content{Picture: square(24),
			Lines: []Line{say(Label, "15:34"), event, span}}, "15:34 5 | Standup 7 | 15:34–16:34 5 | 16"},
		{"but not where that takes a line", image.Pt(96, 64), Content{Edge: color.RGBA{G: 255, A: 255},
			Lines: []Line{say(Label, "now"), long, span}}, "2 | NOW 10 | Annas 12 | Verjaardag 12 | 15:34–16:34 10"},
		{"a page has the size of others, which have a name above the picture", image.Pt(48, 52),
			Content{Picture: square(16), Titled: true, Lines: []Line{nameless, count}}, "34 14 | DAYS 5 | 16"},
		{"a unit stands beside a figure that would be smaller above it", image.Pt(76, 48),
			Content{Picture: square(24), Lines: []Line{alarm}}, "10:44AM 16 | 24"},
		{"a line that may be left out costs no more of it than its half", image.Pt(64, 32),
			Content{Picture: square(24), Lines: []Line{say(Head, "87%"), spare}}, "24 | 87% 16"},
		{"a picture gives way rather than a line", image.Pt(64, 32),
			Content{Picture: optional, Lines: []Line{say(Label, "IC 1"), say(Value, "Rotterdam"), say(Head, "18:42")}},
			"16 | IC 1 5 | Rotterdam 7 | 18:42 14"},
		{"its columns go to words alone where figures are alike on all days", image.Pt(64, 32),
			Content{Picture: optional, Lines: []Line{say(Label, "IC 1"), say(Value, "Rotterdam"), daily}},
			"16 | IC 1 5 | Rotterdam 7 | 18:42 10"},
		{"a title has fewer lines rather than no end", image.Pt(64, 32),
			Content{Edge: color.RGBA{G: 255, A: 255}, Lines: []Line{say(Label, "now"), title, say(Note, "12–13")}},
			"2 | NOW 5 | Dr. Miller and 7 | the children 7 | 12–13 5"},
		{"a bar takes the place of a picture beside the lines", image.Pt(64, 32),
			Content{Edge: color.RGBA{G: 255, A: 255}, Picture: square(24), Lines: []Line{say(Label, "now"), say(Value, "Dentist")}},
			"2 | NOW 5 | Dentist 7"},
		{"but not of one above them", image.Pt(64, 64),
			Content{Edge: color.RGBA{G: 255, A: 255}, Picture: square(24), Lines: []Line{say(Label, "now"), say(Value, "Dentist")}},
			"NOW 7 | Dentist 10 | 24"},
		{"a time is parted rather than in motion", image.Pt(24, 32), Content{Picture: square(8), Lines: []Line{day}}, "SAT 5 | 14:34 5 | 8"},
		{"halves of the day tell more than larger digits", image.Pt(128, 64),
			Content{Picture: square(48), Lines: []Line{full}}, "48 | ↑10:02 AM 12"},
		{"they take small letters behind the digits", image.Pt(128, 64), Content{Picture: square(48), Lines: []Line{half}}, "48 | ↑5:02AM 24"},
		{"no words are an empty page", image.Pt(64, 32), Content{Lines: []Line{say(Label, "")}}, ""},
	} {
		got := solved(gridOf(t, row.size.X, row.size.Y).Solve(row.page))
		if got != row.want {
			t.Errorf("%s, %v: %q, want %q", row.why, row.size, got, row.want)
		}
	}
}

// TestSolvedAlike: today's words move nothing, unless they have no room; then they alone are smaller, and marked so.
func TestSolvedAlike(t *testing.T) {
	figure := func(words, widest, unit string) Line {
		l := say(Head, words)
		l.Widest, l.Unit = widest, say(Note, unit).Spans
		return l
	}
	spare := func(words string) Line {
		l := say(Note, words)
		l.Spare = true
		return l
	}
	counted := func(words, unit string) []Line { return []Line{say(Label, "Ångström"), figure(words, "000", unit)} }
	for why, days := range map[string][][]Line{
		"a figure may have more digits": {counted("1", "days"), counted("31", "days"), counted("364", "days"),
			counted("100", "days"), counted("12345", "days")},
		"a unit has a mark in some languages":          {counted("31", "DAGE"), counted("31", "DÍAS")},
		"a range that has no room frees rows for none": {{figure("7°", "00°", ""), spare("4–9°")}, {figure("99°", "00°", ""), spare("105–111°")}},
	} {
		for _, size := range []image.Point{{24, 24}, {30, 26}, {32, 16}, {64, 32}, {64, 64}, {70, 66}, {128, 32}, {128, 64}, {256, 64}} {
			g, rows := gridOf(t, size.X, size.Y), 0
			for _, lines := range days {
				for _, i := range g.Solve(Content{Picture: square(g.Picture), Lines: lines})[0].Items {
					switch {
					case i.Role != Head || i.Smaller:
					case rows == 0:
						rows = i.Rows
					case i.Rows != rows:
						t.Errorf("%s, %v: %s has %d rows, and another day %d", why, size, i.Text, i.Rows, rows)
					}
				}
			}
		}
	}
}

// TestSolvedStays: on any panel and with any words all that is lit is on the panel, and something is.
func TestSolvedStays(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	set := must.Get(fonts.Open(fonts.Options{}))(t)
	words := []string{"", "1", "-18.5°", "Ångström Ñandú", "会議", "Donaudampfschifffahrt", "🎉", "a b c d e f g h"}
	for range 300 {
		size := image.Pt(5+r.IntN(252), 5+r.IntN(124))
		g := NewGrid(set, size)
		c := Content{Titled: r.IntN(2) == 0, Lines: []Line{say(Head, "12"), say(Role(r.IntN(4)), words[r.IntN(len(words))])}}
		c.Lines[0].Unit = say(Note, words[1+r.IntN(7)]).Spans
		c.Lines[1].Lines, c.Lines[1].Spare, c.Lines[1].Split = r.IntN(4), r.IntN(2) == 0, r.IntN(2) == 0
		if side := g.Picture; side <= min(size.X, size.Y) && r.IntN(3) > 0 {
			c.Picture = square(side)
		}
		pages := g.Solve(c)
		if len(pages) == 0 || len(pages[0].Items) == 0 {
			t.Errorf("%v: nothing of %+v is seen", size, c.Lines)
		}
		for _, p := range pages {
			for _, i := range p.Items {
				if size.Y >= 16 && size.X >= 16 && !i.Scrolls && !i.Ink.In(image.Rectangle{Max: size}) {
					t.Errorf("%v: %v is beyond the panel: %v", size, i.Text, i.Ink)
				}
			}
		}
	}
}

// TestTextKeepsOffThePicture: letters get smaller rather than lie over the picture above them.
func TestTextKeepsOffThePicture(t *testing.T) {
	for _, size := range []image.Point{{24, 24}, {32, 24}, {40, 27}, {47, 26}, {48, 24}} {
		figure := say(Head, "-18.5°")
		figure.Widest = "-88.8°"
		for _, p := range gridOf(t, size.X, size.Y).Solve(Content{Picture: square(Icon(size)), Lines: []Line{figure}}) {
			if len(p.Items) != 2 || p.Items[0].Ink.Overlaps(p.Items[1].Ink) {
				t.Errorf("%v: %+v", size, p.Items)
			}
		}
	}
}

// TestSolveKeeps: Solve leaves the lines of its caller alone, and ignores a unit without words.
func TestSolveKeeps(t *testing.T) {
	page := Content{Lines: []Line{say(Label, "Anna"), say(Head, "34")}}
	page.Lines[1].Unit = []fonts.Span{{}}
	page.Lines[1].Widest = "000"
	before := fmt.Sprint(page)
	if got, want := solved(gridOf(t, 64, 32).Solve(page)), "ANNA 5 | 34 16"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if after := fmt.Sprint(page); after != before {
		t.Errorf("%s, want %s", after, before)
	}
}

// TestSolveMeasures: a text from outside has up to 1024 characters, and the search tries some hundred arrangements. It
// measures and draws a long text as often as a page has sizes for it, not once an arrangement.
func TestSolveMeasures(t *testing.T) {
	for _, row := range []struct{ why, words string }{
		{"it may be broken between any two", "今天天气很好我们去公园散步吧你说"},
		{"it has many words", "departs from platform nine "},
		{"it has one word", "Donaudampf"},
		{"the characters that a face lacks come last", "abcdefghijklm今"},
		{"it has nothing that is seen", "\u0301\u0302"},
		{"it is read from the right", "שלום עולם "},
	} {
		words := string([]rune(strings.Repeat(row.words, 1024))[:1024])
		for _, size := range []image.Point{{32, 16}, {64, 32}, {64, 64}, {128, 32}, {128, 64}, {256, 64}} {
			g := gridOf(t, size.X, size.Y)
			g.memo = newMemo()
			picture := square(g.Picture)
			picture.Spare = true
			head, rest := say(Head, words), say(Value, words)
			head.Widest, rest.Widest, rest.Lines = words, words, 2
			g.solve(Content{Picture: picture, Lines: []Line{say(Label, words), rest, head}})
			if times := g.memo.measured / len(words); times > 60 {
				t.Errorf("%s, %v: three texts are measured %d times", row.why, size, times)
			}
		}
	}
}

// BenchmarkSolve solves a page whose name has no room.
func BenchmarkSolve(b *testing.B) {
	g := NewGrid(must.Get(fonts.Open(fonts.Options{}))(b), image.Pt(64, 32))
	count := say(Head, "12345")
	count.Widest, count.Unit = "000", say(Note, "days").Spans
	page := Content{Picture: square(24), Titled: true, Lines: []Line{say(Label, "Donaudampfschifffahrtsgesellschaft"), count}}
	for b.Loop() {
		g.Solve(page)
	}
}
