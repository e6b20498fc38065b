package device

import (
	"cmp"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// output is how everything should be now.
type output struct {
	scene   render.Scene
	track   sounds.Track
	prepare []sounds.Track
}

// step applies the rules at time now: it returns how things should be, and the earliest
// instant at which that changes by itself (zero: never). It is idempotent.
func (s *state) step(now time.Time) (out output, wake time.Time) {
	const rounds = 4
	for range rounds { // an app may raise another alert when one ends
		s.deliver(now)
		out, wake = s.decide(now)
		if s.queue.alertsOver == nil {
			return out, wake
		}
	}
	return out, walltime.Sooner(wake, now.Add(time.Second)) // an app that never settles must not keep the device busy
}

// decide is one round of step.
func (s *state) decide(now time.Time) (out output, wake time.Time) {
	s.stepApps(now)
	saver, saverChange := s.saver(now)
	s.saverOn = saver
	s.promptTurn(now)
	s.testTurn(now)
	least := s.least()
	// Expire before choosing, so that no expired notification is shown; and once more
	// afterwards, for those that were interrupted or have had their chance to be
	// shown at once.
	s.changed = s.queue.expire(now) || s.changed
	s.finish(now)
	s.interrupt(least, now)
	s.next(least, now)
	s.changed = s.queue.expire(now) || s.changed
	calmed := s.forgive(now)
	view, turn := s.ground(now)
	out.scene = s.scene(view, now)
	out.track, out.prepare = s.sound(now), s.upcoming()
	return out, s.wake(now, walltime.Sooner(saverChange, calmed), walltime.Sooner(turn, s.appsAgain(now)))
}

// least returns the lowest priority that may be shown now.
func (s *state) least() note.Priority {
	if s.test != nil {
		return noPriority
	}
	if s.prompt != nil {
		return note.PriorityCritical
	}
	return s.allowed()
}

// allowed implements the table of docs/decisions.md 4; a prompt is soon over.
func (s *state) allowed() note.Priority {
	if s.saverOn || !s.settings.On || s.settings.Mode == KioskMode || s.stream != nil {
		return note.PriorityCritical
	}
	return note.PriorityInfo
}

// finish ends the visible notification when its cycles are over.
func (s *state) finish(now time.Time) {
	v := s.visible
	if v == nil || v.end.IsZero() || v.end.After(now) {
		return
	}
	if v.track.Repeat == 0 && s.sounds(v) {
		s.track = sounds.Track{} // an endless sound ends with its notification
	}
	// A reason that it has already says what differs from what was posted.
	s.queue.end(v.entry, note.OutcomeShown, cmp.Or(v.entry.Reason, "all its cycles were shown"), now)
	s.visible, s.changed = nil, true
}

// interrupt sends the visible notification back to the queue when it may not
// be shown now, or when one of higher priority waits.
func (s *state) interrupt(least note.Priority, now time.Time) {
	v := s.visible
	if v == nil {
		return
	}
	waits := len(s.queue.waiting) > 0 && !s.queue.waiting[0].later && s.queue.waiting[0].Priority > v.entry.Priority
	if v.entry.Priority >= least && !waits {
		return
	}
	if s.sounds(v) {
		s.track = sounds.Track{}
	}
	s.visible, s.changed = nil, true
	v.entry.Visible, v.entry.Updated = false, now
	s.queue.wait(v.entry, now)
}

// sounds reports whether the current sound belongs to v.
func (s *state) sounds(v *showing) bool { return !v.track.Silent() && s.track.Key == v.track.Key }

// next shows the first waiting notification that may be shown.
func (s *state) next(least note.Priority, now time.Time) {
	defer s.queue.settle()
	if s.visible != nil {
		return
	}
	e := s.queue.take(least, now)
	if e == nil {
		return
	}
	e.Visible, e.Updated, e.fresh = true, now, false
	s.urgent = s.urgent || e.ends > 0 // it may crash the program
	s.showings++
	s.visible = s.show(e, now)
	if !s.visible.track.Silent() {
		s.track, s.heard = s.visible.track, e.Item
	}
	s.changed = true
}

// showing is the visible notification.
type showing struct {
	entry   *entry
	id      uint64        // of the scene
	painter paint.Painter // of root
	root    *render.Sequence
	start   time.Time
	end     time.Time // zero = until dismissed
	track   sounds.Track
}

func (s *state) show(e *entry, now time.Time) *showing {
	v := &showing{entry: e, id: s.showings, painter: s.cfg.painter(s.look()), start: now}
	v.root = v.painter.Picture(&e.Notification)
	if e.Cycles > 0 {
		v.end = now.Add(v.root.Length(e.Cycles))
	}
	if e.Sound != nil {
		v.track = trackOf(e.Sound, fmt.Sprintf("%s/%d", e.ID, s.showings))
	}
	return v
}

// scene returns the current picture.
func (s *state) scene(view View, now time.Time) render.Scene {
	scene := render.Scene{
		ID: s.groundID, Enter: s.look().Transition.Render(), Level: s.lit(),
		Front: s.inFront(), FrontStart: s.started,
	}
	switch v := s.visible; {
	case s.test != nil:
		scene.ID, scene.Root, scene.Start, scene.Enter = s.test.id, s.test.root, s.test.start, render.Transition{}
		s.unprompt()
	case v != nil:
		scene.ID, scene.Root, scene.Start = v.id, v.root, v.start
		if drawn := s.alertView(v.entry.alert); drawn.Root != nil { // the ID stays: it changes without a transition
			scene.Root, scene.Start = drawn.Root, drawn.begin(v.start)
		}
		if f := &v.entry.Frames[0]; f.Transition != note.TransitionDefault {
			scene.Enter = v.painter.Enter(f)
		}
		s.unprompt()
	case s.prompt != nil:
		if s.prompt.start.IsZero() {
			s.prompt.start = now
		}
		scene.ID, scene.Root, scene.Start = s.prompt.id, s.prompt.root, s.prompt.start
	case s.settings.On || s.guided():
		scene.Root, scene.Start = view.Root, view.begin(s.groundFrom)
	}
	return scene
}

// wake returns the earliest instant at which a rule changes its result by itself.
func (s *state) wake(now, saver, again time.Time) time.Time {
	wake := walltime.Sooner(saver, again)
	if s.visible != nil {
		wake = walltime.Sooner(wake, s.visible.end)
	}
	for _, e := range s.queue.waiting {
		if !e.fresh { // that one does not expire before its content has come
			wake = walltime.Sooner(wake, e.Expires)
		}
	}
	wake = walltime.Sooner(wake, s.promptWake())
	if s.test != nil {
		wake = walltime.Sooner(wake, s.test.until)
	}
	if q := s.quiet(); q.Enabled {
		wake = walltime.Sooner(wake, s.place.Next(now, q.Start, q.End))
	}
	return wake
}
