// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"image"
	"image/color"
	"math/bits"
	"slices"
	"strings"
	"unicode"
)

// Span is a run of text in one colour. Color is alpha-premultiplied, as every
// color.RGBA.
type Span struct {
	Text  string
	Color color.RGBA
}

// Plain returns the text of spans, without their colours.
func Plain(spans []Span) string {
	var all strings.Builder
	for _, s := range spans {
		all.WriteString(s.Text)
	}
	return all.String()
}

// Line is text that has been laid out and drawn. Image is as wide as the text,
// with no gap behind it, and Face.Height rows tall; its background is clear.
// The baseline is under row Face.Ascent()-1. RTL says that the paragraph runs
// from right to left: a scroll then enters from the left side.
type Line struct {
	Image *image.RGBA
	RTL   bool
}

// Face draws text in one size. It does not change after Open: any goroutine
// may use it.
type Face struct {
	books   []drawn           // the first that draws a character wins; the first's rows are the face's
	emoji   func(rune) *glyph // the pictograph of a character; nil = not drawn
	sources []source          // fallbacks
	scale   int
	unknown *unknown
	looks   *looks
	reader  *reader // of all faces of a set
}

// drawn is a book and the whole number by which a face enlarges its glyphs.
type drawn struct {
	*book
	times int
}

// MaxScale is the largest factor of Scale.
const MaxScale = 16

// Ascent returns the rows above the baseline, with the room for marks.
func (f *Face) Ascent() int { return f.books[0].ascent * f.scale }

// Descent returns the rows below the baseline.
func (f *Face) Descent() int { return f.books[0].descent * f.scale }

// Height returns Ascent + Descent, the rows of a Line.
func (f *Face) Height() int { return f.Ascent() + f.Descent() }

// Cap returns the rows of a capital letter.
func (f *Face) Cap() int { return f.books[0].cap * f.scale }

// Scale returns the face with every pixel n times n as large, for taller
// panels. The total scale is kept within 1 to MaxScale.
func (f *Face) Scale(n int) *Face {
	s := *f
	s.scale = min(max(n, 1)*f.scale, MaxScale)
	return &s
}

// Times returns how many pixels a side a pixel of a letter has: 1 as it was drawn, more where it is enlarged.
func (f *Face) Times() int { return f.scale }

// placed is a glyph with its size and colour in a line.
type placed struct {
	glyph *glyph
	scale int
	dy    int // rows that the glyph is set lower, in pixels
	color color.RGBA
	box   rune // the character, which no face draws; 0 = one does
	lost  bool // it is a pictograph, and glyph the picture that stands for it
	soft  bool // enlarged by the rule for pixel art where scale is even
}

// paragraph is the text of spans: of[i] is the span of character i.
type paragraph struct {
	runes []rune
	of    []int
	spans []Span
}

func (f *Face) read(spans []Span) paragraph {
	rs, of := runes(spans, maxRunes/f.scale)
	return paragraph{rs, of, spans}
}

// layout returns the glyphs of p from left to right, as part of a paragraph
// that runs from right to left or not.
func (f *Face) layout(p paragraph, rtl, count bool) []placed {
	cs := clusters(p.runes)
	order(p.runes, cs, rtl)
	glyphs := make([]placed, 0, len(cs))
	for _, c := range cs {
		n := len(glyphs)
		glyphs = f.shape(glyphs, c, count)
		for i := range glyphs[n:] {
			glyphs[n+i].color = p.spans[p.of[c.from]].Color
		}
	}
	return leaveOut(glyphs)
}

// gap returns the columns between two neighbours.
func (f *Face) gap(a, b *glyph) int {
	if a.join&right != 0 && b.join&left != 0 || b.w == 0 {
		return 0
	}
	return max(1, f.books[0].gap) * f.scale
}

// width returns the columns that glyphs take.
func (f *Face) width(glyphs []placed) int {
	x := 0
	for i, g := range glyphs {
		if i > 0 {
			x += f.gap(glyphs[i-1].glyph, g.glyph)
		}
		x += g.glyph.w * g.scale
	}
	return x
}

// Width returns the columns that text takes as a Line, with no gap behind it.
func (f *Face) Width(text string) int {
	wide, before := 0, (*glyph)(nil)
	for _, r := range text { // most of all text: letters of the first book, none of which changes another
		g := f.books[0].glyphs[single(r)]
		if g == nil || r >= firstMark || ignored(r) || len(text) > maxRunes/f.scale {
			return f.width(f.glance(text))
		}
		if before != nil {
			wide += f.gap(before, g)
		}
		wide, before = wide+g.w*f.scale, g
	}
	return wide
}

// glance lays text out without counting boxes.
func (f *Face) glance(text string) []placed {
	p := f.read([]Span{{Text: text}})
	return f.layout(p, baseRTL(p.runes), false)
}

// Draws reports whether every character of text has a glyph at the face's
// present scale, so that a Line of it has no box. A pictograph never has one:
// Line leaves those out that nobody has drawn. A fallback face may be too
// high for one scale and fit a larger one. Characters that Line would cut off
// are not checked.
func (f *Face) Draws(text string) bool {
	s := f.reader.split(text, maxRunes/f.scale)
	for _, c := range s.different {
		if !f.finds(c) {
			return false
		}
		if c.level = 1; s.turns && !f.finds(c) { // as it is seen in a run from right to left
			return false
		}
	}
	return true
}

// finds reports whether c has a glyph.
func (f *Face) finds(c cluster) bool {
	var room [4]placed
	return !slices.ContainsFunc(f.shape(room[:0], c, false), func(p placed) bool { return p.box != 0 && !p.lost })
}

// Line lays spans out as one line and draws them. Text is in logical order (as
// it is read), the picture in visual order. Line ends and tabs count as spaces;
// characters that no face draws become boxes and are counted, see Set.Unknown, but
// pictographs are left out, or where nothing else would show an empty frame;
// text beyond 8192 characters, divided by the scale, is cut off.
func (f *Face) Line(spans []Span) Line {
	p := f.read(spans)
	return f.line(p, baseRTL(p.runes))
}

// LineIn is Line for a piece of a paragraph; rtl is the direction of the whole
// paragraph, as RightToLeft returns it.
func (f *Face) LineIn(spans []Span, rtl bool) Line { return f.line(f.read(spans), rtl) }

func (f *Face) line(p paragraph, rtl bool) Line {
	glyphs := f.layout(p, rtl, true)
	m := image.NewRGBA(image.Rect(0, 0, f.width(glyphs), f.Height()))
	x := 0
	for i, g := range glyphs {
		if i > 0 {
			x += f.gap(glyphs[i-1].glyph, g.glyph)
		}
		g.draw(m, x, f.Ascent())
		x += g.glyph.w * g.scale
	}
	return Line{Image: m, RTL: rtl}
}

// draw draws the glyph with its left edge at x and its baseline above row y.
func (p placed) draw(m *image.RGBA, x, y int) {
	if p.soft && p.scale%2 == 0 {
		p.drawSoft(m, x, y)
		return
	}
	g, c := p.glyph, p.color
	for row, lit := range g.rows {
		top := y + p.dy + (row-g.top)*p.scale
		for lit != 0 {
			col := bits.LeadingZeros32(lit)
			lit &^= bit(col)
			if g.pix != nil {
				c = g.pix[row*g.w+col]
			}
			square(m, x+col*p.scale, top, p.scale, c)
		}
	}
}

// square fills n times n pixels.
func square(m *image.RGBA, x, y, n int, c color.RGBA) {
	for dy := range n {
		i := m.PixOffset(x, y+dy)
		for range n {
			p := m.Pix[i : i+4 : i+4]
			p[0], p[1], p[2], p[3] = c.R, c.G, c.B, c.A
			i += 4
		}
	}
}

// Body returns the rows of a Line of text by which it is centred, from the first to
// one past the last: the capitals where the letters are Latin, Greek or Cyrillic (or
// there are digits alone), and those of [Face.Ink] where anything else is.
func (f *Face) Body(text string) (top, bottom int) {
	if f.byCapitals(text) {
		return f.Ascent() - f.Cap(), f.Ascent()
	}
	return f.Ink(text)
}

// Ink returns the lit rows of a Line of text, from the first to one past the last. A text that shows nothing has the
// rows of a capital.
func (f *Face) Ink(text string) (top, bottom int) {
	top, bottom = f.Ascent()-f.Cap(), f.Ascent()
	first := true
	for _, p := range f.glance(text) {
		from, to := p.glyph.inkRows()
		if from == to {
			continue
		}
		a := f.Ascent() + p.dy + (from-p.glyph.top)*p.scale
		b := f.Ascent() + p.dy + (to-p.glyph.top)*p.scale
		if first {
			top, bottom, first = a, b, false
		}
		top, bottom = min(top, a), max(bottom, b)
	}
	return top, bottom
}

// byCapitals reports whether text has letters with capitals, or digits, and no
// letters or pictures of another kind.
func (f *Face) byCapitals(text string) bool {
	found := false
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic), unicode.IsDigit(r) && r < 0x80:
			found = true
		case unicode.IsLetter(r), r >= firstPictograph && pictograph(r) && small()[single(r)] != nil:
			return false
		}
	}
	return found
}
