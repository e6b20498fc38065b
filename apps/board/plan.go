// SPDX-License-Identifier: Apache-2.0

package board

import "image"

// plan says where things are on a panel.
type plan struct {
	size   image.Point
	digits int               // rows of the time
	time   image.Point       // upper left corner of the time
	corner image.Rectangle   // room beside the time, or below it
	beside bool              // the corner is beside the time
	lower  image.Rectangle   // what notifications take
	slots  []image.Rectangle // rooms of the entries, within lower
	whole  image.Rectangle   // room of a single entry
}

// planOf returns the plan of a panel of 64×32 and more: the time and the corner take the
// upper half, so that a notification may take the lower one.
func planOf(size image.Point) plan {
	half := size.Y / 2
	p := plan{size: size, lower: image.Rect(0, half, size.X, size.Y)}
	switch {
	case size.Y < 56:
		p.digits, p.time, p.beside = 14, image.Pt(1, 1), true
		p.whole = image.Rect(1, half+1, size.X-1, size.Y-1)
		p.slots = []image.Rectangle{image.Rect(1, half, size.X-1, size.Y)}
		p.corner = image.Rect(45, 1, size.X-1, half-1)
		return p
	case size.X < 112:
		p.digits, p.time = 20, image.Pt((size.X-55)/2, 2)
		p.corner = image.Rect(1, 23, size.X-1, half)
	default:
		p.digits, p.time, p.beside = 24, image.Pt(2, 3), true
		p.corner = image.Rect(66, 1, size.X-1, half-3)
	}
	p.whole = image.Rect(1, half+2, size.X-1, size.Y-1)
	p.slots = []image.Rectangle{image.Rect(1, half, size.X-1, half+slotRows),
		image.Rect(1, size.Y-slotRows, size.X-1, size.Y)}
	return p
}

// slotRows is the height of a slot: two lines with room for descenders, and a dark
// row above and below; Han characters have all of it.
const slotRows = 16

// tall reports whether there is room for the day beside the weather, and for two entries.
func (p *plan) tall() bool { return len(p.slots) > 1 }

// wide reports whether there is room for when something ends beside when it begins.
func (p *plan) wide() bool { return p.size.X >= 112 }
