// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"math/rand/v2"
	"testing"

	"golang.org/x/text/unicode/bidi"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// visual returns the characters of text as they are seen from left to right.
func visual(text string) (string, bool) {
	rtl := RightToLeft(text)
	return visualIn(text, rtl), rtl
}

// visualIn is visual in a paragraph of a given direction.
func visualIn(text string, rtl bool) string {
	rs := []rune(text)
	cs := clusters(rs)
	order(rs, cs, rtl)
	var out []rune
	for _, c := range cs {
		if m, ok := mirrored[c.base]; ok && c.level%2 == 1 {
			c.base = m
		}
		out = append(append(out, c.base), c.marks...)
	}
	return string(out)
}

// What the Unicode bidirectional algorithm asks for, checked by hand against
// UAX #9; letters with no meaning, so that it does not depend on an editor.
func TestOrder(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
		rtl              bool
	}{
		{"left to right", "abc 12", "abc 12", false},
		{"nothing", "", "", false},
		{"Hebrew", "\u05D0\u05D1\u05D2", "\u05D2\u05D1\u05D0", true},
		{"a number in Hebrew", "\u05D0\u05D1 12 \u05D2", "\u05D2 12 \u05D1\u05D0", true},
		{"a number first", "12 \u05D0\u05D1", "\u05D1\u05D0 12", true},
		{"a price", "\u05D0 5.90$ \u05D1", "\u05D1 5.90$ \u05D0", true},
		{"Latin in Hebrew", "\u05D0 abc 1 \u05D1", "\u05D1 abc 1 \u05D0", true},
		{"Hebrew in Latin", "ab \u05D0\u05D1 cd", "ab \u05D1\u05D0 cd", false},
		{"a number after Hebrew in Latin", "ab \u05D0\u05D1 12 cd", "ab 12 \u05D1\u05D0 cd", false},
		{"a percentage after Hebrew in Latin", "ab \u05D0\u05D1 12% cd", "ab 12% \u05D1\u05D0 cd", false},
		{"a price after Hebrew in Latin", "ab \u05D0\u05D1 $12.5, cd", "ab $12.5 \u05D1\u05D0, cd", false},
		{"a number between Hebrew in Latin", "ab \u05D0 12 \u05D1 cd", "ab \u05D1 12 \u05D0 cd", false},
		{"a number and a Latin word after Hebrew", "ab \u05D0 1x", "ab 1 \u05D0x", false},
		{"a number at the start of Latin", "12 ab \u05D0", "12 ab \u05D0", false},
		{"brackets turn round", "\u05D0(\u05D1)", "(\u05D1)\u05D0", true},
		{"and keep Latin together", "\u05D0 (ab) \u05D1", "\u05D1 (ab) \u05D0", true},
		{"a sign at the end", "\u05D0\u05D1!", "!\u05D1\u05D0", true},
		{"points stay on their letter", "\u05D0\u05B8\u05D1", "\u05D1\u05D0\u05B8", true},
		{"a mark sets the direction", "\u200Fab", "ab", true},
		{"an isolate does not", "\u2067ab\u2069 \u05D0", "\u05D0 ab", true},
		{"brackets after Hebrew in Latin", "mail from \u05D0\u05D1 (3): hi", "mail from (3) \u05D1\u05D0: hi", false},
		{"brackets with Hebrew in Latin", "a (\u05D0\u05D1) b", "a (\u05D1\u05D0) b", false},
		{"and Hebrew before, too", "a \u05D0 (\u05D1) b", "a (\u05D1) \u05D0 b", false},
		{"brackets with both in Latin", "a \u05D0(b\u05D1)", "a \u05D0(b\u05D1)", false},
		{"brackets with Latin behind Hebrew", "\u05D0 (a)", "(a) \u05D0", true},
		{"brackets with Latin behind Latin in Hebrew", "\u05D0 a(b)", "a(b) \u05D0", true},
		{"two kinds that cross", "a \u05D0 ([1)]", "a (1]) \u05D0]", false},
		{"brackets with nothing strong", "\u05D0(!)\u05D1", "\u05D1(!)\u05D0", true},
		{"one bracket alone", "a \u05D0) b", "a \u05D0) b", false},
		{"a percent sign without a number", "b \u05D0%", "b \u05D0%", false},
		{"a sign between Hebrew and Latin", "b \u05D0 $ c", "b \u05D0 $ c", false},
		{"degrees after Hebrew", "\u05D0 21\u00B0", "21\u00B0 \u05D0", true},
		{"a hyphen is no sign of a number", "b \u05D0 -5 c", "b 5- \u05D0 c", false},
		{"an embedding", "a \u202B\u05D0 b\u202C c", "a b \u05D0 c", false},
		{"an override", "a \u202Ebc\u202C", "a cb", false},
		{"an isolate keeps what is around together", "\u05D0 \u2066a\u2069 \u05D1", "\u05D1 a \u05D0", true},
		{"a first strong isolate", "a \u2068\u05D0 1\u2069 2", "a 1 \u05D0 2", false},
		{"Arabic digits", "\u0661\u0662 ab", "\u0661\u0662 ab", false},
	} {
		got, rtl := visual(tt.text)
		if got != tt.want || rtl != tt.rtl {
			t.Errorf("%s: %+q is seen as %+q, right to left: %v; want %+q, %v", tt.name, tt.text, got, rtl, tt.want, tt.rtl)
		}
	}
}

// A scroll enters from the side where the text begins.
func TestLineDirection(t *testing.T) {
	f := openSet(t).Normal
	for text, want := range map[string]bool{"abc": false, "שלום abc": true, "abc שלום": false, "12:30 שלום": true,
		"": false} {
		if got := f.Line([]Span{{text, white}}).RTL; got != want {
			t.Errorf("%q runs from right to left: %v, want %v", text, got, want)
		}
		if got := RightToLeft(text); got != want {
			t.Errorf("RightToLeft(%q) is %v, want %v", text, got, want)
		}
	}
}

// The library tells the direction of text without brackets.
func FuzzLevels(f *testing.F) {
	for _, text := range []string{"ab \u05D0\u05D1 12% cd", "\u05D0 a-1 $2.5\u0301", "\u0627 1,2 +3",
		"\u202Ba\u05D0\u202C b", "\u2067a\u2066\u05D01\u2069", "\u0661\u06601 , 2"} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, rtl bool) {
		memtest.AtMost(t, 256<<10+1<<10*len(text), func() {
			var rs []rune
			for _, r := range text {
				if p, _ := bidi.LookupRune(r); !p.IsBracket() && !removed(p.Class()) && p.Class() != bidi.B && p.Class() != bidi.S {
					rs = append(rs, r)
				}
			}
			againstLibrary(t, rs, rtl)
		})
	})
}

func TestLevels(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	kinds := []rune("ab\u05D0\u05D1\u062712\u0661+-$%,. !\u0301\u200E\u200F\u2066\u2067\u2068\u2069\u2069")
	for range 2000 {
		rs := make([]rune, 1+rnd.IntN(14))
		for i := range rs {
			rs[i] = kinds[rnd.IntN(len(kinds))]
		}
		againstLibrary(t, rs, rnd.IntN(2) == 0)
	}
}

func againstLibrary(t *testing.T, rs []rune, rtl bool) {
	t.Helper()
	got := levels(rs, rtl)
	mark := "\u200E" // sets the direction and does no more
	if rtl {
		mark = "\u200F"
	}
	var p bidi.Paragraph
	p.SetString(mark + string(rs))
	o, err := p.Order()
	if err != nil {
		return
	}
	for i := range o.NumRuns() {
		run := o.Run(i)
		for start, end := run.Pos(); start <= end; start++ {
			if start > 0 && (got[start-1]%2 == 1) != (run.Direction() == bidi.RightToLeft) {
				t.Fatalf("%+q, right to left %v: level %d at %d, the library has run %v", string(rs), rtl, got[start-1], start-1,
					run.Direction())
			}
		}
	}
}

// A line that is broken out of a paragraph keeps the direction of the paragraph.
func TestOrderIn(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		rtl        bool
		want       string
	}{
		{"Latin in Hebrew", "abc.", true, ".abc"},
		{"a number in Hebrew", "12 (3)", true, "(3) 12"},
		{"two words of Latin", "abc de", true, "abc de"},
		{"Latin and Hebrew in Hebrew", "abc \u05D0", true, "\u05D0 abc"},
		{"Hebrew in Latin", "\u05D0\u05D1!", false, "\u05D1\u05D0!"},
		{"Hebrew and Latin in Latin", "\u05D0 abc", false, "\u05D0 abc"},
		{"Hebrew and a number in Latin", "\u05D0 12", false, "12 \u05D0"},
		{"nothing", "", true, ""},
	} {
		if got := visualIn(tt.text, tt.rtl); got != tt.want {
			t.Errorf("%s: %+q is seen as %+q, want %+q", tt.name, tt.text, got, tt.want)
		}
	}
	f := openSet(t).Normal
	in, out := f.LineIn([]Span{{"a.", white}}, true), f.Line([]Span{{".a", white}})
	if !in.RTL || pixtest.String(in.Image) != pixtest.String(out.Image) {
		t.Error("LineIn does not lay out from right to left")
	}
}

// Colours go with their letters.
func TestOrderOfColors(t *testing.T) {
	f := openSet(t).Normal
	m := f.Line([]Span{{"ו", white}, {"ו", red}}).Image
	if got := m.RGBAAt(1, 3); got != red {
		t.Errorf("the second letter, at the left, is %v, want %v", got, red)
	}
	if got := m.RGBAAt(4, 3); got != white {
		t.Errorf("the first letter, at the right, is %v, want %v", got, white)
	}
}
