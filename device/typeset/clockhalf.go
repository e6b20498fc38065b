// SPDX-License-Identifier: Apache-2.0

package typeset

import "github.com/ledpost/ledpost/fonts"

// halfSizes are the sizes of AM and PM, rows of a capital.
var halfSizes = []int{10, 7, 5}

// HalfPlace is where AM or PM stands.
type HalfPlace int

// Places of AM and PM.
const (
	Nowhere HalfPlace = iota
	AtRight           // of the digits, on their last row
	// AtFoot is below the digits, at their right end: it stays there under hours of one digit. Below two lines it is in
	// the middle.
	AtFoot
	WithSeconds // at the right of the seconds that stand below
)

// HalfColumns returns the columns of the wider one of AM and PM: the digits stand still at noon.
func HalfColumns(in *fonts.Face) int { return max(in.Width("AM"), in.Width("PM")) }

// BesideHalf returns a copy of c with the largest digits that leave AM and PM room at their right. Where no digits do, it
// returns c itself.
func (c *Clock) BesideHalf(set *fonts.Set) *Clock {
	u := *c
	u.Digits = u.best(set, func() bool {
		where, _ := u.Half(true)
		return where == AtRight && u.Digits.Cap() <= c.Digits.Cap()
	})
	if u.Digits == nil {
		return c
	}
	return &u
}

// Half returns where AM or PM stands, with 12 hours, and in which letters: at most about half as high as the digits.
// Where a larger gap above them has no room, it is two rows. The letters are nil for Nowhere.
func (c *Clock) Half(twelve bool) (where HalfPlace, in *fonts.Face) {
	if !twelve || c.Letters == nil || c.How == Tight || c.How == InTurn {
		return Nowhere, nil
	}
	for _, gap := range []int{max(2, c.gap()), 2} {
		for _, where := range []HalfPlace{AtRight, WithSeconds, AtFoot} {
			for _, rows := range halfSizes {
				in = c.Letters(rows)
				if 2*rows <= c.Digits.Cap()+3 && in.Cap() == rows && c.hasRoom(where, in, gap) {
					return where, in
				}
			}
		}
	}
	return Nowhere, nil
}

// hasRoom reports whether AM and PM have room there, at the foot with that gap.
func (c *Clock) hasRoom(where HalfPlace, in *fonts.Face, gap int) bool {
	room, block := c.Room.X, c.Block()
	if Roomy(c.Room) { // a dark pixel at each edge
		room -= 2
	} else if c.How == Lines { // and of two lines on smaller panels one at the right
		room--
	}
	switch {
	case (c.Round || c.How == Digitwise) && where == AtRight, HalfColumns(in) > c.Room.X-2:
		return false
	case c.How != OverSeconds && where == AtRight:
		return block.X+c.Apart()+HalfColumns(in) <= room
	case c.How == OverSeconds && where == WithSeconds:
		return c.small.Cap() >= in.Cap() && c.small.Width("00")/2+c.Apart()+HalfColumns(in) <= c.Digits.Width("0:00")/2
	case c.How != OverSeconds && where == AtFoot:
		return block.Y+gap+in.Cap() <= c.footRoom()
	}
	return false
}

// footRoom returns the rows that the digits and AM or PM at their foot may take.
func (c *Clock) footRoom() int {
	room := c.Room.Y + c.Spare
	switch {
	case Roomy(c.Room):
		room -= 2
	case c.How == Digitwise:
		room -= Margin(c.Room)
	}
	if c.Week {
		room -= BarRows(c.Room) + 1
	}
	return room
}

// Apart returns the columns between the digits and AM or PM.
func (c *Clock) Apart() int { return c.gap() + 1 }

// footRows returns the rows of AM or PM at the foot in such letters, and of the gap above them.
func (c *Clock) footRows(in *fonts.Face) int {
	return max(2, min(c.gap(), c.footRoom()-c.Block().Y-in.Cap())) + in.Cap()
}

// Height returns the rows of the widest time, with 12 hours with AM or PM at its foot.
func (c *Clock) Height(twelve bool) int {
	if where, in := c.Half(twelve); where == AtFoot {
		return c.Block().Y + c.footRows(in)
	}
	return c.Block().Y
}

// Beyond returns how many rows more than its room the time takes.
func (c *Clock) Beyond(twelve bool) int { return max(0, c.Height(twelve)-c.Room.Y) }
