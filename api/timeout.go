package api

import (
	"context"
	"time"
)

const (
	callTimeout = 1500 * time.Millisecond // clients give up after 2 s
	shareStep   = 100 * time.Millisecond
)

// A sharedContext is the context of all calls that begin before a certain time.
// It ends by itself, so that nobody has to cancel it.
type sharedContext struct {
	context.Context
	cancel context.CancelFunc // kept for go vet; the context ends by its timeout
	until  time.Time
}

// callContext returns the context for a call to the device, which answers
// within microseconds. It limits only that wait: call it after the request's
// body has been read, which may legitimately take longer. Calls in the same
// tenth of a second share a context, because a timer for each would cost more
// than the answer.
func (s *Server) callContext() context.Context {
	now := time.Now()
	c := s.calls.Load()
	if c == nil || now.After(c.until) {
		c = &sharedContext{until: now.Add(shareStep)}
		c.Context, c.cancel = context.WithTimeout(context.Background(), callTimeout+shareStep)
		s.calls.Store(c)
	}
	return c.Context
}
