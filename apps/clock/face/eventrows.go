// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
)

// hanging are the rows that hang below a title, as of a p.
const hanging = 3

// eventRows are the rows of a panel: the time, when the event is, and its title. They are the
// same for every event whose title fits or scrolls in so many lines.
type eventRows struct {
	time  *clockFace
	top   int        // row of the time
	label int        // rows of capitals that say when the event is
	title int        // row of the title
	rows  int        // of the title's capitals
	lines int        // of the title
	more  *eventRows // for titles that fit in two lines, and not in one; nil = they scroll
}

// newEventRows shares the rows that are left between time, label and title.
func newEventRows(size image.Point, clock *clockFace, label, rows, lines int) *eventRows {
	r := &eventRows{time: clock, label: label, rows: rows, lines: lines}
	r.top = max(2, (size.Y-clock.Digits.Cap()-label-r.block()-hanging)/4)
	r.title = size.Y - max(1, r.top-1) - hanging - r.block()
	return r
}

// fits reports whether the label keeps a dark row to the time and to the title.
func (r *eventRows) fits() bool { return r.title-r.top-r.time.Digits.Cap() >= r.label+2 }

// clockOf returns the time in digits of so many rows.
func clockOf(env kit.Env, o Options, rows int) *clockFace {
	clock := newClockFace(env.Fonts, image.Pt(env.Size.X, rows+2), o.time())
	clock.Room.Y = clock.Digits.Cap() + 2
	return clock
}

// oneOrTwo returns the rows of a title in letters of 10 rows, and of one in two lines where
// there is room for it.
func oneOrTwo(size image.Point, clock *clockFace, label int) *eventRows {
	r := newEventRows(size, clock, label, 10, 1)
	if more := newEventRows(size, clock, label, 10, 2); more.fits() {
		r.more = more
	}
	return r
}

// block returns the rows of a title that takes all its lines.
func (r *eventRows) block() int { return r.lines*r.rows + (r.lines-1)*hanging }

// rows returns the rows of the panel for the words and hours of m; nil where it has one line of text.
func (f *eventFace) rows(m *Reading) *eventRows {
	halves := 0
	if m.Hours == 12 {
		halves = 1
	}
	if m.characters() {
		return f.han[halves]
	}
	return f.tall[halves]
}

// laid returns when the event is, and its title, in the rows of that title.
func (r *eventRows) laid(grid *typeset.Grid, m *Reading) (p *typeset.Page, top int) {
	if r.more != nil {
		// no mark touches the label
		if p = r.more.page(grid, m); len(p.Items) > 2 && p.Items[1].Ink.Min.Y > p.Items[0].Ink.Max.Y {
			return p, r.more.top
		}
	}
	return r.page(grid, m), r.top
}

// page returns when the event is, and its title.
func (r *eventRows) page(grid *typeset.Grid, m *Reading) *typeset.Page {
	p := grid.NewPage()
	long, short := m.until(m.Words)
	when := kit.Say(typeset.Label, m.accentOr(amber), long, short)
	when.Most = r.label
	room := image.Rect(1, r.top+r.time.Digits.Cap(), grid.Size.X-1, r.title)
	grid.Column(p, room, typeset.Middle, when)
	title := kit.Say(typeset.Value, pale, kit.Printable(m.Event.Title))
	title.Most, title.Least, title.Lines = r.rows, 10, r.lines
	room.Min.Y, room.Max.Y = r.title-hanging, r.title+r.block()+hanging
	grid.Column(p, room, typeset.Middle, title)
	if n := len(p.Items) - 1; p.Items[n].Smaller { // it stands on the line of larger ones
		p.Move(n, r.title+r.rows-p.Items[n].Body.Max.Y)
	}
	up := p.Items[0].Ink.Max.Y + 1 - p.Items[1].Ink.Min.Y // for a dark row above a mark of the title
	p.Move(0, -max(0, min(up, p.Items[0].Ink.Min.Y-r.top-r.time.Digits.Cap()-1)))
	return p
}
