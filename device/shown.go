// SPDX-License-Identifier: Apache-2.0

package device

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// showing is the visible notification.
type showing struct {
	entry   *entry
	id      uint64        // of the scene
	painter paint.Painter // of root
	root    *render.Sequence
	room    image.Rectangle // that root is painted for; empty = the whole panel
	start   time.Time
	end     time.Time // zero = until dismissed
	track   sounds.Track

	inset  *render.Inset // of shown in ground, as last drawn; nil = not yet
	ground render.Widget
	shown  *render.Sequence
}

// A GuidePage is one of the pictures with which the device says what to do.
type GuidePage struct {
	Text string // what it says; beside the code, if there is room
	Code string // a QR code of this text; "" = none. The page is left out if the panel is too small for it
}

// guide is what the panel says to whoever sets the device up.
type guide struct {
	root  *render.Sequence
	start time.Time
	over  chan struct{} // closed when a button was pressed
}

// codeStands is how long the page of a code is shown: time to take out a phone.
const codeStands = 15 * time.Second

// guideStands is the shortest time for which a page of text is shown.
const guideStands = 4 * time.Second

// guideSteps draws those pages that the panel has room for.
func guideSteps(painter paint.Painter, pages []GuidePage) (steps []render.Step) {
	for _, p := range pages {
		if p.Code == "" {
			w, stands := painter.Frame(plainText(p.Text))
			steps = append(steps, render.Step{Widget: w, For: max(stands, guideStands)})
			continue
		}
		if w := painter.Code(paint.Code{Text: p.Code, Caption: p.Text}); w != nil {
			steps = append(steps, render.Step{Widget: w, For: codeStands})
		}
	}
	return steps
}

// MaxTest is the longest time that a test pattern shows.
const MaxTest = 5 * time.Minute

// test is a test pattern on the panel.
type test struct {
	id    uint64 // of the scene
	root  render.Widget
	start time.Time
	until time.Time
	below bool // it gives way to critical notifications
}

// at returns the test pattern that shows at now: t until its time is over. t may be nil.
func (t *test) at(now time.Time) *test {
	if t != nil && !t.until.After(now) {
		return nil
	}
	return t
}

// sounds reports whether t is the sound of v.
func (v *showing) sounds(t sounds.Track) bool { return !v.track.Silent() && t.Key == v.track.Key }

// roomOver returns the part of the panel that a notification takes over view, empty for
// all of it: a critical notification takes all.
func roomOver(view View, e *entry) image.Rectangle {
	if e.Priority == note.PriorityCritical {
		return image.Rectangle{}
	}
	return view.Room
}

// groundView returns what the widget shows that was on the ground last.
func (s *state) groundView() View {
	w, ok := s.widgets.Get(s.ground.widget)
	if !ok {
		return View{}
	}
	return s.apps.view(w)
}

// fit paints v for a room; its time goes on.
func (v *showing) fit(room image.Rectangle, whole paint.Painter) {
	if v.root != nil && v.room == room {
		return
	}
	v.painter, v.room = whole, room
	if !room.Empty() {
		v.painter.Size = room.Size()
	}
	v.root = v.painter.Picture(&v.entry.Notification)
}

// over returns v over view, which goes on beside it; nil if v takes the whole panel.
func (v *showing) over(view View, from time.Time) render.Widget {
	if v.room.Empty() || view.Root == nil {
		return nil
	}
	if v.inset == nil || v.ground != view.Root || v.shown != v.root {
		until := time.Duration(0)
		if !v.end.IsZero() {
			until = v.end.Sub(v.start)
		}
		v.ground, v.shown = view.Root, v.root
		v.inset = render.NewInset(view.Root, v.start.Sub(view.begin(from)), v.room, v.root, until)
	}
	return v.inset
}
