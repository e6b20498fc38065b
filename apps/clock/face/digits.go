// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// arrangement is how the fields of the time are arranged. Earlier ones are better.
type arrangement int

const (
	beside arrangement = iota // 12:34
	below                     // 12 over 34
	tight                     // 12 34, with a narrow gap
	inTurn                    // 12, then 34: for panels with room for two digits
	under                     // 12:34 over smaller seconds, where one line would leave the panel half empty
)

// clockFace draws the time for one panel. The digits are never cut.
type clockFace struct {
	size    image.Point
	digits  *fonts.Face
	small   *fonts.Face // of seconds below the time
	how     arrangement
	seconds bool // show the seconds
	week    bool // show the row of weekdays

	letters func(rows int) *fonts.Face // of AM and PM; nil = without them
	spare   int                        // rows beyond size that they may take at the foot
	round   bool                       // they stand in the middle below: at the right a circle has no room
}

// newPlainFace returns the time alone, on the whole panel.
func newPlainFace(env kit.Env, o Options) *clockFace {
	return newClockFace(env.Fonts, env.Size, o).halved(env.Fonts)
}

// newClockFace chooses the largest digits that fit, and for that size the first
// arrangement. Seconds that fit nowhere are left out.
func newClockFace(set *fonts.Set, size image.Point, o Options) *clockFace {
	for _, seconds := range []bool{o.Seconds, false} {
		best := &clockFace{}
		for how := beside; how <= inTurn; how++ {
			if seconds && how == inTurn {
				break // nobody waits for them
			}
			f := &clockFace{size: size, how: how, seconds: seconds}
			if f.digits = f.largest(set); f.digits != nil && best.worse(f) {
				best = f
			}
		}
		if low := withSeconds(set, size, o.Week); seconds && low != nil && best.digits != nil && 10*best.block().Y < 6*size.Y {
			best = low
		}
		if best.digits != nil {
			best.week = o.Week && best.block().Y+best.weekRows() <= size.Y
			return best
		}
	}
	return &clockFace{size: size, how: inTurn, digits: set.Small} // no panel is smaller than two digits
}

// withSeconds returns the face with the seconds under the time; nil if it does not take
// three fifths of the rows. The seconds have two fifths of the rows of the time, a third where that makes the time
// larger, unless the week needs a row.
func withSeconds(set *fonts.Set, size image.Point, week bool) *clockFace {
	f := &clockFace{size: size, how: under, seconds: true}
	for rows := size.Y; rows >= 5; rows-- {
		digits := set.Digits(rows)
		if digits.Cap() != rows {
			continue
		}
		most := max(5, rows*2/5)
		for low := most; low == most || low > rows/3 && !week; low-- {
			f.digits, f.small = digits, set.Digits(low)
			if b := f.block(); b.X <= size.X-2 && b.Y <= size.Y-2 && 10*b.Y >= 6*size.Y {
				return f
			}
		}
	}
	return nil
}

// stacked returns f with the minutes below the hours, in digits as large, if only that takes
// three fifths of the rows.
func (f *clockFace) stacked(set *fonts.Set) *clockFace {
	g := *f
	g.how = below
	if g.digits = g.largest(set); f.how != beside || f.seconds || g.digits == nil || g.digits.Cap() < f.digits.Cap() || f.full() || !g.full() {
		return f
	}
	return &g
}

// full reports whether the time takes three fifths of the rows.
func (f *clockFace) full() bool { return 10*f.block().Y >= 6*f.size.Y }

// fits reports whether the whole time fits at once.
func (f *clockFace) fits() bool { return f.digits != nil && f.how != inTurn }

// worse reports whether g is preferable to f. A face that fills the panel only
// by leaving something out never beats one that leaves nothing out.
func (f *clockFace) worse(g *clockFace) bool {
	if f.digits == nil {
		return true
	}
	return g.how <= below && g.digits.Cap() > f.digits.Cap()
}

// largest returns the face of the largest digits that fit, or nil.
func (f *clockFace) largest(set *fonts.Set) *fonts.Face {
	room := f.size
	if roomy(f.size) { // a dark pixel at each edge
		room = room.Sub(image.Pt(2, 2))
	}
	for _, digits := range digitFaces(set, f.size) {
		f.digits = digits
		if b := f.block(); b.X <= room.X && b.Y <= room.Y {
			return digits
		}
	}
	return nil
}

// roomy reports whether the digits on a panel of that size keep a margin: on smaller
// ones, and on half of one, each row counts.
func roomy(size image.Point) bool { return size.Y >= 16 && size.X >= 32 }

// digitFaces returns the faces for digits on a panel of that size, the largest first:
// drawn for their rows, but on low panels the faces of 7 and 5 rows alone.
func digitFaces(set *fonts.Set, size image.Point) (all []*fonts.Face) {
	if size.Y >= 10 && size.X >= 24 {
		for rows := size.Y; rows >= 8; rows-- {
			if f := set.Digits(rows); f.Cap() == rows {
				all = append(all, f)
			}
		}
	}
	return append(all, set.Clock, set.Normal, set.Small)
}

// block returns the size of the widest time.
func (f *clockFace) block() image.Point {
	n, pair, high := 2, f.digits.Width("00"), f.digits.Cap()
	if f.seconds {
		n = 3
	}
	switch f.how {
	case below:
		return image.Pt(pair, n*high+(n-1)*f.gap())
	case tight:
		return image.Pt(n*pair+(n-1)*2*f.gap(), high)
	case inTurn:
		return image.Pt(pair, high)
	case under:
		return image.Pt(f.digits.Width("00:00"), high+f.gap()+1+f.small.Cap())
	}
	return image.Pt(f.digits.Width(strings.Repeat(":00", n)[1:]), high)
}

// gap returns the space between two digits, and between two lines.
func (f *clockFace) gap() int { return max(1, f.digits.Cap()/7) }

// step implements drawer.
func (f *clockFace) step() time.Duration {
	if f.seconds {
		return time.Second
	}
	return time.Minute
}

// pages implements drawer: the time of m, with a blinking colon.
func (f *clockFace) pages(m *Reading) []page {
	return f.pagesOf(m, m.fields(m.Local, f.seconds), m.Ink)
}

// pagesOf returns the pages of a time given as fields.
func (f *clockFace) pagesOf(m *Reading, fields []string, ink color.RGBA) (all []page) {
	switch {
	case f.how == inTurn:
		for i := range fields {
			all = append(all, f.turn(fields, i, ink))
		}
	case f.how == beside && !f.seconds:
		for _, colon := range []color.RGBA{ink, m.dimmed(ink, 4)} {
			p := f.draw(m, fields, ink, colon)
			p.hold = time.Second
			all = append(all, p)
		}
	default:
		all = append(all, f.draw(m, fields, ink, ink))
	}
	return all
}

// draw draws the fields in the middle, above the row of weekdays if that shows.
func (f *clockFace) draw(m *Reading, fields []string, ink, colon color.RGBA) page {
	p := newPage(f.size.Add(image.Pt(0, f.beyond(m))))
	room := p.Rect.Dy()
	if f.week {
		room -= f.weekRows()/2 + 1
		drawWeek(&p, p.foot(f.weekRows()/2), m.column(), m.faint(ink, 5), ink)
	}
	high := f.block().Y
	if where, in := f.half(m); where == atFoot {
		high += f.footRows(in)
	}
	y := (room - high) / 2
	switch f.how {
	case below:
		left := f.drawHalf(&p, m, y+f.block().Y-f.digits.Cap())
		for _, field := range fields {
			// An hour of one digit is alone on its line: in the middle it moves nothing else.
			p.text(f.digits, (f.size.X-f.digits.Width(field))/2-left, y, fonts.Span{Text: field, Color: ink})
			y += f.digits.Cap() + f.gap()
		}
	case under:
		p.text(f.digits, f.left("00:00", fields[0]+":"+fields[1]), y, colons(fields[:2], ink, colon)...)
		p.tabular(f.digits.Width("00:00"))
		y += f.digits.Cap() + f.gap() + 1
		f.drawHalf(&p, m, y)
		p.text(f.small, (f.size.X-f.small.Width("00"))/2, y, fonts.Span{Text: fields[2], Color: kit.Shade(ink, 2)})
		p.as(typeset.Note)
	case tight:
		x := (f.size.X - f.block().X) / 2
		for _, field := range fields {
			right := x + f.digits.Width("00")
			p.text(f.digits, right-f.digits.Width(field), y, fonts.Span{Text: field, Color: ink})
			p.tabular(f.digits.Width("00"))
			x = right + 2*f.gap()
		}
	default:
		left := f.drawHalf(&p, m, y)
		widest := strings.Repeat(":00", len(fields))[1:]
		x := f.left(widest, strings.Join(fields, ":")) - left
		p.text(f.digits, x, y, colons(fields, ink, colon)...)
		p.tabular(f.digits.Width(widest))
	}
	return p
}

// tabular says that the digits placed last have so many columns with all places lit, and end
// with the last of them.
func (p *page) tabular(columns int) {
	if n := len(p.items); n > 0 && p.items[n-1].Role == typeset.Digits && !strings.HasPrefix(p.items[n-1].Text, "-") {
		p.items[n-1].Body.Min.X = p.items[n-1].Body.Max.X - columns
	}
}

// left returns the column at which text begins, so that its last digit stands below the last
// digit of the widest text: 9:59 and 10:00 have their colon and minutes at one place. So the
// place of the tens stays dark from 1 to 9 o'clock: the eye finds a time that stands still
// faster than one in the middle, and in the middle all digits would jump by half of one at 10
// and at 1 o'clock.
func (f *clockFace) left(widest, text string) int {
	if text == "" || text[0] == '-' { // the time is unknown
		return (f.size.X - f.digits.Width(text)) / 2
	}
	whole := f.digits.Width(widest)
	return (f.size.X-whole)/2 + whole - f.digits.Width(text)
}

// turn draws field i alone; a bar at the bottom, where there is room, shows which
// field it is.
func (f *clockFace) turn(fields []string, i int, ink color.RGBA) page {
	p := newPage(f.size)
	y := (f.size.Y - f.digits.Cap()) / 2
	if f.digits.Cap()+2 <= f.size.Y {
		y = (f.size.Y - f.digits.Cap() - 1) / 2
		p.fill(image.Rect(i*f.size.X/len(fields), f.size.Y-1, (i+1)*f.size.X/len(fields), f.size.Y), ink)
	}
	p.text(f.digits, (f.size.X-f.digits.Width(fields[i]))/2, y, fonts.Span{Text: fields[i], Color: ink})
	return p
}

// colons joins the fields into one line.
func colons(fields []string, ink, colon color.RGBA) (spans []fonts.Span) {
	for i, field := range fields {
		if i > 0 {
			spans = append(spans, fonts.Span{Text: ":", Color: colon})
		}
		spans = append(spans, fonts.Span{Text: field, Color: ink})
	}
	return spans
}

// weekRows returns the height of the row of weekdays including the dark row above it.
func (f *clockFace) weekRows() int { return 2 * max(1, f.size.Y/16) }

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
