// SPDX-License-Identifier: Apache-2.0

package board

import (
	"image"

	"github.com/ledpost/ledpost/device/typeset"
)

// plan says where things are on a panel: the time and the corner take the upper half, so that a notification may take
// the lower one.
type plan struct {
	fits   image.Point // the least columns and rows
	digits int         // rows of the time
	halved int         // the same where AM or PM stands, too
	time   image.Point // upper left corner of the time; with the middle of the columns for a time above its corner
	down   int         // rows from there to a halved one
	beside bool        // the corner is beside the time, else below it
	wide   bool        // there is room for when something ends beside when it begins
	inset  int         // of the room of a single entry, rows
	two    bool        // there is room for the day beside the weather, and for two entries

	corner image.Rectangle   // room beside the time, or below it; its Max is from the right end of the upper half
	lower  image.Rectangle   // what notifications take
	slots  []image.Rectangle // rooms of the entries, within lower
	whole  image.Rectangle   // room of a single entry
}

// plans are those of all panels, the largest first.
var plans = []plan{
	{fits: image.Pt(112, 64), digits: 24, halved: 20, time: image.Pt(2, 3), down: -2, beside: true, wide: true, inset: 2,
		two: true, corner: image.Rectangle{image.Pt(66, 1), image.Pt(-1, -3)}},
	{fits: image.Pt(64, 64), digits: 20, halved: 16, time: image.Pt(-55, 2), down: 1, inset: 2,
		two: true, corner: image.Rectangle{image.Pt(1, 23), image.Pt(-1, 0)}},
	{fits: image.Pt(88, 48), digits: 20, halved: 20, time: image.Pt(1, 4), beside: true, inset: 1,
		corner: image.Rectangle{image.Pt(64, 4), image.Pt(-1, 1)}},
	{fits: image.Pt(112, 32), digits: 14, halved: 14, time: image.Pt(1, 1), beside: true, wide: true, inset: 1,
		corner: image.Rectangle{image.Pt(45, 1), image.Pt(-1, -1)}},
	{fits: image.Pt(64, 32), digits: 14, halved: 14, time: image.Pt(1, 1), beside: true, inset: 1,
		corner: image.Rectangle{image.Pt(45, 1), image.Pt(-1, -1)}},
}

// planOf returns the plan of a panel; nil = it has no room for a board.
func planOf(size image.Point) *plan {
	for _, p := range plans {
		if !typeset.Holds(size, p.fits) {
			continue
		}
		half := size.Y / 2
		p.lower = image.Rect(0, half, size.X, size.Y)
		down, end := 0, half
		if p.beside && !p.two { // as many rows are above the time as below an entry
			down = max(0, (size.Y-half-entryRows)/2-p.time.Y)
			end = p.fits.Y/2 + down
		}
		p.time.Y += down
		p.corner = image.Rectangle{p.corner.Min.Add(image.Pt(0, down)), p.corner.Max.Add(image.Pt(size.X, end))}
		p.whole = image.Rect(1, half+p.inset, size.X-1, size.Y-1)
		p.slots = []image.Rectangle{image.Rect(1, half, size.X-1, size.Y)}
		if p.two {
			p.slots = []image.Rectangle{image.Rect(1, half, size.X-1, half+slotRows),
				image.Rect(1, size.Y-slotRows, size.X-1, size.Y)}
		}
		return &p
	}
	return nil
}

// slotRows is the height of a slot: two lines with room for descenders, and a dark
// row above and below; Han characters have all of it.
const slotRows = 16

// entryRows is the height of the two lines of an entry, and of the bar beside them.
const entryRows = 15
