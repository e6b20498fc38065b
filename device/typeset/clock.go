// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"cmp"
	"image"
	"strings"

	"github.com/ledpost/ledpost/fonts"
)

// Arrangement is how the fields of a time stand. Earlier ones are better.
type Arrangement int

// Arrangements.
const (
	OneLine     Arrangement = iota // 12:34
	Lines                          // 12 over 34
	Tight                          // 12 34, with a narrow gap
	InTurn                         // 12, then 34: for rooms of two digits
	OverSeconds                    // 12:34 over smaller seconds, where one line would leave the room half empty
	Digitwise                      // a line for each digit, in a room several times higher than wide
)

// Clock is how a time of day stands in a room: its digits, and where each part goes. They are never cut. [NewClock] and
// [ClockAlone] make one; a literal with Room and Digits has hours and minutes in one line. The zero value has no digits
// and must not be asked. Callers may change the fields; any goroutine may ask a clock that does not change.
type Clock struct {
	Room    image.Point // in whose middle the time stands, pixels
	Digits  *fonts.Face
	How     Arrangement
	Seconds bool                       // the time has seconds
	Week    bool                       // a bar at the foot of the room has rows, which the time leaves to it
	Letters func(rows int) *fonts.Face // of AM and PM; nil = they have no place
	Spare   int                        // rows beyond the room that AM and PM may take at its foot
	Round   bool                       // AM and PM stand below: at the right a circle has no room
	Stands  Stand                      // of a line

	small *fonts.Face // of seconds below the time
	near  bool        // these are a row nearer to it
	loose bool        // lines are farther apart, to fill the panel
}

// ClockOptions is what may be wanted of a clock. The zero value is hours and minutes, with a place for AM and PM.
type ClockOptions struct {
	Seconds bool // where there is room
	Week    bool // a bar at the foot, where there is room
	Bare    bool // without a place for AM and PM
	Panel   int  // rows of the panel: lines are stacked where only that takes three fifths of them; 0 = they are not
}

// Stand is where a line of digits stands that has fewer than the widest time.
type Stand int

// Stands.
const (
	Amid    Stand = iota // in the middle, as it is lit
	InTable              // its last digit below that of the widest time
	AtLeft
)

// ClockAlone returns the time alone on a panel: without its seconds where they leave it the smallest digits.
func ClockAlone(set *fonts.Set, panel image.Point, o ClockOptions) *Clock {
	o.Panel = panel.Y
	c := NewClock(set, panel, o)
	if c.Seconds && c.Digits == set.Small && !c.full(panel.Y) {
		o.Seconds = false
		if u := NewClock(set, panel, o); u.full(panel.Y) {
			return u
		}
	}
	return c
}

// NewClock returns the time with the largest digits that fit into a room, in the first arrangement for that size.
// Seconds that fit nowhere are left out.
func NewClock(set *fonts.Set, room image.Point, o ClockOptions) *Clock {
	c := largestClock(set, room, o)
	if !o.Bare {
		c.Letters = set.Letters
	}
	if o.Panel > 0 {
		return c.stacked(set, o.Panel)
	}
	return c
}

// largestClock is NewClock without a place for AM and PM, in its room.
func largestClock(set *fonts.Set, room image.Point, o ClockOptions) *Clock {
	for _, seconds := range []bool{o.Seconds, false} {
		best := &Clock{}
		for how := OneLine; how <= InTurn; how++ {
			if seconds && how == InTurn {
				break // nobody waits for them
			}
			c := &Clock{Room: room, How: how, Seconds: seconds}
			if c.Digits = c.largest(set); c.Digits != nil && best.worse(c) {
				best = c
			}
		}
		if low := overSeconds(set, room, o.Week); seconds && low != nil && best.Digits != nil &&
			!Fills(best.Block().Y, room.Y) {
			best = low
		}
		if best.Digits != nil {
			best.Week = o.Week && best.hasWeek()
			return best
		}
	}
	// no panel is smaller than two digits
	return &Clock{Room: room, How: InTurn, Digits: set.Small}
}

// overSeconds returns the time over its seconds; nil if both do not take three fifths of the rows. The seconds have two
// fifths of the rows of the time, down to a third where that makes the time larger, and three tenths a row nearer to it,
// unless the week needs a row.
func overSeconds(set *fonts.Set, room image.Point, week bool) *Clock {
	c, inner := &Clock{Room: room, How: OverSeconds, Seconds: true}, NewGrid(set, room).Inner().Size()
	lower := func() bool {
		rows := c.Digits.Cap()
		most := max(5, rows*2/5)
		for low := most; low == most || 10*low >= 3*rows && !week; low-- {
			c.small, c.near = set.Digits(low), low <= rows/3 && low < most
			if Holds(inner, c.Block()) && Fills(c.Block().Y, room.Y) {
				return true
			}
		}
		return false
	}
	if c.Digits = c.best(set, lower); c.Digits == nil {
		return nil
	}
	lower() // the seconds of the best
	return c
}

// stacked returns c with the minutes below the hours, in slim digits, or with all digits below each other, if only that
// takes three fifths of a panel's rows, or half of them over the seconds.
func (c *Clock) stacked(set *fonts.Set, panel int) *Clock {
	if c.full(panel) {
		return c
	}
	u := *c
	filling := func() bool { return u.clear() && Fills(u.rows(), panel) }
	halved := func() bool {
		where, _ := u.Half(true)
		return filling() && where != Nowhere
	}
	stacks := func() bool {
		u.How = Lines
		if u.fills(cmp.Or(u.best(set, halved), u.best(set, filling)), panel) &&
			!(c.Seconds && c.How == OneLine && u.Digits.Cap() < c.Digits.Cap()) {
			return true
		}
		if u.How = c.How; u.How != OverSeconds && u.fills(set.Slim, panel) {
			return true
		}
		u.How = Digitwise
		return u.fills(u.best(set, filling), panel)
	}
	for _, u.loose = range []bool{false, true} {
		if stacks() {
			u.Week = c.Week && u.hasWeek()
			return &u
		}
	}
	return c
}

// fills gives c these digits, and reports whether they fit and take three fifths of a panel's rows; nil does not.
func (c *Clock) fills(digits *fonts.Face, panel int) bool {
	c.Digits = digits
	return digits != nil && Holds(c.Room, c.Block()) && Fills(c.rows(), panel)
}

// full reports whether the time takes three fifths of a panel's rows, or half of them over the seconds.
func (c *Clock) full(panel int) bool {
	return c.How == OverSeconds && 2*c.rows() >= panel || c.How != OverSeconds && Fills(c.rows(), panel)
}

// InOneLine puts the time into one line, in the largest digits that fit; Digits is nil if none do.
func (c *Clock) InOneLine(set *fonts.Set) {
	c.How = OneLine
	c.Digits = c.largest(set)
}

// Fits reports whether the whole time fits at once.
func (c *Clock) Fits() bool { return c.Digits != nil && c.How != InTurn }

// hasWeek reports whether a bar at the foot has room, with a dark row above it.
func (c *Clock) hasWeek() bool { return c.Block().Y+2*BarRows(c.Room) <= c.Room.Y }

// rows returns the least rows of the time: without seconds under it, and with an hour of one digit.
func (c *Clock) rows() int {
	switch c.How {
	case OverSeconds:
		return c.Digits.Cap()
	case Digitwise:
		return c.Block().Y - c.Digits.Cap() - c.gap()
	}
	return c.Block().Y
}

// worse reports whether u is preferable to c. A time that fills its room only by leaving something out never beats one
// that leaves nothing out.
func (c *Clock) worse(u *Clock) bool {
	return c.Digits == nil || u.How <= Lines && u.Digits.Cap() > c.Digits.Cap()
}

// largest returns the face of the best digits that fit, or nil.
func (c *Clock) largest(set *fonts.Set) *fonts.Face { return c.best(set, c.clear) }

// clear reports whether the time fits into its room with a dark pixel at each edge, where digits keep a margin.
func (c *Clock) clear() bool {
	room := c.Room
	if Roomy(room) {
		room = room.Sub(image.Pt(2, 2))
	}
	return Holds(room, c.Block())
}

// best returns the best digits for the time, of those that fit; nil if none do.
func (c *Clock) best(set *fonts.Set, fits func() bool) *fonts.Face {
	return DigitFace(set, c.Room, func(face *fonts.Face) int {
		if c.Digits = face; !fits() {
			return 0
		}
		return c.rows()
	})
}

// Block returns the size of the widest time, without AM and PM.
func (c *Clock) Block() image.Point {
	n, pair, high := 2, c.Digits.Width("00"), c.Digits.Cap()
	if c.Seconds {
		n = 3
	}
	switch c.How {
	case Lines:
		return image.Pt(pair, n*high+(n-1)*c.gap())
	case Digitwise:
		return image.Pt(c.Digits.Width("0"), 2*n*high+(3*n-2)*c.gap())
	case Tight:
		return image.Pt(n*pair+(n-1)*2*c.gap(), high)
	case InTurn:
		return image.Pt(pair, high)
	case OverSeconds:
		return image.Pt(c.Digits.Width("00:00"), high+c.lead()+c.small.Cap())
	}
	return image.Pt(c.Digits.Width(strings.Repeat(":00", n)[1:]), high)
}

// gap returns the space between two digits, and between two lines.
func (c *Clock) gap() int {
	if c.loose {
		return c.Digits.Cap() / 4
	}
	return max(1, c.Digits.Cap()/7)
}

// lead returns the space above seconds that stand under the time.
func (c *Clock) lead() int {
	if c.near {
		return c.gap()
	}
	return c.gap() + 1
}
