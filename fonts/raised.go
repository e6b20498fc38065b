// SPDX-License-Identifier: Apache-2.0

package fonts

// lift is how many rows above the capitals of 7 rows a panel of 24 rows and more has for
// marks: two for the mark, and a dark one.
const lift = 3

// raised returns Normal's letters for panels with rows above them: a capital keeps its rows,
// and each mark stands above its letter, as in the tall family.
func raised() *book {
	low := load(&book{ascent: 7, descent: 1, cap: 7}, "normal", "shared")
	b := load(&book{ascent: low.ascent + lift, descent: low.descent, cap: low.cap, floats: true, lift: lift}, "7")
	for k, g := range low.glyphs {
		if _, own := b.glyphs[k]; own || k.isBody() {
			continue
		}
		down := lift
		if from, to := g.inkRows(); k.isMark() && from < low.ascent { // above: it stands on the dark row
			down = lift - 1 - to
		}
		b.glyphs[k] = g.lower(down, lift)
	}
	for r, dotless := range map[rune]rune{'i': 'ı', 'j': 'ȷ', 'і': 'ı', 'ј': 'ȷ'} {
		b.glyphs[single(r).as(short)] = b.glyphs[single(dotless)]
	}
	return b
}

// isBody reports whether k is the form of a letter that makes room for a mark.
func (k key) isBody() bool {
	return k == single(k.character()).as(short) || k == single(k.character()).as(low)
}

// isMark reports whether k is a combining mark, or two.
func (k key) isMark() bool { return place(k.character()) != 0 }

// lower returns g with rows more above, and its picture so many rows lower.
func (g *glyph) lower(down, rows int) *glyph {
	out := *g
	out.top, out.rows = g.top+rows, make([]uint32, len(g.rows)+rows)
	for y, row := range g.rows {
		if row != 0 {
			out.rows[y+down] = row
		}
	}
	return &out
}
