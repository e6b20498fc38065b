// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/fonts"
)

// TestSizesOfText: what somebody sends has the sizes of its class of panels.
func TestSizesOfText(t *testing.T) {
	for size, want := range map[image.Point][]int{{64, 8}: {7}, {64, 16}: {10, 7, 5}, {64, 32}: {10, 7, 5},
		{64, 64}: {12, 10, 7}, {128, 64}: {16, 12, 10, 7}} {
		var got []int
		_, faces := gridOf(t, size.X, size.Y).Texts("A word of many", true)
		for _, f := range faces {
			got = append(got, f.Cap())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: faces of %v rows, want %v", size, got, want)
		}
	}
}

// TestParagraphs: line ends around a text say nothing, those within it do; there is one paragraph at least.
func TestParagraphs(t *testing.T) {
	for words, want := range map[string]string{
		"a": "a", "a\n": "a", "\n\na\n \n": "a", "a\nb": "a|b", "a\r\nb": "a|b", "a\n\nb": "a||b", "": "", "\n\n": "", " \n ": "",
	} {
		var got []string
		for _, p := range paragraphs([]fonts.Span{{Text: words}}) {
			got = append(got, strings.TrimSpace(fonts.Plain(p)))
		}
		if len(got) == 0 || strings.Join(got, "|") != want {
			t.Errorf("%q is %q, want %s", words, got, want)
		}
	}
	joined := split([]fonts.Span{{Text: "a\nb", Color: white}, {Text: "c"}})
	if len(joined) != 2 || len(joined[1]) != 2 || fonts.Plain(joined[1]) != "bc" || joined[1][0].Color != white {
		t.Errorf("a line of two colours became %+v", joined)
	}
}

// TestParagraphsAreBroken into as many lines as there is room for, over all of them.
func TestParagraphsAreBroken(t *testing.T) {
	g := gridOf(t, 37, 8)
	m := g.trial(Message{Spans: []fonts.Span{{Text: "hello world\nyes"}}})
	for n, want := range []int{0, 0, 0, 3, 3} {
		if got := len(broken(g.set.Normal, m.text, 30, n)); got != want {
			t.Errorf("room for %d: %d lines, want %d", n, got, want)
		}
	}
}

// TestMarksKeepTheMargin: lines whose first mark would lie in the margin scroll; without a mark they stand.
func TestMarksKeepTheMargin(t *testing.T) {
	g := gridOf(t, 78, 22)
	for words, want := range map[string]int{"Réunion de l'équipe de développement": 1, "Reunion de l'equipe de developpement": 3} {
		m := Message{Spans: []fonts.Span{{Text: words}}, Side: 16}
		if s := g.Set(m, image.Rect(20, 0, 78, 22)); len(s.Lines) != want || s.Scrolls != (want == 1) {
			t.Errorf("%s: %d lines, scrolls: %v, want %d", words, len(s.Lines), s.Scrolls, want)
		}
	}
}

// TestLoud: the picture of a loud message is up to twice as large, where the letters stay as they are.
func TestLoud(t *testing.T) {
	for _, row := range []struct {
		why, words string
		size       image.Point
		side       int
	}{
		{"twice as large above a short word", "Leak", image.Pt(64, 64), 48},
		{"a descender does not rise into it", "Open", image.Pt(64, 64), 32},
		{"two lines leave no rows", "Water leak", image.Pt(64, 64), 24},
		{"the word beside it leaves no columns", "Leak", image.Pt(64, 32), 24},
	} {
		m := Message{Spans: []fonts.Span{{Text: row.words}}, Side: Icon(row.size), Loud: true}
		g := gridOf(t, row.size.X, row.size.Y)
		if got := g.Side(m); got != row.side {
			t.Errorf("%s: the picture of %q on %v has a side of %d, want %d", row.why, row.words, row.size, got, row.side)
		}
		if m.Loud = false; g.Side(m) > m.Side {
			t.Errorf("%q on %v: the picture of a message that is not loud has a side of %d", row.words, row.size, g.Side(m))
		}
	}
}

// TestNearlyFits: small letters may fill the room, but not more.
func TestNearlyFits(t *testing.T) {
	const words = "Washer ok"
	set := gridOf(t, 37, 8).set
	for _, row := range []struct {
		why     string
		columns int
		want    bool
	}{
		{"they fill it", set.Small.Width(words), true},
		{"they are a column too wide", set.Small.Width(words) - 1, false},
		{"the usual letters fill it", set.Normal.Width(words), false},
		{"the usual letters are a column too wide", set.Normal.Width(words) - 1, true},
	} {
		if got := nearlyFits(set.Normal, set.Small, words, row.columns); got != row.want {
			t.Errorf("%s: %v", row.why, got)
		}
	}
}

// TestWordsAreSeenWhole: where text has to scroll beside an icon, small letters show its widest word whole if the usual
// ones nearly do.
func TestWordsAreSeenWhole(t *testing.T) {
	g := gridOf(t, 37, 8)
	for _, row := range []struct {
		why, words string
		small      bool
		want       int // rows of a capital
	}{
		{"the first word is 5 columns too wide", "Laundry is done", true, 5},
		{"a later word is", "The Laundry", true, 5},
		{"whoever sends it wants it to scroll", "Laundry is done", false, 7},
		{"small letters of the widest have no room", "Laundry downstairs", true, 7},
		{"each word has room", "Door is open", true, 7},
	} {
		s := g.Set(Message{Spans: []fonts.Span{{Text: row.words}}, Small: row.small}, image.Rect(9, 0, 37, 8))
		if got := s.Face.Cap(); !s.Scrolls || got != row.want {
			t.Errorf("%s: %d rows, scrolls %v, want %d rows", row.why, got, s.Scrolls, row.want)
		}
	}
}

// grown are panels, each with one that is larger on a side or on both, by the margins at least where those begin.
var grown = [][]image.Point{
	{{37, 8}, {64, 16}, {64, 24}, {64, 32}, {64, 64}, {96, 64}, {128, 64}, {256, 64}, {256, 128}},
	{{8, 8}, {16, 8}, {24, 24}, {32, 32}, {48, 48}, {64, 64}, {128, 128}},
	{{32, 8}, {34, 16}, {40, 32}, {64, 32}, {96, 32}, {128, 32}, {160, 32}, {160, 64}},
	{{48, 32}, {64, 32}, {96, 48}, {96, 64}, {128, 64}, {192, 64}}, {{64, 32}, {128, 32}, {128, 48}, {128, 64}},
}

// TestLettersGrowWithThePanel: no text that somebody sends has smaller letters on a larger panel, alone or beside an
// icon. One that scrolls on the smaller may stand in the least letters of the larger, and a number in any: it is read
// as a whole.
func TestLettersGrowWithThePanel(t *testing.T) {
	texts := []string{"Yoga", "Standup", "Tandartscontrole", "CI passed: ledpost#4821", "Łódź – Kraków", "Door open", "7 mm", "21.5°",
		"1234.5 kWh", "Solde : 12 345,60 €", "AJA 2:1 PSV", "Call the plumber", "Zahnarzt Dr. Müller um halb zehn", "open", "Γενέθλια",
		"Отпуск", "12,400 steps", "a",
		"会議", "1013.2", "-18.25", "洗濯が終わりました", "Yoga 课", "🎂 Happy birthday"}
	grids := map[image.Point]*Grid{}
	for _, chain := range grown {
		for _, size := range chain {
			if grids[size] == nil {
				grids[size] = gridOf(t, size.X, size.Y)
			}
		}
		for _, words := range texts {
			for _, icon := range []bool{false, true} {
				before, moved := 0, false
				for _, size := range chain {
					g, m, room := grids[size], Message{Spans: []fonts.Span{{Text: words}}}, image.Rectangle{Max: size}
					if icon {
						m.Side = 8 * max(1, min(size.Y/8, size.X*3/64))
						_, room, _ = g.Place(g.Side(m), m.Side/8, g.Lowest(m, size.Y-m.Side))
					}
					s := g.Set(m, room)
					rows, moves := s.Face.Cap(), s.Face.Width(fonts.Plain(s.Lines[0].Spans)) > s.Room.Dx()
					if moved && !moves {
						before = g.texts[len(g.texts)-1]
						if Figure(words) {
							before = 5
						}
					}
					if rows < before {
						t.Errorf("%q on %v, icon %v: %d rows, and %d on the panel before", words, size, icon, rows, before)
					}
					before, moved = rows, moves
				}
			}
		}
	}
}
