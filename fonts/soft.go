// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"image"
	"math/bits"
)

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
