// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
)

// titleRows are the rows of the title's capitals on a wide panel, and of what hangs below them.
const titleRows, hanging = 12, 3

// eventRows are the rows of a wide panel: the time, when the event is, and its title. They are
// the same for every event, whether its title fits or scrolls.
type eventRows struct {
	time  *clockFace
	top   int // row of the time
	label int // rows of capitals that say when the event is
	title int // row of the title
}

// newEventRows shares the rows that are left between time, label and title.
func newEventRows(env kit.Env, o Options, digits, label int) *eventRows {
	r := &eventRows{time: newClockFace(env.Fonts, image.Pt(env.Size.X, digits+2), o).halved(env.Fonts), label: label}
	r.time.size.Y = r.time.digits.Cap() + 2
	r.top = max(1, (env.Size.Y-r.time.digits.Cap()-label-titleRows-hanging)/4)
	r.title = env.Size.Y - max(1, r.top-1) - hanging - titleRows
	return r
}

// rows returns the rows of the panel for the words of m; nil where it is not wide.
func (f *eventFace) rows(m *Reading) *eventRows {
	if m.characters() {
		return f.han
	}
	return f.wide
}

// page returns when the event is, and its title.
func (r *eventRows) page(grid *typeset.Grid, m *Reading) *typeset.Page {
	p := grid.NewPage()
	when := kit.Say(typeset.Label, m.accentOr(amber), m.until(m.Words))
	when.Most = r.label
	room := image.Rect(1, r.top+r.time.digits.Cap(), grid.Size.X-1, r.title)
	grid.Column(p, room, typeset.Middle, when)
	title := kit.Say(typeset.Value, pale, kit.Printable(m.Event.Title))
	title.Most, title.Fixed = titleRows, true
	room.Min.Y, room.Max.Y = r.title-hanging, r.title+titleRows+hanging
	grid.Column(p, room, typeset.Middle, title)
	return p
}
