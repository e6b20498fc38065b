package rest

import (
	"context"
	"net/http"
	"time"
)

// patience is how long a handler waits for the device. Clients give up after 2 s.
const patience = 1500 * time.Millisecond

// Patience returns the context of a handler's calls to the device, which answers
// within microseconds: that of the request, for at most 1.5 s. Call it after the
// request's body has been read, which may legitimately take longer, and call done
// when the answers are there.
//
// A GET ends with its client. A change that has arrived whole is made although the
// client hangs up: small programs send, close, and never read the answer.
func Patience(r *http.Request) (ctx context.Context, done context.CancelFunc) {
	ctx = r.Context()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		ctx = context.WithoutCancel(ctx)
	}
	return context.WithTimeout(ctx, patience)
}
