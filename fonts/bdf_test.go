// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/internal/testtool"
)

// sampleBDF has one character, U+65E5, of 8 columns and 7 rows.
const sampleBDF = `STARTFONT 2.1
COMMENT drawn for this test
FONT -Ledpost-Sample-Medium-R-Normal--8-80-75-75-C-80-ISO10646-1
SIZE 8 75 75
FONTBOUNDINGBOX 8 8 0 -1
STARTPROPERTIES 2
FONT_ASCENT 7
FONT_DESCENT 1
ENDPROPERTIES
CHARS 1
STARTCHAR U+65E5
ENCODING 26085
DWIDTH 8 0
BBX 8 7 0 0
BITMAP
7E
42
42
7E
42
42
7E
ENDCHAR
ENDFONT
`

func setWith(t *testing.T, b *bdf) *Set {
	t.Helper()
	s := openSet(t)
	for _, f := range []*Face{s.Small, s.Normal, s.Clock} {
		f.sources = []source{b}
	}
	return s
}

func TestBDF(t *testing.T) {
	b := must.Get(readBDF("sample.bdf", strings.NewReader(sampleBDF)))(t)
	s := setWith(t, b)
	want := `
		.######.#...
		.#....#.#...
		.#....#.###.
		.######.#..#
		.#....#.#..#
		.#....#.#..#
		.######.###.
		............
	`
	pixtest.Equal(t, s.Normal.Line([]Span{{"日b", white}}).Image, want)
	// The picture's 7 rows fill the small face, whose baseline is a row higher.
	pixtest.Equal(t, s.Small.Line([]Span{{"日b", white}}).Image, `
		.######....
		.#....#.#..
		.#....#.##.
		.######.#.#
		.#....#.#.#
		.#....#.##.
		.######....
	`)
	if got := s.Normal.Scale(2).Width("日"); got != 14 {
		t.Errorf("at twice the size the character has %d columns, want 14", got)
	}
}

// Misaki and its like number their characters as JIS does.
func TestBDFCharset(t *testing.T) {
	for _, tt := range []struct {
		name, registry, code string
		want                 rune
	}{
		{"Unicode", "ISO10646", "26085", '日'},
		{"Latin 1", "ISO8859", "233", 'é'},
		{"JIS X 0208", "JISX0208.1990", "18044", '日'}, // 0x467C
		{"half-width katakana", "JISX0201.1976", "177", 'ｱ'},
		{"ASCII of JIS X 0201", "JISX0201.1976", "65", 'A'},
	} {
		text := strings.Replace(sampleBDF, "STARTPROPERTIES 2\n",
			"STARTPROPERTIES 4\nCHARSET_REGISTRY \""+tt.registry+"\"\nCHARSET_ENCODING \"1\"\n", 1)
		text = strings.Replace(text, "ENCODING 26085", "ENCODING "+tt.code, 1)
		b, err := readBDF("x", strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if _, ok := b.find(tt.want); !ok {
			t.Errorf("%s: there is no %c", tt.name, tt.want)
		}
	}
}

func TestBDFFaults(t *testing.T) {
	cut := func(from string) string { return sampleBDF[:strings.Index(sampleBDF, from)] }
	swap := func(old, new string) string { return strings.Replace(sampleBDF, old, new, 1) }
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "x:1: the file is empty"},
		{"another format", "GIF89a", "x:1: not a BDF file"},
		{"cut off", cut("ENDFONT"), "x:24: the file ends before ENDFONT"},
		{"cut off in a picture", cut("42\n7E\nENDCHAR"), "before ENDFONT"},
		{"no character", cut("STARTCHAR") + "ENDFONT\n", "no character"},
		{"a row too few", swap("42\n42\n7E\nENDCHAR", "42\n7E\nENDCHAR"), "x:22: 6 rows, want the 7"},
		{"a row too many", swap("7E\nENDCHAR", "7E\n7E\nENDCHAR"), "x:23: more rows"},
		{"a short row", swap("42\n", "4\n"), "x:17: row \"4\" is shorter"},
		{"no hexadecimal", swap("42\n", "4G\n"), "x:17: row \"4G\" is not hex"},
		{"too wide", swap("BBX 8", "BBX 33"), "x:14: \"33\": want a number from 0 to 32"},
		{"far off", swap("BBX 8 7 0 0", "BBX 8 7 0 -999"), "x:14: \"-999\""},
		{"a huge advance", swap("DWIDTH 8", "DWIDTH 9999999999"), "x:13: \"9999999999\""},
		{"no such character", swap("26085", "1114112"), "x:12: \"1114112\""},
		{"no box", swap("BBX 8 7 0 0\n", ""), "x:14: BITMAP before BBX"},
		{"no advance", swap("DWIDTH 8 0\n", ""), "x:22: the character has no BBX or no DWIDTH"},
		{"no picture", swap("BITMAP\n7E\n42\n42\n7E\n42\n42\n7E\n", ""), "x:15: the character has no BITMAP"},
		{"a character in another", swap("ENCODING", "STARTCHAR b\nENCODING"), "x:12: STARTCHAR inside"},
		{"a box outside", swap("CHARS 1", "BBX 1 1 0 0"), "x:10: BBX outside"},
		{"another character set", swap("ISO10646-1", "Big5.ETEN-0"), "x:3: character set \"Big5.ETEN\""},
		{"a long line", swap("drawn", strings.Repeat("x", 5000)), "x:2: the line is longer"},
	} {
		_, err := readBDF("x", strings.NewReader(tt.text))
		must.Fail(t, err, tt.want, tt.name)
	}
}

// endless is a file that never ends.
type endless struct{ line string }

func (e endless) Read(p []byte) (int, error) { return copy(p, e.line), nil }

func TestBDFEndless(t *testing.T) {
	testtool.Sequential(t)
	_, err := readBDF("x", endless{"STARTFONT 2.1\n"})
	must.Fail(t, err, "longer than")
}

// CJK is built in: of 12 rows for faces that are high enough, of 7 rows for the others.
func TestCJK(t *testing.T) {
	s := must.Get(Open(Options{Rows: 16}))(t)
	f := s.Normal.Scale(2)
	f.Line([]Span{{"日本語 中文 한국어 ひらカナ ｶﾅ 。", white}})
	f.Line([]Span{{"\u1112\u1161\u11AB か\u3099", white}}) // decomposed
	if n := s.Unknown(); len(n) != 0 {
		t.Errorf("boxes on 16 rows: %v", n)
	}
	pixtest.Equal(t, f.Line([]Span{{"日", white}}).Image, `
		...........
		...........
		..########.
		..#......#.
		..#......#.
		..#......#.
		..#......#.
		..########.
		..#......#.
		..#......#.
		..#......#.
		..#......#.
		..########.
		...........
		...........
		...........
	`)
	pixtest.Equal(t, s.Normal.Line([]Span{{"雨", white}}).Image, `
		#######
		...#...
		#######
		#..#..#
		#.##.##
		#..#..#
		#.##.##
		.......
	`)
	pixtest.Equal(t, s.Small.Line([]Span{{"雨", white}}).Image, `
		#######
		...#...
		#######
		#..#..#
		#.##.##
		#..#..#
		#.##.##
	`)
	s.Normal.Line([]Span{{"日本語 中文 한국어 ひらカナ 「。」", white}})
	if n := s.Unknown(); len(n) != 0 {
		t.Errorf("boxes on 8 rows: %v", n)
	}
}
