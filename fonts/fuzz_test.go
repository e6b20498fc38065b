// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ledpost/ledpost/internal/memtest"
)

// Whatever the text, a line is as wide as it says and neither crashes nor grows
// without bound.
func FuzzLine(f *testing.F) {
	for _, text := range pangrams {
		f.Add(text)
	}
	for _, text := range []string{"", "\xff\xfe", "👨‍👩‍👧🇩🇪1️⃣", "א(1$x)\u202Eabc\u202C", "e\u0301\u0301\u0301",
		"\u2067\u2067\u2069", "\U0010FFFF\x00\u2029", "\u0661\u200F[{<", "﷽ﬁ①", "\x91\xe1\xa8", "\u0338\u0338=",
		"لا بلا\u200Dب\u200Cل\u064Eا", "\U0001FAF8 a \U0001FAF8", "\U0001FAF8\U0001FAF8 ", "日本😀"} {
		f.Add(text)
	}
	s := openSet(f)
	s.Normal.Line([]Span{{"日😀", white}}) // unpacks the tables, once for all
	f.Fuzz(func(t *testing.T, text string) {
		memtest.AtMost(t, 1<<20+16<<10*len(text), func() {
			for _, face := range []*Face{s.Normal, s.Small, s.Clock.Scale(2)} {
				m := face.Line([]Span{{text, white}, {text, red}}).Image.Bounds()
				if w := face.Width(text + text); len(text) < maxRunes/4 && stable(text) && m.Dx() != w {
					t.Errorf("the line is %d wide, but %d was told", m.Dx(), w)
				}
				if m.Dy() != face.Height() || m.Dx() > 33*(2*len(text)+1)*20 {
					t.Errorf("%q: the line is %v", text, m)
				}
			}
		})
	})
}

// stable reports text that means the same in two spans as in one: it is UTF-8,
// of which no two ends join into another character, and no end composes with the
// beginning.
func stable(text string) bool {
	return utf8.ValidString(text) && composed(text+text) == composed(text)+composed(text)
}

func FuzzBDF(f *testing.F) {
	f.Add([]byte(sampleBDF))
	f.Add([]byte(strings.Replace(sampleBDF, "DWIDTH 8 0", "DWIDTH 0 0", 1)))
	f.Add([]byte(strings.Replace(sampleBDF, "BBX 8 7 0 0", "BBX 7 7 -9 -64", 1)))
	f.Add([]byte(strings.Replace(sampleBDF, "FONT_ASCENT 7", "FONT_ASCENT 0\nCHARSET_REGISTRY \"JISX0208.1990\"", 1)))
	s := openSet(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		var b *bdf
		var err error
		memtest.AtMost(t, 256<<10+512*len(text), func() { b, err = readBDF("x", bytes.NewReader(text)) })
		if err != nil {
			return
		}
		face := *s.Small.Scale(3)
		face.books, face.sources = []drawn{{&book{ascent: 6, descent: 1, cap: 5}, 1}}, []source{b}
		for r := range b.glyphs {
			face.Line([]Span{{string(r) + "x", white}})
			if g, _ := b.find(r); g.w > maxColumns {
				t.Errorf("U+%04X is %d wide", r, g.w)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("glyphs A B.short U+0302+0301\n#. ## .#\n\nsame C A\ncolor R FF0000\nlower A\n")
	f.Add("// x\nglyphs . : +\n# # #\n")
	f.Fuzz(func(t *testing.T, text string) {
		b := newBook()
		memtest.AtMost(t, 256<<10+1<<10*len(text), func() {
			if b.parse("x", text) == nil {
				b.link()
			}
		})
	})
}
