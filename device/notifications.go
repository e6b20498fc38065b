package device

import (
	"context"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// Notify queues n and returns its id. If key was used in the last ten minutes
// ("" never is), it returns the id from then and queues nothing.
// Errors: InvalidError (joined), ErrQueueFull, ErrHidden.
func (d *Device) Notify(ctx context.Context, n note.Notification, key string) (id string, err error) {
	return call(ctx, d, func(s *state) (string, error) { return s.notify(n, key, time.Now()) })
}

// Queue returns the notifications that have not ended: the visible one first, then
// by priority, then by arrival.
func (d *Device) Queue(ctx context.Context) ([]Item, error) {
	return call(ctx, d, func(s *state) ([]Item, error) { return s.items(), nil })
}

// Current returns the visible notification; ok is false when there is none.
func (d *Device) Current(ctx context.Context) (it Item, ok bool, err error) {
	v, err := call(ctx, d, func(s *state) (*Item, error) {
		if s.visible == nil {
			return nil, nil
		}
		it := s.visible.entry.Item
		return &it, nil
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

// Dismiss ends the notification id, waiting or visible, or returns ErrNotFound.
func (d *Device) Dismiss(ctx context.Context, id string) error {
	return do(ctx, d, func(s *state, now time.Time) error { return s.dismiss(id, now) })
}

// DismissCurrent ends the visible notification, if there is one.
func (d *Device) DismissCurrent(ctx context.Context) error {
	return do(ctx, d, func(s *state, now time.Time) error {
		s.dismissVisible(now)
		return nil
	})
}

// DismissAll ends every notification.
func (d *Device) DismissAll(ctx context.Context) error {
	return do(ctx, d, func(s *state, now time.Time) error {
		s.dismissAll(now)
		return nil
	})
}

// Refresh redraws, because an icon that was being fetched has arrived.
func (d *Device) Refresh(ctx context.Context) error {
	return do(ctx, d, func(s *state, _ time.Time) error {
		s.refresh()
		return nil
	})
}
