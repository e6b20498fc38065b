// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"time"
)

// order is something that a call wants Run to do.
type order struct {
	do   func(*state)
	done chan struct{} // closed when the rules have been applied after it
}

// call runs f on the device's goroutine, after the rules were applied, and returns
// its result once they have been applied again: the changes of f have then taken
// effect, and are in Status.
func call[T any](ctx context.Context, d *Device, f func(*state) (T, error)) (v T, err error) {
	if ctx.Err() != nil { // else the choice below is by chance
		return v, ctx.Err()
	}
	o := order{do: func(s *state) { v, err = f(s) }, done: make(chan struct{})}
	select {
	case d.calls <- o:
		// Not given up when ctx ends: f writes v and err. Neither f nor the rules ever wait.
		<-o.done
		return v, err
	case <-d.done:
		return v, ErrStopped
	case <-ctx.Done():
		return v, ctx.Err()
	}
}

// do is call for functions without a result.
func do(ctx context.Context, d *Device, f func(s *state, now time.Time) error) error {
	_, err := call(ctx, d, func(s *state) (struct{}, error) { return struct{}{}, f(s, time.Now()) })
	return err
}
