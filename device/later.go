package device

import (
	"context"
	"encoding/json"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// Stored says where the keeper has the content of a notification. It is the keeper's
// own: the device hands it back as it was, so that what is stored need be neither read
// nor written again. It never changes.
type Stored struct {
	JSON  json.RawMessage // that stands for the content
	Files []string        // that it leads to; unknown until the content has been read
}

// Later reports whether the notification of e is still to be read: it is zero, and comes
// with Device.Arrive. Its place in the queue is known from the beginning.
func (e *SavedEntry) Later() bool { return e.Stored != nil && len(e.Notification.Frames) == 0 }

// standIn is what the list tells of a notification that is still to be read.
var standIn = []note.Frame{{Text: []note.Fragment{{Text: "…"}}}}

// Arrive takes the content of an entry that was restored without it, unless it has ended
// in the meantime. What has no valid content is refused.
func (d *Device) Arrive(ctx context.Context, e SavedEntry) error {
	return do(ctx, d, func(s *state, now time.Time) error {
		s.arrive(e, now)
		return nil
	})
}

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
	s.warm(&e.Notification)
}

// coming returns the waiting notification id if its content is still to be read, or nil.
func (q *queue) coming(id string) *entry {
	for _, e := range q.waiting {
		if e.ID == id && e.later {
			return e
		}
	}
	return nil
}
