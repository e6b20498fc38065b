// SPDX-License-Identifier: Apache-2.0

package hub75

import "image"

// unfold is where pixel p of a picture of folded chains lies when each chain
// stands in one row, the panel that is fed first at the right. A chain takes slab
// rows of the picture, in fold rows of panels of the given height.
func unfold(p, folded image.Point, slab, height, fold int) image.Point {
	chain, y := p.Y/slab, p.Y%slab
	row := y / height // of panels, from the top
	y %= height
	if row%2 == 1 { // upside down
		p.X = folded.X - 1 - p.X
		y = height - 1 - y
	}
	return image.Pt((fold-1-row)*folded.X+p.X, chain*height+y)
}
