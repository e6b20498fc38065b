// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"image"

	"github.com/hajimehoshi/bitmapfont/v4"
	"golang.org/x/image/math/fixed"
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
	scale := max(1, f.Height()/max(1, ascent+descent))
	p := placed{glyph: g, scale: scale, dy: min(0, f.Descent()-descent*scale)}
	from, to := g.inkRows()
	top, bottom := (from-g.top)*scale+p.dy, (to-g.top)*scale+p.dy // from the baseline, down
	switch {
	case bottom-top > f.Height():
		return p, false
	case top < -f.Ascent():
		p.dy += -f.Ascent() - top
	case bottom > f.Descent():
		p.dy -= bottom - f.Descent()
	}
	return p, true
}

// cjk is the face that panels of 16 rows and more have built in: 12 pixels in
// cells of 16 rows. It is unpacked (1.5 MB) when it is first needed.
type cjk struct{}

func (cjk) cell() (ascent, descent int) { return 12, 4 }

// find returns characters of East Asian width only: of the other scripts that
// the face has, some need shaping that we do not do.
func (cjk) find(r rune) (*glyph, bool) {
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth, width.EastAsianHalfwidth:
	default:
		return nil, false
	}
	cell, mask, at, advance, ok := bitmapfont.Face.Glyph(fixed.Point26_6{}, r)
	if !ok {
		return nil, false
	}
	g := &glyph{w: advance.Floor(), top: -cell.Min.Y, rows: make([]uint32, cell.Dy())}
	for y := range g.rows {
		g.rows[y] = maskRow(mask, at.Add(image.Pt(0, y)), g.w)
	}
	if from, to := g.ink(); from == to { // the face has blanks for the characters it lacks
		return nil, false
	} else if to < g.w {
		g.w--
	}
	return g, true
}

func maskRow(mask image.Image, at image.Point, w int) (row uint32) {
	for x := range w {
		if _, _, _, a := mask.At(at.X+x, at.Y).RGBA(); a != 0 {
			row |= bit(x)
		}
	}
	return row
}

// wide reports whether r takes the width of two characters.
func wide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}
