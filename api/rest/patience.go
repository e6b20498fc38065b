// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"context"
	"net/http"
	"time"
)

// patience is how long a handler waits for the device. Clients give up after 2 s.
const patience = 1500 * time.Millisecond

// Patience returns the context of a handler's calls to the device, which answers
// within microseconds: the request's context, for at most 1.5 s. Call it after the
// request's body has been read, which may legitimately take longer, and call done when
// the answers are there.
//
// It does not end with the client. Small programs send a change, close, and never
// read the answer; others, as nc -N, close their half of the connection behind a
// GET, wait for the answer, and look like clients that have gone.
func Patience(r *http.Request) (ctx context.Context, done context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(r.Context()), patience)
}
