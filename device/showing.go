// SPDX-License-Identifier: Apache-2.0

package device

import (
	"fmt"
	"image"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/walltime"
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
	due     time.Time // when its cycles are over; zero = until dismissed
	end     time.Time // not before due: later after a change
	changed bool      // since root was painted
	anew    bool      // what has changed begins from its start
	painted time.Time // when root was painted for a change
	track   sounds.Track

	inset  *render.Inset  // of shown in ground, as last drawn; nil = not yet
	backed *render.Backed // shown in front of ground
	ground render.Widget
	shown  *render.Sequence
}

func (s *state) show(e *entry, now time.Time) *showing {
	v := &showing{entry: e, id: s.showings, start: now}
	v.fit(roomOver(s.groundView(), e), s.painter())
	if e.Cycles > 0 {
		v.due = now.Add(v.root.Length(e.Cycles))
		v.end = v.due
	}
	if e.Sound != nil {
		v.track = trackOf(e.Sound, fmt.Sprintf("%s/%d", e.ID, s.showings))
	}
	return v
}

// sounds reports whether t is the sound of v.
func (v *showing) sounds(t sounds.Track) bool { return !v.track.Silent() && t.Key == v.track.Key }

// isAlertOf reports whether the visible notification is the alert of r. v may be nil.
func (v *showing) isAlertOf(r *running) bool {
	return v != nil && r.alert != "" && v.entry.alert == alertOf{r.about.Package, r.alert}
}

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
	v.painter.Solved = &paint.Solved{}
	if !room.Empty() {
		v.painter.Size = room.Size()
	}
	v.root = v.painter.Picture(&v.entry.Notification)
}

// paintEvery is how often changes of the visible notification are painted at most.
const paintEvery = 40 * time.Millisecond

// repaints returns when v is painted with the changes of its frames; zero = it has none.
func (v *showing) repaints() time.Time {
	if !v.changed {
		return time.Time{}
	}
	return walltime.Sooner(v.painted.Add(paintEvery), v.end)
}

// repaint paints v again if its frames have changed: what they show goes on where it was unless it is anew, and new
// text is seen for a pass.
func (v *showing) repaint(now time.Time) {
	if !v.changed || v.repaints().After(now) {
		return
	}
	n, old := v.entry.Notification, v.root
	n.Cycles = 0 // v.end counts, which may be later
	v.root = v.painter.Picture(&n)
	at := v.root.Length(0) // after the lead
	if !v.anew {
		at = v.root.Resume(old, now.Sub(v.start))
	}
	v.start = now.Add(-at)
	if !v.end.IsZero() {
		v.end = walltime.Later(v.end, now.Add(v.root.Period()))
	}
	v.changed, v.anew, v.painted = false, false, now
}

// ends returns when the visible notification ends by itself; zero = it does not. While one of its priority waits,
// changes keep it for one pass after its cycles at most.
func (s *state) ends() time.Time {
	v := s.visible
	most := v.due.Add(v.root.Period())
	if q := s.queue.waiting; v.end.After(most) && len(q) > 0 && !q[0].later && q[0].Priority == v.entry.Priority {
		return most
	}
	return v.end
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

// lightAway is how far a light keeps away from what is read, in pixels: next to a white one, thin lines get lost.
const lightAway = 3

// before returns v in front of the light of view; nil if view has no light, or v is critical.
func (v *showing) before(view View, from time.Time) render.Widget {
	if view.Light == nil || v.entry.Priority == note.PriorityCritical {
		return nil
	}
	if v.backed == nil || v.ground != view.Light || v.shown != v.root {
		v.ground, v.shown = view.Light, v.root
		light := &render.Begun{Widget: view.Light, Ago: v.start.Sub(view.begin(from))}
		v.backed = render.NewBacked(light, v.root)
		v.backed.Reach = lightAway
	}
	return v.backed
}

// noPriority is above every priority: nothing is shown.
const noPriority = note.PriorityCritical + 1

// hold is why the panel shows no notifications. The zero value lets all of them through.
type hold struct {
	least note.Priority // the lowest that shows all the same
	why   string        // for clients; "" = nothing holds
}

// blocks reports whether e may not be shown.
func (h hold) blocks(e *entry) bool { return e.Priority < h.least }

// reasonNow returns what keeps notifications back now. Where several things do, it is the
// one that lets the fewest through.
func (s *state) reasonNow() hold {
	switch {
	case s.test != nil && s.test.below:
		return hold{note.PriorityCritical, "somebody tries a look on the panel"}
	case s.test != nil:
		return hold{noPriority, "a test pattern shows"}
	case s.prompt != nil:
		return hold{note.PriorityCritical, "the panel waits for a press of a button"}
	}
	if l := s.reasonLasting(); l.why != "" || !s.around.Away {
		return l
	}
	return hold{note.PriorityCritical, "nobody is there"} // they wait for somebody
}

// reasonLasting is reasonNow without the reasons that end within seconds, for which no notification
// is refused: the table of docs/decisions.md 4.
func (s *state) reasonLasting() hold {
	switch {
	case !s.set.On:
		return hold{note.PriorityCritical, "the display is off"}
	case s.stream.root != nil:
		return hold{note.PriorityCritical, "a stream shows"}
	case s.around.Saver:
		return hold{note.PriorityCritical, "the screensaver is on"}
	case s.rotation.Mode == KioskMode:
		return hold{note.PriorityCritical, "kiosk mode locks the app"}
	}
	return hold{least: note.PriorityInfo}
}
