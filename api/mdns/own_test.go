package mdns

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/brutella/dnssd"
)

// responder is one that takes a while to find the names of its services, as
// dnssd's does, and holds its lock meanwhile.
type responder struct {
	dnssd.Responder
	busy   chan struct{} // a lock: a sync.Mutex would stop the fake clock
	probes time.Duration
	said   []dnssd.ServiceHandle // goodbyes
	ended  time.Time
}

func (r *responder) Respond(ctx context.Context) error {
	r.busy <- struct{}{}
	select {
	case <-time.After(r.probes):
	case <-ctx.Done():
	}
	<-r.busy
	<-ctx.Done()
	r.ended = time.Now()
	return ctx.Err()
}

func (r *responder) Remove(h dnssd.ServiceHandle) {
	r.busy <- struct{}{}
	defer func() { <-r.busy }()
	r.said = append(r.said, h)
}

// TestGoodbye: an end in the middle of a probe waits for it and says goodbye, but
// not for ever.
func TestGoodbye(t *testing.T) {
	for _, row := range []struct {
		name       string
		probes     time.Duration
		wait, most time.Duration
	}{
		{"names found long ago", time.Second, time.Minute, 0},
		{"at the end of a probe", time.Second, 900 * time.Millisecond, 100 * time.Millisecond},
		{"a probe that never ends", time.Hour, time.Second, farewell},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := &responder{busy: make(chan struct{}, 1), probes: row.probes}
				ctx, end := context.WithTimeout(t.Context(), row.wait)
				defer end()
				begun := time.Now()
				if err := respond(ctx, r, make([]dnssd.ServiceHandle, 2)); err == nil {
					t.Error("no error")
				}
				if took := r.ended.Sub(begun) - row.wait; took != row.most {
					t.Errorf("ended %v late, want %v", took, row.most)
				}
				if len(r.said) != 2 {
					t.Errorf("%d goodbyes, want 2", len(r.said))
				}
			})
		})
	}
}
