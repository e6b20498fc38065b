// SPDX-License-Identifier: Apache-2.0

package device

import (
	"cmp"
	"time"

	"github.com/ledpost/ledpost/device/note"
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
	for range rounds { // an app may raise another alert when one ends, or when its text begins again
		s.ground.again = false
		s.apps.deliver(s.queue.delivered(), now)
		out, wake = s.decide(now)
		if s.queue.alertsOver == nil && !s.ground.again {
			return out, wake
		}
	}
	return out, walltime.Sooner(wake, now.Add(time.Second)) // an app that never settles must not keep the device busy
}

// decide is one round of step.
func (s *state) decide(now time.Time) (out output, wake time.Time) {
	s.stepApps(now)
	around, change := s.ambient.Step(now)
	s.around = around
	if night, far := s.apps.nightfall(around.Night), s.apps.distance(around.Far); night || far {
		s.stepApps(now)
	}
	s.promptTurn(now)
	if s.test = s.test.at(now); s.apps.rings() {
		s.test = nil // who has to stop it must see it
	}
	least := s.reasonNow().least
	// Expire before choosing, so that no expired notification is shown; and once more
	// afterwards, for those that were interrupted or have had their chance to be
	// shown at once.
	s.mark(s.queue.expire(now))
	if s.visible != nil {
		s.visible.repaint(now)
	}
	s.finish(now)
	s.interrupt(least, now)
	s.next(least, now)
	if s.test != nil && s.test.below && s.visible != nil {
		s.test = nil // it is critical
	}
	s.mark(s.queue.expire(now))
	calmed := s.forgive(now)
	view, turn := s.stepGround(now)
	if v := s.visible; v != nil {
		v.fit(roomOver(view, v.entry), s.painter()) // another widget may be below it
	}
	out.scene = s.scene(view, now)
	out.track, out.prepare = s.sound(now), s.queue.upcoming()
	return out, s.wake(walltime.Sooner(change, calmed), walltime.Sooner(turn, s.apps.again(now)))
}

// finish ends the visible notification when its cycles are over.
func (s *state) finish(now time.Time) {
	v := s.visible
	if v == nil || v.end.IsZero() || s.ends().After(now) {
		return
	}
	if v.track.Repeat == 0 && v.sounds(s.track) {
		s.track = sounds.Track{} // an endless sound ends with its notification
	}
	// An earlier reason names the difference to the posted notification.
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
	if v.sounds(s.track) {
		s.track = sounds.Track{}
	}
	s.visible, s.changed = nil, true
	// It keeps its place in the order of arrival and the rest of its lifetime: it
	// comes back before the notifications that waited behind it.
	v.entry.Visible, v.entry.Updated = false, now
	s.queue.wait(v.entry, now)
}

// next shows the first waiting notification that may be shown.
func (s *state) next(least note.Priority, now time.Time) {
	defer s.queue.settle() // all that wait have had their chance now, also if nothing could be shown
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
