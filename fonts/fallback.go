// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// source is an additional face for characters that ours do not draw. Any
// goroutine may call it.
type source interface {
	find(r rune) (*glyph, bool)
	cell() (ascent, descent int)
}

// fallback looks c up in the sources; the first that has it wins. A source of
// another height than the face's is drawn as large as fits; a glyph that does
// not fit counts as missing.
func (f *Face) fallback(c cluster) (placed, bool) {
	if len(f.sources) == 0 {
		return placed{}, false
	}
	r := c.base
	if len(c.marks) > 0 {
		if whole := []rune(norm.NFC.String(string(c.base) + string(c.marks))); len(whole) == 1 {
			r = whole[0]
		}
	}
	for _, s := range f.sources {
		if g, ok := s.find(r); ok {
			if p, ok := f.fit(g, s); ok {
				return p, true
			}
		}
	}
	return placed{}, false
}

// fit sets a glyph of s on f's baseline, or as near as keeps it in the line.
func (f *Face) fit(g *glyph, s source) (placed, bool) {
	ascent, descent := s.cell()
	above := f.Ascent() - f.books[0].lift*f.scale
	height := above + f.Descent()
	scale := max(1, height/max(1, ascent+descent))
	p := placed{glyph: g, scale: scale, dy: min(0, f.Descent()-descent*scale)}
	from, to := g.inkRows()
	top, bottom := (from-g.top)*scale+p.dy, (to-g.top)*scale+p.dy // from the baseline, down
	switch {
	case bottom-top > height:
		return p, false
	case top < -above:
		p.dy += -above - top
	case bottom > f.Descent():
		p.dy -= bottom - f.Descent()
	}
	return p, true
}

// wide reports whether r takes the width of two characters.
func wide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}
