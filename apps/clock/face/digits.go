// SPDX-License-Identifier: Apache-2.0

package face

import (
	"cmp"
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
	each                      // a line for each digit, on a panel several times higher than wide
)

// clockFace draws the time for one panel. The digits are never cut.
type clockFace struct {
	size    image.Point
	digits  *fonts.Face
	small   *fonts.Face // of seconds below the time
	near    bool        // these are a row nearer to it
	how     arrangement
	seconds bool // show the seconds
	week    bool // show the row of weekdays

	letters func(rows int) *fonts.Face // of AM and PM; nil = without them
	loose   bool                       // lines below each other are farther apart, to fill the panel
	spare   int                        // rows beyond size that they may take at the foot
	round   bool                       // they stand in the middle below: at the right a circle has no room
	stands  stand                      // of a line
}

// stand is where a line of digits stands that has fewer than the widest time.
type stand int

const (
	amid    stand = iota // in the middle, as it is lit
	inTable              // its last digit below that of the widest time
	atLeft
)

// newPlainFace returns the time alone, on the whole panel: without its seconds where they leave it the smallest digits.
func newPlainFace(env kit.Env, o Options) *clockFace {
	f := newStackedFace(env, o)
	if f.seconds && f.digits == env.Fonts.Small && !f.full(f.size.Y) {
		o.Seconds = false
		if g := newStackedFace(env, o); g.full(g.size.Y) {
			return g
		}
	}
	return f
}

// newStackedFace returns the time alone in as many lines as a panel needs.
func newStackedFace(env kit.Env, o Options) *clockFace {
	f := newClockFace(env.Fonts, env.Size, o)
	if g := f.stacked(env.Fonts, f.size.Y); g != f {
		g.week = f.week && g.block().Y+g.weekRows() <= g.size.Y
		return g
	}
	return f
}

// full reports whether the time takes three fifths of a panel's rows, or half of them over the seconds.
func (f *clockFace) full(panel int) bool {
	return f.how == under && 2*f.rows() >= panel || f.how != under && typeset.Fills(f.rows(), panel)
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
		if low := withSeconds(set, size, o.Week); seconds && low != nil && best.digits != nil &&
			!typeset.Fills(best.block().Y, size.Y) {
			best = low
		}
		if best.digits != nil {
			best.week = o.Week && best.block().Y+best.weekRows() <= size.Y
			best.letters = set.Letters
			return best
		}
	}
	// no panel is smaller than two digits
	return &clockFace{size: size, how: inTurn, digits: set.Small, letters: set.Letters}
}

// withSeconds returns the face with the seconds under the time; nil if both do not take
// three fifths of the rows. The seconds have two fifths of the rows of the time, down to a third where that makes the
// time larger, and three tenths a row nearer to it, unless the week needs a row.
func withSeconds(set *fonts.Set, size image.Point, week bool) *clockFace {
	f, room := &clockFace{size: size, how: under, seconds: true}, typeset.NewGrid(set, size).Inner().Size()
	lower := func() bool {
		rows := f.digits.Cap()
		most := max(5, rows*2/5)
		for low := most; low == most || 10*low >= 3*rows && !week; low-- {
			f.small, f.near = set.Digits(low), low <= rows/3 && low < most
			if f.fitting(room) && typeset.Fills(f.block().Y, size.Y) {
				return true
			}
		}
		return false
	}
	if f.digits = f.best(set, lower); f.digits == nil {
		return nil
	}
	lower() // the seconds of the best
	return f
}

// stacked returns f with the minutes below the hours, in slim digits, or with all digits below each other, if only that
// takes three fifths of a panel's rows, or half of them over the seconds.
func (f *clockFace) stacked(set *fonts.Set, panel int) *clockFace {
	if f.full(panel) {
		return f
	}
	g := *f
	filling := func() bool { return g.clear() && typeset.Fills(g.rows(), panel) }
	halved := func() bool {
		where, _ := g.half(&Reading{Hours: 12, Known: true})
		return filling() && where != nowhere
	}
	for _, g.loose = range []bool{false, true} {
		g.how = below
		digits := cmp.Or(g.best(set, halved), g.best(set, filling))
		if g.fills(digits, panel) && !(f.seconds && f.how == beside && g.digits.Cap() < f.digits.Cap()) {
			return &g
		}
		if g.how = f.how; g.how != under && g.fills(set.Slim, panel) {
			return &g
		}
		if g.how = each; g.fills(g.best(set, filling), panel) {
			return &g
		}
	}
	return f
}

// fills gives f these digits, and reports whether they fit and take three fifths of a panel's rows; nil does not.
func (f *clockFace) fills(digits *fonts.Face, panel int) bool {
	f.digits = digits
	return digits != nil && f.fitting(f.size) && typeset.Fills(f.rows(), panel)
}

// fitting reports whether the time fits into a room.
func (f *clockFace) fitting(room image.Point) bool { return typeset.Holds(room, f.block()) }

// rows returns the least rows of the time: without seconds under it, and with an hour of one digit.
func (f *clockFace) rows() int {
	switch f.how {
	case under:
		return f.digits.Cap()
	case each:
		return f.block().Y - f.digits.Cap() - f.gap()
	}
	return f.block().Y
}

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

// largest returns the face of the best digits that fit, or nil.
func (f *clockFace) largest(set *fonts.Set) *fonts.Face { return f.best(set, f.clear) }

// clear reports whether the time fits into its room with a dark pixel at each edge, where digits keep a margin.
func (f *clockFace) clear() bool {
	room := f.size
	if typeset.Roomy(f.size) {
		room = room.Sub(image.Pt(2, 2))
	}
	return f.fitting(room)
}

// best returns the best digits for the face, of those that fit; nil if none do.
func (f *clockFace) best(set *fonts.Set, fits func() bool) *fonts.Face {
	return typeset.DigitFace(set, f.size, func(face *fonts.Face) int {
		if f.digits = face; !fits() {
			return 0
		}
		return f.rows()
	})
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
	case each:
		return image.Pt(f.digits.Width("0"), 2*n*high+(3*n-2)*f.gap())
	case tight:
		return image.Pt(n*pair+(n-1)*2*f.gap(), high)
	case inTurn:
		return image.Pt(pair, high)
	case under:
		return image.Pt(f.digits.Width("00:00"), high+f.lead()+f.small.Cap())
	}
	return image.Pt(f.digits.Width(strings.Repeat(":00", n)[1:]), high)
}

// gap returns the space between two digits, and between two lines.
func (f *clockFace) gap() int {
	if f.loose {
		return f.digits.Cap() / 4
	}
	return max(1, f.digits.Cap()/7)
}

// lead returns the space above seconds that stand under the time.
func (f *clockFace) lead() int {
	if f.near {
		return f.gap()
	}
	return f.gap() + 1
}

// step implements stepper.
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
		room -= typeset.BarRows(f.size) + 1
		drawWeek(&p, p.foot(typeset.BarRows(f.size)), m.column(), m.faint(ink, 5), ink)
	}
	high := f.block().Y
	if f.how == each && len(fields[0]) == 1 { // an hour of one digit has one line
		high -= f.digits.Cap() + f.gap()
	}
	foot := high - f.digits.Cap()
	if where, in := f.half(m); where == atFoot {
		high += f.footRows(in)
	}
	y := (room - high) / 2
	switch f.how {
	case below, each:
		middle := f.size.X
		if where, in := f.half(m); where == atRight {
			middle -= f.apart() + halfWide(in)
		}
		right := (middle + f.block().X) / 2
		f.drawHalf(&p, m, right, y+foot)
		for _, field := range fields {
			lines := []string{field} // An hour of one digit is alone on its line: in the middle it moves nothing else.
			if f.how == each {
				lines = strings.Split(field, "")
			}
			for _, line := range lines {
				p.text(f.digits, right-(f.block().X+f.digits.Width(line))/2, y, fonts.Span{Text: line, Color: ink})
				y += f.digits.Cap() + f.gap()
			}
			if f.how == each { // more between hours and minutes
				y += f.gap()
			}
		}
	case under:
		right := f.line(&p, m, y, colons(fields[:2], ink, colon))
		y += f.digits.Cap() + f.lead()
		f.drawHalf(&p, m, right, y)
		p.text(f.small, (f.size.X-f.small.Width("00"))/2, y, fonts.Span{Text: fields[2], Color: kit.Shade(ink, 2)})
		p.as(typeset.Note)
	case tight:
		pair := f.digits.Width("00")
		x := (f.size.X - f.block().X - f.digits.Width(fields[0]) + pair) / 2
		for _, field := range fields {
			p.text(f.digits, x, y, fonts.Span{Text: field, Color: ink})
			x += f.digits.Width(field) + 2*f.gap()
		}
	default:
		f.drawHalf(&p, m, f.line(&p, m, y, colons(fields, ink, colon)), y)
	}
	return p
}

// line draws digits in a line, and returns the column at its right end.
func (f *clockFace) line(p *page, m *Reading, y int, spans []fonts.Span) (right int) {
	text := fonts.Plain(spans)
	left, right := f.lit(m, text)
	p.text(f.digits, right-f.digits.Width(text), y, spans...)
	if n := len(p.items); n > 0 && p.items[n-1].Text == text {
		p.items[n-1].Body.Min.X = left
	}
	return right
}

// lit returns the columns of a line of digits, beside which AM and PM have room where they stand there. With 24 hours
// it has the same columns all day. With 12 hours it is in the middle as it is lit: without the place of the tens, which
// is dark from one to ten o'clock, and without the dark columns before a 1; so it stands still for an hour at least.
func (f *clockFace) lit(m *Reading, text string) (left, right int) {
	wide, room := f.digits.Width(text), f.size.X
	widest := f.digits.Width(strings.Repeat(":00", strings.Count(text, ":")+1)[1:])
	if m.Known && m.Hours == 12 {
		first := f.digits.Line([]fonts.Span{{Text: text[:1], Color: kit.PaleInk}}).Image
		wide -= typeset.Ink(first).Min.X - first.Rect.Min.X
	}
	if where, in := f.half(m); where == atRight {
		room -= f.apart() + halfWide(in)
	}
	switch {
	case !m.Known || f.stands == amid:
		left = (room - wide) / 2
	case f.stands == inTable:
		return (room - widest) / 2, (room + widest) / 2
	case f.stands == atLeft:
		left = (room - widest) / 2
	}
	return left, left + wide
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
