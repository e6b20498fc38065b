// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"image"
	"image/color"
	"math/bits"
)

// glyph is the picture of one character at scale 1. It does not change once it
// is drawn.
type glyph struct {
	w    int      // columns, the advance without the gap to the next glyph
	top  int      // rows above the baseline
	rows []uint32 // from the top; bit 31 is the leftmost column
	// pix holds the colours of a pictograph, row by row; nil for glyphs that
	// are drawn in the colour of the text.
	pix []color.RGBA
	// join says on which sides the glyph touches a neighbour that touches it: box and block elements, Arabic letters.
	join side
}

// side is a set of sides.
type side byte

const (
	left side = 1 << iota
	right
	both = left | right
)

// maxColumns is the widest glyph that a row of bits can hold.
const maxColumns = 32

// bit returns the mask of column x.
func bit(x int) uint32 { return 1 << (31 - x) }

// ink returns the first and one past the last column that is lit, and 0, 0
// for a glyph that shows nothing.
func (g *glyph) ink() (from, to int) {
	var all uint32
	for _, r := range g.rows {
		all |= r
	}
	for x := range g.w {
		if all&bit(x) == 0 {
			continue
		}
		if to == 0 {
			from = x
		}
		to = x + 1
	}
	return from, to
}

// inkRows returns the first and one past the last row that is lit.
func (g *glyph) inkRows() (from, to int) {
	for y, r := range g.rows {
		if r == 0 {
			continue
		}
		if to == 0 {
			from = y
		}
		to = y + 1
	}
	return from, to
}

// lit returns how many pixels are lit.
func (g *glyph) lit() int {
	n := 0
	for _, r := range g.rows {
		n += bits.OnesCount32(r)
	}
	return n
}

// over draws mark centred over (or under) g. Both have the same rows and
// baseline. The result is as wide as the two together.
func (g *glyph) over(mark *glyph) *glyph {
	from, to := mark.ink()
	x := floorDiv(g.w-mark.w, 2) // of the mark's cell in g's columns
	left := min(0, x+from)
	out := &glyph{w: max(g.w, x+to) - left, top: g.top, rows: make([]uint32, len(g.rows))}
	for y := range out.rows {
		out.rows[y] = shift(g.rows[y], -left)
		if y < len(mark.rows) {
			out.rows[y] |= shift(mark.rows[y], x-left)
		}
	}
	return out
}

// shift moves a row of bits n columns to the right.
func shift(row uint32, n int) uint32 {
	if n < 0 {
		return row << -n
	}
	return row >> n
}

func floorDiv(a, b int) int {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}

// drawSoft is draw for a glyph that is enlarged by an even number: twice by the rule for pixel
// art of Scale2x (scale2x.it), so that stairs become slopes, and then by squares.
func (p placed) drawSoft(m *image.RGBA, x, y int) {
	squares := func(lit uint32, left, top, side int) {
		for lit != 0 {
			col := bits.LeadingZeros32(lit)
			lit &^= bit(col)
			square(m, left+col*p.scale, top, side, p.color)
		}
	}
	for row := range p.glyph.rows {
		top, lit, side := y+p.dy+(row-p.glyph.top)*p.scale, p.glyph.quarters(row), p.scale/2
		whole := lit[0] & lit[1] & lit[2] & lit[3]
		squares(whole, x, top, p.scale)
		for i := range lit {
			squares(lit[i]&^whole, x+i%2*side, top+i/2*side, side)
		}
	}
}

// quarters returns which pixels of a row have their upper left, upper right, lower left and lower
// right quarter lit. A quarter differs from its pixel at a stair; the corners of strokes stay
// square.
func (g *glyph) quarters(row int) (lit [4]uint32) {
	var up, down uint32
	if row > 0 {
		up = g.rows[row-1]
	}
	if row+1 < len(g.rows) {
		down = g.rows[row+1]
	}
	here := g.rows[row]
	left, right := here>>1, here<<1
	edge := (up ^ down) & (left ^ right)
	rising := ^(up<<1 ^ here) | ^(down>>1 ^ here)  // a stair from lower left to upper right
	falling := ^(up>>1 ^ here) | ^(down<<1 ^ here) // and from upper left to lower right
	for i, beside := range [4][2]uint32{{up, left}, {up, right}, {down, left}, {down, right}} {
		stair := falling
		if i == 0 || i == 3 {
			stair = rising
		}
		lit[i] = here ^ edge&stair&^(beside[0]^beside[1])&(beside[0]^here)
	}
	return lit
}
