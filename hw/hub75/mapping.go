// SPDX-License-Identifier: Apache-2.0

package hub75

import "image"

// folded is where place p of chains that each stand in one row, the panel that is fed
// first at the right, is seen when they run as snakes through rows of the given width.
func (c *Config) folded(p image.Point, width int) image.Point {
	chain := p.Y / c.Rows
	row := c.Fold - 1 - p.X/width // of panels, from the top
	at := image.Pt(p.X%width, p.Y%c.Rows)
	if row%2 == 1 { // upside down
		at = flip(at, image.Pt(width, c.Rows))
	}
	return at.Add(image.Pt(0, (chain*c.Fold+row)*c.Rows))
}
