// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"slices"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// analogFace is a dial with hands, and the date beside it where the panel is wide enough, or below it.
type analogFace struct {
	grid *typeset.Grid
	size image.Point
	dial image.Rectangle
	date image.Rectangle // room that the dial leaves; empty = none

	below bool // the date is below the dial, with half of the free rows between them
}

// newAnalogFace returns nil where the dial would be lost, with less than a sixth of the rows.
func newAnalogFace(env kit.Env, _ Options) *analogFace {
	size := env.Size
	side := min(size.X, size.Y) - (min(size.X, size.Y)+1)%2 // odd: there is a pixel in the middle
	if 6*side < size.Y {
		return nil
	}
	f := &analogFace{grid: typeset.NewGrid(env.Fonts, size), size: size}
	at := image.Pt((size.X-side)/2, (size.Y-side)/2)
	if !typeset.Squarish(size) {
		at.X = (size.Y - side) / 2
		f.date = image.Rect(at.X+side+1, 1, size.X-1, size.Y-1)
	}
	f.dial = image.Rectangle{at, at.Add(image.Pt(side, side))}
	if f.below = !typeset.Fills(side, size.Y); f.below {
		f.date = image.Rect(1, 1, size.X-1, size.Y-side-1)
	}
	return f
}

// pages implements drawer.
func (f *analogFace) pages(m *Reading) []page {
	p, at := f.placed(m)
	p.picture(f.drawn(m), at)
	return []page{p}
}

// placed returns a page with the date, and where the dial stands.
func (f *analogFace) placed(m *Reading) (page, image.Point) {
	p, at := newPage(f.size), f.dial.Min
	if !f.date.Empty() {
		f.dated(&p, m)
	}
	if !f.below {
		return p, at
	}
	date := p.whole()
	free := f.size.Y - f.dial.Dy() - date.Dy()
	at.Y = free / 4
	return p.on(f.size, image.Pt(0, at.Y+f.dial.Dy()+free/2-date.Min.Y)), at
}

// drawn returns the dial with its marks and the hands of hours and minutes.
func (f *analogFace) drawn(m *Reading) *image.RGBA {
	d := newDial(f.dial.Dx())
	for hour := range 12 {
		d.mark(hour, m.Ink)
	}
	minutes := float64(m.Local.Minute()) / 60
	hours := (float64(m.Local.Hour()%12) + minutes) / 12
	short := m.Ink
	if d.radius < 10 { // where both hands are as wide
		short = m.accentOr(amber)
	}
	d.hand(hours, 0.54, max(1.4, d.radius/11), short)
	d.hand(minutes, 0.86, max(1.1, d.radius/16), m.Ink)
	if d.radius < secondsFrom {
		return d.picture
	}
	d.hand(0, 0, d.radius/7, m.accentOr(amber))
	return d.picture
}

// secondsFrom is the radius from which on a dial has room for the hand of the seconds.
const secondsFrom = 13

// over implements mover: the hand of the seconds.
func (f *analogFace) over(m *Reading) []render.Layer {
	d := newDial(f.dial.Dx())
	if d.radius < secondsFrom {
		return nil
	}
	_, at := f.placed(m)
	return []render.Layer{{At: at, Widget: &secondHand{ticking{f.dial.Size(), 60}, *d, m.accentOr(amber)}}}
}

// dated draws the weekday, the day and the month, one above the other; where the owner writes it before the day, as
// in characters, the month stands first.
func (f *analogFace) dated(p *page, m *Reading) {
	said := m.Words
	week := kit.Say(typeset.Label, kit.PaleInk, said.Days[m.Local.Weekday()])
	day := kit.Sized(kit.Say(typeset.Head, m.Ink, strconv.Itoa(m.Local.Day())), "00")
	day.Most = f.grid.Rows(typeset.Head) * 3 / 4
	month := kit.Spare(kit.Say(typeset.Label, m.accentOr(amber), said.Months[m.Local.Month()-1]))
	if m.MonthFirst && f.grid.Wide() || han(month.Spans[0].Text) {
		week, month = month, week
	}
	lines := slices.DeleteFunc([]typeset.Line{week, day, month}, func(l typeset.Line) bool {
		return f.below && f.grid.Face(5, l.Spans[0].Text).Width(l.Spans[0].Text) > f.date.Dx()
	})
	p.column(f.grid, f.date, typeset.Middle, lines...)
}

// dial is a round picture on which hands turn.
type dial struct {
	picture *image.RGBA
	middle  spot
	radius  float64 // pixels
}

// newDial returns an empty dial with that side, an odd number of pixels.
func newDial(side int) *dial {
	r := float64(side-1) / 2
	return &dial{image.NewRGBA(image.Rect(0, 0, side, side)), spot{r, r}, r}
}

// mark draws the mark of an hour: a line for the quarters, elsewhere a point.
func (d *dial) mark(hour int, ink color.RGBA) {
	turn, wide, long := float64(hour)/12, max(0.8, d.radius/24), 0.0
	ink = kit.Shade(ink, 3)
	switch {
	case hour%3 == 0:
		long, wide = d.radius/9, max(1, d.radius/18)
	case d.radius < 10: // there is no room between the quarters
		return
	}
	edge := d.radius - wide/2 + 0.5
	s := stroke{d.middle.around(edge, turn), d.middle.around(edge-long, turn), wide}
	s.draw(d.picture, image.Point{}, d.picture.Rect, ink)
}

// hand draws a hand as long as that part of the radius.
func (d *dial) hand(turn, long, wide float64, ink color.RGBA) {
	s := stroke{d.middle, d.middle.around(long*d.radius, turn), wide}
	s.draw(d.picture, image.Point{}, d.picture.Rect, ink)
}

// secondHand is the hand of the seconds. It moves once a second.
type secondHand struct {
	ticking
	dial
	ink color.RGBA
}

// Draw implements [render.Widget].
func (h *secondHand) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	turn := float64(h.step(t)) / 60
	s := stroke{h.middle.around(-0.18*h.radius, turn), h.middle.around(0.9*h.radius, turn), 1}
	s.draw(dst, p, image.Rectangle{p, p.Add(h.Size())}, h.ink)
}
