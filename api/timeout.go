package api

import (
	"context"
	"time"
)

const (
	callTimeout = 1500 * time.Millisecond // clients give up after 2 s
	shareStep   = 100 * time.Millisecond
)

// A sharedContext is the context of the calls that begin before a time. It ends
// by itself, so that nobody has to cancel it.
type sharedContext struct {
	context.Context
	cancel context.CancelFunc // kept for go vet; the time ends it
	until  time.Time
}

// callContext returns the context for a call of the device, which answers within
// microseconds. It bounds that wait alone: it does not begin before the body of
// the request is read, which may honestly take longer. Calls of the same tenth
// of a second share a context: a timer for each would cost more than the answer.
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
