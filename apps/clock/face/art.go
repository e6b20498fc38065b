// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// artFace shows a small picture and the time: side by side, the picture above the
// time, or, where there is room for neither, in turn.
type artFace struct {
	size       image.Point
	time       *clockFace
	at, timeAt image.Point // of the picture, of the time
	inTurn     bool
	week       bool // the row of weekdays, where it has room below both
	row        bool // the row of weekdays is below the time alone
}

// newArtFace lays out the time and a picture of art pixels, above the row of weekdays if all have room.
func newArtFace(set *fonts.Set, size image.Point, o Options, art image.Point) artFace {
	week := o.Week
	o.Week = false
	if week {
		over := image.Pt(size.X, size.Y-typeset.BarRows(size)-1) // a dark row above the weekdays
		if f := arrange(set, over, o, art, false); !f.inTurn {
			f.size, f.week = size, true
			f.time.Spare++ // the dark row is the margin
			return f
		}
	}
	return arrange(set, size, o, art, week)
}

// arrange lays out the time and the picture alone, or on low panels with the row of weekdays.
func arrange(set *fonts.Set, size image.Point, o Options, art image.Point, week bool) artFace {
	f := artFace{size: size, inTurn: true, at: size.Sub(art).Div(2), week: week}
	f.beside(set, o, art)
	f.above(set, o, art)
	if f.inTurn {
		f.time, f.timeAt = newClockFace(set, size, o.time()), image.Point{}
	}
	return f
}

// beside moves the time to the right of the picture if there is room.
func (f *artFace) beside(set *fonts.Set, o Options, art image.Point) {
	gap := max(1, f.size.X/16)
	if typeset.Roomy(f.size) { // digits have their own margin
		gap = max(2, f.size.X/32)
	}
	room := image.Pt(f.size.X-art.X-gap, f.size.Y)
	if f.week && f.besideRow(set, o, art, room) {
		return
	}
	if clock := newClockFace(set, room, o.time()); clock.Fits() && art.Y <= f.size.Y {
		clock.Room.X = clock.Block().X
		left := (f.size.X - art.X - gap - clock.Room.X) / 2
		f.time, f.inTurn = clock, false
		f.at, f.timeAt = image.Pt(left, (f.size.Y-art.Y)/2), image.Pt(left+art.X+gap, 0)
	}
}

// besideRow moves the time over a row of weekdays to the right of a picture that takes all
// rows, and reports whether there is room for both.
func (f *artFace) besideRow(set *fonts.Set, o Options, art, room image.Point) bool {
	clock := newClockFace(set, room.Sub(image.Pt(0, 2)), o.bare())
	if !clock.Fits() || clock.How != typeset.OneLine || art.Y > f.size.Y {
		return false
	}
	f.time, f.inTurn, f.row = clock, false, true
	f.at, f.timeAt = image.Pt(0, (f.size.Y-art.Y)/2), image.Pt(f.size.X-room.X, 0)
	return true
}

// above moves the time below the picture if it is then as large as beside the picture, where it takes less than three
// fifths of the rows or two lines.
func (f *artFace) above(set *fonts.Set, o Options, art image.Point) {
	gap := max(1, f.size.Y/16)
	room := image.Pt(f.size.X, f.size.Y-art.Y-gap)
	clock := newClockFace(set, room, o.time())
	edge := typeset.Margin(f.size) // of AM and PM at the foot
	if typeset.Roomy(f.size) {
		edge = 2
	}
	switch {
	case !clock.Fits(), art.X > f.size.X, art.Y+gap+clock.Block().Y > f.size.Y:
		return
	case f.time != nil && f.time.How == typeset.OneLine && art.Y+gap+clock.Block().Y+edge > f.size.Y:
		return // rather than without a margin
	case !f.inTurn && (f.time.Digits.Cap() > clock.Digits.Cap() ||
		f.time.How == typeset.OneLine && typeset.Fills(f.time.Digits.Cap(), f.time.Room.Y)):
		return
	}
	clock.Room.Y = clock.Block().Y
	if clock.Spare = f.size.Y - art.Y - gap - clock.Room.Y; !typeset.Roomy(clock.Room) {
		// which keeps no margin by itself
		clock.Spare -= edge
	}
	top := (f.size.Y - art.Y - gap - clock.Room.Y) / 2
	f.time, f.inTurn = clock, false
	f.at, f.timeAt = image.Pt((f.size.X-art.X)/2, top), image.Pt(0, top+art.Y+gap)
}

// step implements stepper.
func (f *artFace) step() time.Duration { return f.time.step() }

// artAt returns where the picture stands: above a time with AM or PM at its foot it is higher, and beside a time
// of fewer digits it is nearer to the middle.
func (f *artFace) artAt(m *Reading) image.Point {
	beyond := f.time.Beyond(m.twelve())
	up := beyond / 2
	if foot := f.timeAt.Y + f.time.Room.Y + beyond - up; beyond > 0 { // it may use the margin, AM and PM may not
		up += max(0, foot+typeset.Margin(f.size)-f.size.Y)
	}
	at := f.at.Sub(image.Pt(0, up))
	left, gap := f.nearer(m)
	return at.Add(image.Pt(left-gap, 0))
}

// nearer returns how many columns a picture is nearer to the middle than beside the widest time, and how many of these
// both give back: a digit other than a 1 begins at once.
func (f *artFace) nearer(m *Reading) (left, back int) {
	if f.timeAt.X == 0 || f.row || f.time.How != typeset.OneLine { // the row of weekdays stays
		return 0, 0
	}
	left, _ = f.time.Columns(m.says(m.fields(m.Local, f.time.Seconds)))
	return left, min(left, f.size.X/64)
}

// pages places the time, and calls put to draw the picture.
func (f *artFace) pages(m *Reading, put func(p *page, at image.Point)) []page {
	at := f.artAt(m)
	_, back := f.nearer(m)
	all := wholePages(f.time.pages(m), f.size, image.Pt(f.timeAt.X+back, f.timeAt.Y+at.Y-f.at.Y))
	if f.inTurn {
		p := newPage(f.size)
		put(&p, at)
		return append(all, p)
	}
	for i := range all {
		put(&all[i], at)
		f.putWeek(&all[i], m)
	}
	return all
}

// putWeek draws the row of weekdays at the foot of a page, below the time alone or if that
// leaves a dark row above it.
func (f *artFace) putWeek(p *page, m *Reading) {
	rows := typeset.BarRows(f.size)
	if f.row || f.week && typeset.Ink(p.RGBA).Max.Y < f.size.Y-rows {
		left := 0
		if f.row {
			left = f.timeAt.X
		}
		drawWeek(p, image.Rect(left, f.size.Y-rows, f.size.X, f.size.Y), m.column(), m.faint(m.Ink, 5), m.Ink)
	}
}

// leafFace is a calendar leaf with the day of the month, and the time.
type leafFace struct {
	artFace
	set        *fonts.Set
	leaf       image.Point
	drawn      bool // large enough for more than digits
	monochrome bool // the LEDs are only on or off
}

func newLeafFace(env kit.Env, o Options) *leafFace {
	set, size := env.Fonts, env.Size
	leaf := image.Pt(9, 8).Mul(max(1, min(size.Y/16, size.X/20)))
	leaf.X = min(leaf.X, size.X)
	side := iconSide(size)
	drawn := side >= 16 && 4*side <= 3*size.Y // the row of weekdays has room
	if drawn {
		leaf = image.Pt(side, side)
	}
	return &leafFace{newArtFace(set, size, o, leaf), set, leaf, drawn, env.Monochrome}
}

// leafColor is the upper edge of a leaf, unless an accent is set.
var leafColor = color.RGBA{230, 30, 20, 255}

// pages implements drawer.
func (f *leafFace) pages(m *Reading) []page {
	if !m.Known {
		return f.artFace.pages(m, func(*page, image.Point) {})[:len(f.time.pages(m))]
	}
	if f.drawn {
		return f.artFace.pages(m, func(p *page, at image.Point) { p.picture(kit.Leaf(f.set, f.leaf.X, m.Local.Day()), at) })
	}
	return f.artFace.pages(m, func(p *page, at image.Point) {
		p.picture(kit.SmallLeaf(f.set, f.leaf, m.Local.Day(), m.accentOr(leafColor), f.monochrome), at)
	})
}
