// SPDX-License-Identifier: Apache-2.0

package device

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/sounds"
)

// Notify queues n and returns its id. If key was used in the last ten minutes
// ("" never is), it returns the id from then and queues nothing.
// Errors: InvalidError (joined), ErrQueueFull, ErrHidden.
func (d *Device) Notify(ctx context.Context, n note.Notification, key string) (id string, err error) {
	return call(ctx, d, func(s *state) (string, error) { return s.notify(n, key, time.Now()) })
}

// notify queues n.
func (s *state) notify(n note.Notification, key string, now time.Time) (id string, err error) {
	if id, ok := s.queue.seen(key, now); ok && key != "" {
		return id, nil
	}
	if err := n.Validate(); err != nil {
		return "", err
	}
	if s.cfg.RefuseWhenHidden && n.Priority < s.reasonLasting().least {
		s.queue.outcomes[note.OutcomeRefused]++
		return "", ErrHidden
	}
	if s.queue.full(n.Frames) {
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

// ChangeNotification changes the page of regions of the notification id, which waits or is visible: nothing else of
// it moves. Errors: ErrNotFound, ErrEnded, ErrQueueFull, InvalidError (joined) with fields such as "regions[0].id".
func (d *Device) ChangeNotification(ctx context.Context, id string, changes []note.Change) error {
	return d.reframe(ctx, id, false, func(e *entry) ([]note.Frame, error) { return note.Changed(e.Frames, changes) })
}

// ReplaceFrames gives the notification id, which waits or is visible, other frames, which begin from their
// start. Errors: ErrNotFound, ErrEnded, ErrQueueFull, InvalidError (joined) with fields such as "[0].text".
func (d *Device) ReplaceFrames(ctx context.Context, id string, frames []note.Frame) error {
	if err := note.ValidateFrames("", frames); err != nil {
		return err
	}
	return d.reframe(ctx, id, true, func(*entry) ([]note.Frame, error) { return frames, nil })
}

// reframe gives a notification the frames that make returns. It asks for no write: what changes often would wear the
// disk, and an old value is kept with the next one.
func (d *Device) reframe(
	ctx context.Context, id string, anew bool, make func(*entry) ([]note.Frame, error),
) error {
	return do(ctx, d, func(s *state, _ time.Time) error {
		e, err := s.alive(id)
		if err != nil {
			return err
		}
		frames, err := make(e)
		if err != nil {
			return err
		}
		if more := size(frames) - size(e.Frames); s.queue.bytes()+more > MaxWaitingSize {
			return ErrQueueFull
		}
		e.Frames, e.bytes, e.stored = frames, size(frames), nil
		s.cfg.warm(&e.Notification)
		if v := s.visible; v != nil && v.entry == e {
			v.changed, v.anew = true, v.anew || anew
		}
		return nil
	})
}

// alive returns the notification id, waiting with its content or visible, or ErrNotFound or ErrEnded.
func (s *state) alive(id string) (*entry, error) {
	if s.visible != nil && s.visible.entry.ID == id {
		return s.visible.entry, nil
	}
	for _, e := range s.queue.waiting {
		if e.ID == id && !e.later {
			return e, nil
		}
	}
	if slices.ContainsFunc(s.queue.ended, func(it Item) bool { return it.ID == id }) {
		return nil, ErrEnded
	}
	return nil, ErrNotFound
}

// Queue returns the notifications that have not ended: the visible one first, then
// by priority, then by arrival.
func (d *Device) Queue(ctx context.Context) ([]Item, error) {
	return call(ctx, d, func(s *state) ([]Item, error) { return s.items(), nil })
}

// items returns those that have not ended: the visible one, then the waiting ones.
func (s *state) items() []Item {
	items := make([]Item, 0, len(s.queue.waiting)+1)
	if s.visible != nil {
		items = append(items, s.shown())
	}
	for _, e := range s.queue.waiting {
		it := e.Item
		if e.later {
			it.Reason = "it is still to be read after a restart"
		} else if s.reasonNow().blocks(e) {
			it.Reason = s.reasonNow().why
		} else {
			it.Reason = s.reasonOf(e)
		}
		items = append(items, it)
	}
	return items
}

// shown returns the visible notification, of which there is one.
func (s *state) shown() Item {
	it := s.visible.entry.Item
	it.Reason = s.reasonOf(s.visible.entry)
	return it
}

// reasonOf returns why e shows otherwise than it was posted.
func (s *state) reasonOf(e *entry) string { return cmp.Or(e.Reason, s.cfg.iconFault(&e.Notification)) }

// Current returns the visible notification; ok is false without one.
func (d *Device) Current(ctx context.Context) (it Item, ok bool, err error) {
	v, err := call(ctx, d, func(s *state) (*Item, error) {
		if s.visible == nil {
			return nil, nil
		}
		return new(s.shown()), nil
	})
	if v == nil {
		return Item{}, false, err
	}
	return *v, true, err
}

// Lookup returns the notification id, whether alive or among the last 200 that ended,
// or ErrNotFound.
func (d *Device) Lookup(ctx context.Context, id string) (Item, error) {
	return call(ctx, d, func(s *state) (Item, error) { return s.lookup(id) })
}

// lookup finds id among those that have not ended and those that have.
func (s *state) lookup(id string) (Item, error) {
	for _, it := range s.items() {
		if it.ID == id {
			return it, nil
		}
	}
	for _, it := range s.queue.ended {
		if it.ID == id {
			return it, nil
		}
	}
	return Item{}, ErrNotFound
}

// Ended returns the notifications that ended last, at most 200, the latest last.
func (d *Device) Ended(ctx context.Context) ([]Item, error) {
	return call(ctx, d, func(s *state) ([]Item, error) { return slices.Clone(s.queue.ended), nil })
}

// Dismiss ends the notification id, waiting or visible, or returns ErrNotFound.
func (d *Device) Dismiss(ctx context.Context, id string) error {
	return do(ctx, d, func(s *state, now time.Time) error { return s.dismiss(id, now) })
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

// DismissCurrent ends the visible notification, if there is one.
func (d *Device) DismissCurrent(ctx context.Context) error {
	return perform(ctx, d, func(s *state, now time.Time) { s.dismissVisible(now) })
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

// DismissAll ends every notification.
func (d *Device) DismissAll(ctx context.Context) error {
	return perform(ctx, d, func(s *state, now time.Time) { s.dismissAll(now) })
}

func (s *state) dismissAll(now time.Time) {
	s.dismissVisible(now)
	for _, e := range s.queue.waiting {
		s.queue.end(e, note.OutcomeDismissed, "dismissed while it waited", now)
		s.changed = true
	}
	s.queue.waiting = nil
}

// Refresh redraws, because an icon that was being fetched has arrived.
func (d *Device) Refresh(ctx context.Context) error {
	return perform(ctx, d, func(s *state, _ time.Time) { s.refresh() })
}

// refresh redraws the visible notification and the apps, because an icon has arrived.
func (s *state) refresh() {
	if v := s.visible; v != nil {
		v.root = v.painter.Picture(&v.entry.Notification)
	}
	each(&s.apps, Refresher.Refresh)
}

// SoundEnded reports that the track with this Key is over: it can no longer be
// dismissed.
func (d *Device) SoundEnded(ctx context.Context, key string) error {
	return perform(ctx, d, func(s *state, _ time.Time) {
		if s.track.Key == key {
			s.track = sounds.Track{}
		}
		if f := &s.ground.flaps; f.track.Key == key {
			f.track = sounds.Track{}
		}
		s.apps.trackEnded(key)
	})
}

// Arrive takes the content of an entry that was restored without it, unless it has ended
// in the meantime. What has no valid content is refused.
func (d *Device) Arrive(ctx context.Context, e SavedEntry) error {
	return perform(ctx, d, func(s *state, now time.Time) { s.arrive(e, now) })
}
