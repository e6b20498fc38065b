// SPDX-License-Identifier: Apache-2.0

package fonts

import "image"

// drawSoft is draw for a glyph that is enlarged by an even number: twice by the rule for pixel
// art of Scale2x (scale2x.it), so that stairs become slopes, and then by squares.
func (p placed) drawSoft(m *image.RGBA, x, y int) {
	g, side := p.glyph, p.scale/2
	for row := range g.rows {
		for col := range g.w {
			left, top := x+col*p.scale, y+p.dy+(row-g.top)*p.scale
			for i, lit := range g.quarters(row, col) {
				if lit {
					square(m, left+i%2*side, top+i/2*side, side, p.color)
				}
			}
		}
	}
}

// quarters reports which quarters of a pixel are lit: upper left, upper right, lower left and
// lower right. A quarter differs from its pixel at a stair; the corners of strokes stay square.
func (g *glyph) quarters(row, col int) (lit [4]bool) {
	at := func(down, right int) bool {
		y, x := row+down, col+right
		return y >= 0 && y < len(g.rows) && x >= 0 && x < g.w && g.rows[y]&bit(x) != 0
	}
	whole := at(0, 0)
	lit = [4]bool{whole, whole, whole, whole}
	if at(-1, 0) == at(1, 0) || at(0, -1) == at(0, 1) {
		return lit
	}
	for i := range lit {
		down, right := i/2*2-1, i%2*2-1
		stair := at(down, -right) == whole || at(-down, right) == whole
		if beside := at(down, 0); beside == at(0, right) && beside != whole && stair {
			lit[i] = beside
		}
	}
	return lit
}
