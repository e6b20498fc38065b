// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"
)

const (
	plain form = iota
	short      // of a letter: the lower body that carries a mark above
	low        // of a letter: the lowest body, with a dark row between it and the mark
	even       // of a mark: the one for bodies of an even width
)

var forms = map[string]form{"short": short, "low": low, "even": even}

// book is what one face draws itself: glyphs that share their rows.
type book struct {
	ascent, descent, cap int
	gap                  int  // columns between neighbours, 0 = 1
	floats               bool // marks are drawn above a capital and sink on a lower letter
	lift                 int  // of the rows above the baseline, those that nothing but the marks of capitals takes
	glyphs               map[key]*glyph
	lower                map[key]bool // marks that want the low form of their letter
	aliases              []alias      // until they are linked
}

// alias is a second name of a glyph.
type alias struct{ name, old key }

// parse adds the glyphs of one text picture file (data/README.md) to b. An
// error names the file and the line.
func (b *book) parse(file, text string) error {
	p := parser{book: b}
	line := 0
	for s := range strings.Lines(text) {
		line++
		if err := p.line(strings.Fields(s)); err != nil {
			return fmt.Errorf("fonts: %s:%d: %w", file, line, err)
		}
	}
	if err := p.end(); err != nil {
		return fmt.Errorf("fonts: %s:%d: %w", file, line, err)
	}
	return nil
}

// parser holds the block that is being read.
type parser struct {
	book    *book
	palette [256]color.RGBA // by its letter; clear = no colour
	names   []key
	art     [][]string // rows of fields
}

func (p *parser) line(f []string) error {
	if len(f) == 0 {
		return p.end()
	}
	var directive func([]string) error
	switch f[0] {
	case "//":
		return nil
	case "glyphs":
		directive = p.begin
	case "same":
		directive = p.same
	case "lower":
		directive = p.lower
	case "color":
		directive = p.color
	default:
		return p.row(f)
	}
	if err := p.end(); err != nil {
		return err
	}
	return directive(f[1:])
}

// begin starts a block of glyphs, side by side.
func (p *parser) begin(names []string) error {
	if len(names) == 0 {
		return fmt.Errorf("no glyph is named")
	}
	for _, name := range names {
		k, err := parseKey(name)
		if err != nil {
			return err
		}
		if _, ok := p.book.glyphs[k]; ok {
			return fmt.Errorf("%s is drawn twice", name)
		}
		p.book.glyphs[k] = new(glyph) // drawn when the block ends
		p.names = append(p.names, k)
	}
	return nil
}

// row takes one row of every glyph of the block.
func (p *parser) row(f []string) error {
	switch {
	case p.names == nil:
		return fmt.Errorf("a row outside a block of glyphs")
	case len(f) != len(p.names):
		return fmt.Errorf("%d pictures in the row, want %d", len(f), len(p.names))
	case len(p.art) == p.book.ascent+p.book.descent:
		return fmt.Errorf("more than %d rows", len(p.art))
	}
	for i, s := range f {
		if err := p.check(s); err != nil {
			return err
		}
		if len(p.art) > 0 && len(s) != len(p.art[0][i]) {
			return fmt.Errorf("%q is not as wide as the row above it", s)
		}
	}
	p.art = append(p.art, f)
	return nil
}

// check returns an error for pixels that are neither dark, lit, nor a colour of
// the palette.
func (p *parser) check(s string) error {
	if len(s) > maxColumns {
		return fmt.Errorf("%q is wider than %d", s, maxColumns)
	}
	for i := range len(s) {
		if p.palette[s[i]].A == 0 && s[i] != '.' && s[i] != '#' {
			return fmt.Errorf("%q: %q is no pixel", s, s[i])
		}
	}
	return nil
}

// end closes a block.
func (p *parser) end() error {
	if p.names != nil && p.art == nil {
		return fmt.Errorf("glyphs without a picture")
	}
	for i, k := range p.names {
		p.book.glyphs[k] = p.glyph(k.character(), i)
	}
	p.names, p.art = nil, nil
	return nil
}

// glyph draws column i of the block. Rows that are not given are dark.
func (p *parser) glyph(r rune, i int) *glyph {
	g := &glyph{
		w:    len(p.art[0][i]),
		top:  p.book.ascent,
		rows: make([]uint32, p.book.ascent+p.book.descent),
		join: joins(r),
	}
	for y, f := range p.art {
		for x := range g.w {
			switch c := f[i][x]; c {
			case '.':
			default:
				g.paint(x, y, p.palette[c])
				fallthrough
			case '#':
				g.rows[y] |= bit(x)
			}
		}
	}
	return g
}

// paint colours a pixel.
func (g *glyph) paint(x, y int, c color.RGBA) {
	if g.pix == nil {
		g.pix = make([]color.RGBA, g.w*len(g.rows))
	}
	g.pix[y*g.w+x] = c
}

// joins returns the sides on which r touches its neighbours: both for box drawing and block elements.
func joins(r rune) side {
	if r >= 0x2500 && r <= 0x259F {
		return both
	}
	return 0
}

// color adds a letter to the palette: W FFFFFF.
func (p *parser) color(f []string) error {
	if len(f) != 2 || len(f[0]) != 1 || len(f[1]) != 6 {
		return fmt.Errorf("want a letter and six digits: color W FFFFFF")
	}
	n, err := strconv.ParseUint(f[1], 16, 24)
	if err != nil {
		return fmt.Errorf("%q is no colour", f[1])
	}
	p.palette[f[0][0]] = color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xFF}
	return nil
}

// lower names marks that want the low form of their letter.
func (p *parser) lower(names []string) error {
	for _, name := range names {
		k, err := parseKey(name)
		if err != nil {
			return err
		}
		p.book.lower[k] = true
	}
	return nil
}

// same gives glyphs a second name: pairs of new and old. They are resolved when
// all files have been read.
func (p *parser) same(names []string) error {
	if len(names) == 0 || len(names)%2 != 0 {
		return fmt.Errorf("want pairs of names, new and old")
	}
	for i := 0; i < len(names); i += 2 {
		name, err := parseKey(names[i])
		if err != nil {
			return err
		}
		old, err := parseKey(names[i+1])
		if err != nil {
			return err
		}
		p.book.aliases = append(p.book.aliases, alias{name, old})
	}
	return nil
}

// link draws the aliases like the glyphs that they stand for, which may be
// aliases themselves.
func (b *book) link() error {
	for len(b.aliases) > 0 {
		var rest []alias
		for _, a := range b.aliases {
			if _, ok := b.glyphs[a.name]; ok {
				return fmt.Errorf("fonts: U+%04X is drawn twice", a.name.character())
			}
			g, ok := b.glyphs[a.old]
			if !ok {
				rest = append(rest, a)
				continue
			}
			b.glyphs[a.name] = g
		}
		if len(rest) == len(b.aliases) {
			return fmt.Errorf("fonts: U+%04X is the same as U+%04X, which is not drawn", rest[0].name.character(),
				rest[0].old.character())
		}
		b.aliases = rest
	}
	return nil
}
