// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

func newBook() *book {
	return &book{ascent: 2, descent: 1, cap: 2, glyphs: map[key]*glyph{}, lower: map[key]bool{}}
}

func TestParse(t *testing.T) {
	b := newBook()
	err := b.parse("x", `
// two letters and a mark
glyphs A  U+0062 A.short
       #. ###    .
       ## ...    #

glyphs U+0302+0301 U+0302.even .
       #           ##          #

color R FF8000
glyphs 🔥
       .R#

lower U+0302
same B A  Z B
`)
	if err == nil {
		err = b.link()
	}
	must.Do(t, err)
	for _, tt := range []struct {
		name string
		key  key
		w    int
		rows [3]uint32
	}{
		{"a letter, its last row not given", single('A'), 2, [3]uint32{1 << 31, 3 << 30, 0}},
		{"a number for a name", single('b'), 3, [3]uint32{7 << 29, 0, 0}},
		{"a form", single('A').as(short), 1, [3]uint32{0, 1 << 31, 0}},
		{"two marks", stacked(0x302, 0x301), 1, [3]uint32{1 << 31, 0, 0}},
		{"a form of a mark", single(0x302).as(even), 2, [3]uint32{3 << 30, 0, 0}},
		{"a dot", single('.'), 1, [3]uint32{1 << 31, 0, 0}},
		{"colours", single('🔥'), 3, [3]uint32{3 << 29, 0, 0}},
		{"an alias of an alias", single('Z'), 2, [3]uint32{1 << 31, 3 << 30, 0}},
	} {
		g := b.glyphs[tt.key]
		if g.w != tt.w || len(g.rows) != 3 || [3]uint32(g.rows) != tt.rows || g.top != 2 {
			t.Errorf("%s: %+v, want %d columns and rows %x", tt.name, g, tt.w, tt.rows)
		}
	}
	if got := b.glyphs[single('🔥')].pix[1]; got.R != 0xFF || got.G != 0x80 || got.A != 0xFF {
		t.Errorf("the colour is %v", got)
	}
	if !b.lower[single(0x302)] {
		t.Error("the mark does not want a low letter")
	}
}

func TestParseFaults(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a row outside", "#.\n", "x:1: a row outside a block"},
		{"no name", "glyphs\n", "x:1: no glyph is named"},
		{"no picture", "glyphs A\n\n", "x:2: glyphs without a picture"},
		{"no picture at the end", "glyphs A", "x:1: glyphs without a picture"},
		{"too few", "glyphs A B\n # \n", "x:2: 1 pictures in the row, want 2"},
		{"another width", "glyphs A\n#.\n#\n", "x:3: \"#\" is not as wide"},
		{"too many rows", "glyphs A\n#\n#\n#\n#\n", "x:5: more than 3 rows"},
		{"another pixel", "glyphs A\n#R\n", "x:2: \"#R\": 'R' is no pixel"},
		{"too wide", "glyphs A\n" + strings.Repeat("#", 33) + "\n", "x:2: "},
		{"twice", "glyphs A\n#\n\nglyphs A\n", "x:4: A is drawn twice"},
		{"twice in a block", "glyphs A A\n", "x:1: A is drawn twice"},
		{"an unknown form", "glyphs A.tall\n", "x:1: A.tall: no form is called \"tall\""},
		{"a word", "glyphs AB\n", "x:1: \"AB\" is neither one character"},
		{"no number", "glyphs U+XYZ\n", "x:1: \"XYZ\" is not the number"},
		{"no character", "glyphs U+110000\n", "x:1: \"110000\" is not the number"},
		{"an odd alias", "same A\n", "x:1: want pairs"},
		{"an alias of nothing", "same A B\n", "U+0041 is the same as U+0042, which is not drawn"},
		{"an alias of itself", "same A A\n", "U+0041 is the same as U+0041"},
		{"an alias of a drawing", "glyphs A B\n# #\n\nsame A B\n", "U+0041 is drawn twice"},
		{"a colour", "color R red\n", "x:1: want a letter and six digits"},
		{"no colour", "color R GGGGGG\n", "x:1: \"GGGGGG\" is no colour"},
		{"unknown mark", "lower XX\n", "x:1: \"XX\" is neither one"},
	} {
		b := newBook()
		err := b.parse("x", tt.text)
		if err == nil {
			err = b.link()
		}
		must.Fail(t, err, tt.want, tt.name)
	}
}

// The example of the description is one.
func TestReadme(t *testing.T) {
	text := must.Get(os.ReadFile("data/README.md"))(t)
	example := strings.Split(string(text), "```")[1]
	b := &book{ascent: 7, descent: 1, glyphs: map[key]*glyph{}}
	if err := b.parse("README", example); err != nil || len(b.glyphs) != 4 {
		t.Errorf("%d glyphs, error %v", len(b.glyphs), err)
	}
}
