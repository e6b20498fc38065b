// SPDX-License-Identifier: Apache-2.0

package device

import (
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/sounds"
)

// notify queues n.
func (s *state) notify(n note.Notification, key string, now time.Time) (id string, err error) {
	if id, ok := s.queue.seen(key, now); ok && key != "" {
		return id, nil
	}
	if err := n.Validate(); err != nil {
		return "", err
	}
	if s.cfg.RefuseWhenHidden && n.Priority < s.lasting().least {
		s.queue.outcomes[note.OutcomeRefused]++
		return "", ErrHidden
	}
	if len(s.queue.waiting) >= MaxWaiting {
		s.queue.outcomes[note.OutcomeRefused]++
		return "", ErrQueueFull
	}
	e := s.queue.push(n, now)
	s.changed = true
	s.urgent = s.urgent || n.Priority == note.PriorityCritical
	s.cfg.warm(&n)
	s.queue.use(key, e, now)
	return e.ID, nil
}

// dismiss ends id, waiting or visible.
func (s *state) dismiss(id string, now time.Time) error {
	if s.visible != nil && s.visible.entry.ID == id {
		s.dismissVisible(now)
		return nil
	}
	e := s.queue.remove(id)
	if e == nil && !s.track.Silent() && s.heard.ID == id {
		s.track = sounds.Track{} // the sound has outlived its notification
		return nil
	}
	if e == nil {
		return ErrNotFound
	}
	s.queue.end(e, note.OutcomeDismissed, "dismissed while it waited", now)
	s.changed = true
	return nil
}

// dismissVisible ends the visible notification and its sound, if there is one, and a
// sound that has outlived its notification.
func (s *state) dismissVisible(now time.Time) {
	s.track = sounds.Track{}
	if s.visible == nil {
		return
	}
	s.queue.end(s.visible.entry, note.OutcomeDismissed, "dismissed while it was visible", now)
	s.visible, s.changed = nil, true
}

func (s *state) dismissAll(now time.Time) {
	s.dismissVisible(now)
	for _, e := range s.queue.waiting {
		s.queue.end(e, note.OutcomeDismissed, "dismissed while it waited", now)
		s.changed = true
	}
	s.queue.waiting = nil
}
