// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"slices"

	"golang.org/x/text/unicode/norm"
)

// shape appends the glyphs that draw c to out: one, or several for characters
// that stand for others (ﬁ), or a box.
func (f *Face) shape(out []placed, c cluster, count bool) []placed {
	if c.level%2 == 1 {
		if m, ok := mirrored[c.base]; ok {
			c.base = m
		}
	}
	if r := c.base; r >= 0x1F1E6 && r <= 0x1F1FF { // regional indicators: the letters of a flag
		c.base = 'A' + r - 0x1F1E6
	}
	if len(c.marks) == 0 && c.base < firstPictograph { // most of all text: the quick way
		if g, ok := f.books[0].glyphs[single(c.base)]; ok {
			return append(out, f.of(f.books[0], g))
		}
	}
	all := f.looks.of(look{c.sign(), f.scale}, func() []placed { return f.search(c) })
	for _, g := range all {
		if count && g.box != 0 {
			f.unknown.add(g.box)
		}
	}
	return append(out, all...)
}

// search returns the glyphs that draw c. An abbreviation is drawn whole, or as one box.
func (f *Face) search(c cluster) (all []placed) {
	if g, ok := f.find(c); ok {
		return []placed{g}
	}
	for _, sub := range clusters(compatible(c)) {
		g, ok := f.find(sub)
		if !ok {
			return []placed{f.undrawn(c)}
		}
		all = append(all, g)
	}
	if all == nil {
		all = []placed{f.undrawn(c)}
	}
	return all
}

// find looks c up: as a picture in colour when that is its wanted or usual
// look, in the face's own glyphs, composed of base and marks, in the fallbacks.
func (f *Face) find(c cluster) (placed, bool) {
	if c.base >= firstPictograph && !c.mono && (c.colorful || pictograph(c.base)) {
		if g := f.emoji(c.base); g != nil {
			return placed{glyph: g, scale: f.scale}, true
		}
	}
	for _, b := range f.books {
		if g, ok := b.compose(c); ok {
			return f.of(b, g), true
		}
	}
	if c.base >= firstPictograph {
		if g := f.emoji(c.base); g != nil {
			return placed{glyph: g, scale: f.scale}, true
		}
	}
	return f.fallback(c)
}

// of returns a glyph of one of the face's books.
func (f *Face) of(b drawn, g *glyph) placed {
	return placed{glyph: g, scale: f.scale * b.times, soft: b.cap >= smooth && g.pix == nil && g.join == 0}
}

// firstPictograph is the first character that may be drawn in colour, U+203C.
// The pictographs are read when the first such character is drawn.
const firstPictograph = '‼'

// compose returns the glyph of c's base with its marks. Marks that the book
// does not draw (Hebrew points) are left out; the letter is still readable.
func (b *book) compose(c cluster) (*glyph, bool) {
	if g, ok := b.glyphs[single(c.base)]; ok && len(c.marks) == 0 {
		return g, true
	}
	g, marks, ok := b.parts(c)
	for _, m := range marks {
		g = g.over(m)
	}
	return g, ok
}

// parts returns the glyphs that c is composed of: its letter and its marks.
func (b *book) parts(c cluster) (letter *glyph, marks []*glyph, ok bool) {
	base, rest := b.decompose(c)
	var above, below []rune
	for _, m := range rest {
		switch class := place(m); {
		case b.glyphs[single(m)] == nil:
		case class == 202 || class == 220: // attached below, below
			below = append(below, m)
		default:
			above = append(above, m)
		}
	}
	letter, ok = b.body(base, above)
	if !ok {
		return nil, nil, false
	}
	top := b.stack(above, letter.w)
	if b.floats {
		top = b.sunk(top, letter)
	}
	return letter, append(top, b.stack(below, letter.w)...), true
}

// sunk returns marks that are drawn above a capital as low as letter lets them.
func (b *book) sunk(marks []*glyph, letter *glyph) []*glyph {
	from, _ := letter.inkRows()
	down := from - (b.ascent - b.cap)
	if down <= 0 {
		return marks
	}
	for i, m := range marks {
		low := *m
		low.rows = make([]uint32, len(m.rows))
		copy(low.rows[down:], m.rows)
		marks[i] = &low
	}
	return marks
}

// decompose returns the letter that the book draws of c and the marks that are
// not part of it yet.
func (b *book) decompose(c cluster) (base rune, rest []rune) {
	text := append(norm.NFD.AppendString(nil, string(c.base)), string(c.marks)...)
	all := []rune(norm.NFD.String(string(text)))
	base = all[0]
	for _, m := range all[1:] {
		whole := []rune(norm.NFC.String(string(base) + string(m)))
		if _, ok := b.glyphs[single(whole[0])]; ok && len(whole) == 1 && !blocked(m, rest) {
			base = whole[0]
		} else {
			rest = append(rest, m)
		}
	}
	return base, rest
}

// blocked reports whether one of the marks before m stands where m does: m then
// belongs on that one, not on the letter.
func blocked(m rune, before []rune) bool {
	return slices.ContainsFunc(before, func(r rune) bool { return place(r) == place(m) })
}

// place returns the combining class of a mark (UAX #44, table 15).
func place(mark rune) uint8 { return norm.NFD.PropertiesString(string(mark)).CCC() }

// body returns the form of the letter r that leaves room for the marks above.
func (b *book) body(r rune, above []rune) (*glyph, bool) {
	if len(above) > 0 {
		lower := b.lower[single(above[0])]
		if len(above) > 1 {
			lower = b.lower[stacked(above[0], above[1])]
		}
		if g, ok := b.glyphs[single(r).as(low)]; ok && lower {
			return g, true
		}
		if g, ok := b.glyphs[single(r).as(short)]; ok {
			return g, true
		}
	}
	g, ok := b.glyphs[single(r)]
	return g, ok
}

// stack returns the pictures of marks for a letter of w columns; two that are
// drawn together are one.
func (b *book) stack(marks []rune, w int) []*glyph {
	var out []*glyph
	for i := 0; i < len(marks); i++ {
		if i+1 < len(marks) {
			if g, ok := b.mark(stacked(marks[i], marks[i+1]), w); ok {
				out = append(out, g)
				i++
				continue
			}
		}
		if g, ok := b.mark(single(marks[i]), w); ok {
			out = append(out, g)
		}
	}
	return out
}

func (b *book) mark(k key, w int) (*glyph, bool) {
	if w%2 == 0 {
		if g, ok := b.glyphs[k.as(even)]; ok {
			return g, true
		}
	}
	g, ok := b.glyphs[k]
	return g, ok
}

// compatible returns the characters for which c is an abbreviation or another
// style (NFKD), nil if there are none.
func compatible(c cluster) []rune {
	s := string(c.base)
	k := norm.NFKD.String(s)
	if k == norm.NFD.String(s) {
		return nil
	}
	return append([]rune(k), c.marks...)
}
