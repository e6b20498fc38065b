package api

import (
	"context"
	"time"
)

const (
	callTimeout  = 1500 * time.Millisecond // clients give up after 2 s
	patienceStep = 100 * time.Millisecond
)

// patience is a context for requests that begin before a time. It ends by
// itself, so that nobody need call cancel.
type patience struct {
	ctx    context.Context
	cancel context.CancelFunc
	until  time.Time
}

// soon bounds the wait for the device, which answers within microseconds.
// Requests of the same tenth of a second share the bound: a timer a request
// would cost more than the answer.
func (s *Server) soon() context.Context {
	now := time.Now()
	p := s.patience.Load()
	if p == nil || now.After(p.until) {
		p = &patience{until: now.Add(patienceStep)}
		p.ctx, p.cancel = context.WithTimeout(context.Background(), callTimeout+patienceStep)
		s.patience.Store(p)
	}
	return p.ctx
}
