// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"

	"github.com/ledpost/ledpost/device/typeset"
)

// weekRows returns the height of the row of weekdays including the dark row above it.
func (f *clockFace) weekRows() int { return 2 * typeset.BarRows(f.size) }

// drawWeek draws Monday to Sunday as dashes from the left to the right of row.
func drawWeek(p *page, row image.Rectangle, today int, other, bright color.RGBA) {
	width, gap := (row.Dx()+1)/7-1, 1
	if width < 1 { // seven columns of eight, side by side
		width, gap = 1, 0
	}
	left := row.Min.X + (row.Dx()-7*(width+gap)+gap)/2
	for i := range 7 {
		c := other
		if i == today {
			c = bright
		}
		x := left + i*(width+gap)
		p.fill(image.Rect(x, row.Min.Y, x+width, row.Max.Y), c)
	}
}

// foot returns the last rows of p.
func (p *page) foot(rows int) image.Rectangle {
	return image.Rect(0, p.Rect.Max.Y-rows, p.Rect.Max.X, p.Rect.Max.Y)
}
