// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// save returns a snapshot of the saved state.
func (s *state) save(now time.Time) Saved {
	saved := Saved{
		At: wall(now), Unsure: !s.place.Clock.Plausible(now), Unclean: s.unclean, Identity: s.identity,
		Reserved: s.queue.reserved, Settings: s.settings(), Ended: savedEnds(s.queue.ended), Apps: s.apps.saved(),
		Urgent: s.urgent || s.queue.reserved != s.kept,
	}
	if saved.Unsure {
		saved.At = s.at
	}
	s.at = saved.At
	if s.visible != nil {
		e := savedEntry(s.visible.entry, s.visible.entry.left)
		e.Visible = true
		saved.Waiting = append(saved.Waiting, e)
	}
	for _, e := range s.queue.waiting {
		saved.Waiting = append(saved.Waiting, savedEntry(e, e.Expires.Sub(now)))
	}
	s.kept, s.urgent = s.queue.reserved, false
	return saved
}

func savedEntry(e *entry, left time.Duration) SavedEntry {
	n := e.Notification
	if e.later {
		n = note.Notification{}
	}
	return SavedEntry{
		ID: e.ID, Created: wall(e.Created), Left: max(left, 0), Key: e.key,
		App: e.alert.pkg, Alert: e.alert.key,
		Ends: e.ends, Reason: e.Reason, Priority: e.Priority, Notification: n, Stored: e.stored,
	}
}

func savedEnds(ended []Item) (all []SavedEnd) {
	for i := range ended {
		it := &ended[i]
		all = append(all, SavedEnd{
			ID: it.ID, Created: wall(it.Created), Updated: wall(it.Updated), Expires: wall(it.Expires),
			Origin: it.Origin, Priority: it.Priority, IconType: it.IconType, Cycles: it.Cycles,
			Outcome: it.Outcome, Reason: it.Reason,
		})
	}
	return all
}

// restore puts the notifications that had not ended back into the queue. Their
// lifetimes shrink by the time that the device was off, if the wall clock can be
// trusted about it.
func (s *state) restore(saved Saved, now time.Time) {
	for _, e := range saved.Ended[max(0, len(saved.Ended)-keepEnded):] {
		s.queue.ended = append(s.queue.ended, e.item())
	}
	off := now.Sub(saved.At)
	if off < 0 || saved.Unsure || !s.place.Clock.Plausible(now) {
		off = 0
	}
	most := MaxWaiting + 1 + len(s.apps.running) // one was visible, and each app may have one more
	for i, w := range saved.Waiting[:min(len(saved.Waiting), most)] {
		left := w.Left
		if !w.Visible {
			left -= off
		}
		e := &entry{seq: uint64(i), left: left, fresh: w.Visible, ends: w.Ends, stored: w.Stored, later: w.Later()}
		if e.later {
			w.Notification = note.Notification{Priority: w.Priority, Frames: standIn}
		}
		e.Item = Item{Notification: w.Notification, ID: w.ID, Created: w.Created, Updated: now, Reason: w.Reason}
		s.apps.restoreAlert(e, w.App, w.Alert)
		switch err := w.Notification.Validate(); {
		case err != nil:
			s.queue.end(e, note.OutcomeRefused, "after a restart: "+err.Error(), now)
			s.changed = true
		case left <= 0 && !w.Visible:
			s.queue.end(e, note.OutcomeExpired, "its lifetime was over while the device was off", now)
			s.changed = true
		case w.Ends >= lastEnds:
			s.queue.end(e, note.OutcomeRefused, fmt.Sprintf("it was visible when the program crashed, %d times", w.Ends), now)
			s.changed = true
		default:
			s.queue.wait(e, now)
			s.queue.use(w.Key, e, now)
			s.cfg.warm(&e.Notification)
		}
	}
}

// standIn is what the list tells of a notification that is still to be read.
var standIn = []note.Frame{{Text: []note.Fragment{{Text: "…"}}}}

func (s *state) arrive(w SavedEntry, now time.Time) {
	e := s.queue.coming(w.ID)
	if e == nil {
		return
	}
	_ = s.queue.remove(e.ID)
	w.Ends = e.ends // they may have been forgiven
	w.bare()
	e.Notification, e.stored, e.later = w.Notification, w.Stored, false
	if w.Reason != "" {
		e.Reason = w.Reason
	}
	s.changed = true
	if err := e.Notification.Validate(); err != nil {
		s.queue.end(e, note.OutcomeRefused, "after a restart: "+err.Error(), now)
		return
	}
	e.left = e.Expires.Sub(now)
	s.queue.wait(e, now)
	s.cfg.warm(&e.Notification)
}

// wall strips the monotonic reading.
func wall(t time.Time) time.Time { return t.Round(0) }

// Restored is the state from a backup that replaces the present one.
type Restored struct {
	Settings Settings
	Identity Identity            // zero = the device stays who it is
	Apps     map[string]SavedApp // what apps keep for themselves; a backup has nothing of it
}

// Backup returns the settings for a backup. Without secrets, a stand-in replaces the
// secrets of apps.
func (d *Device) Backup(ctx context.Context, secrets bool) (Settings, error) {
	return call(ctx, d, func(s *state) (Settings, error) {
		out := s.settings()
		out.Apps.Widgets = s.widgets.Backup(secrets)
		return out, nil
	})
}

// Restored returns what the device has to save so that r is in force from the next start
// on, and the present state in its place; it changes nothing. A stand-in for a secret
// becomes the secret that the widget of that id has now. Errors: InvalidError and others
// that name a field (joined).
func (d *Device) Restored(ctx context.Context, r Restored) (next, now Restored, err error) {
	err = do(ctx, d, func(s *state, _ time.Time) error {
		now = Restored{s.settings(), s.identity, s.apps.saved()}
		r.Apps = now.Apps
		next = r
		return next.complete(s)
	})
	return next, now, err
}

// complete checks r and adds what it does not have from s.
func (r *Restored) complete(s *state) error {
	if r.Identity == (Identity{}) {
		r.Identity = s.identity
	} else if id := r.Identity; !id.Fill(Identity{}) {
		return errors.New("identity: a field is missing or wrong")
	}
	if err := errors.Join(r.Settings.Mend()...); err != nil {
		return err
	}
	whole, err := s.widgets.Completed("apps.widgets", r.Settings.Apps.Widgets)
	r.Settings.Apps.Widgets = whole
	return err
}
