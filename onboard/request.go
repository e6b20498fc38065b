// SPDX-License-Identifier: Apache-2.0

package onboard

import (
	"context"

	"github.com/ledpost/ledpost/onboard/nm"
	"github.com/ledpost/ledpost/onboard/portal"
)

// request is an attempt to join a network.
type request struct {
	portal.Answers
	done func(error) // is called when it is over; must not block; nil = nobody waits
}

// offer takes what has come over Bluetooth, and waits until it is over.
func (s *Setup) offer(ctx context.Context, to nm.Credentials) error {
	if !s.busy.CompareAndSwap(false, true) {
		return portal.ErrBusy
	}
	over := make(chan error, 1)
	s.requests <- request{Answers: portal.Answers{Credentials: to}, done: func(err error) { over <- err }}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-over:
		return err
	}
}

// submit takes what the page has sent, one at a time.
func (s *Setup) submit(a portal.Answers) error {
	if !s.busy.CompareAndSwap(false, true) {
		return portal.ErrBusy
	}
	s.requests <- request{Answers: a}
	return nil
}
