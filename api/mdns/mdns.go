// Package mdns makes the device found by multicast DNS (RFC 6762, 6763), as the
// original's clients look for it and as browsers of a network list web pages.
// Where avahi-daemon runs it announces for us, over D-Bus; elsewhere a responder
// of our own does.
package mdns

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"
)

// A Device is what is announced.
type Device struct {
	ID    string // of GET /api/v2/device
	Name  string // the owner's, as a person reads it
	Plain int    // port of HTTP, 0 = not to be announced
	TLS   int    // port of HTTPS, likewise

	Awtrix    int    // port of the form of AWTRIX, likewise
	AwtrixUID string // what the device is called there

	// Interfaces are the names of those to announce on; none = all that have
	// multicast.
	Interfaces []string
}

// poll is how often the addresses, and whether avahi-daemon runs, are looked at.
const poll = 5 * time.Second

var (
	errStarting = errors.New("mdns: not announced yet")
	errChanged  = errors.New("mdns: the network changed")
)

// An Advertiser announces one device. Make one with [New].
type Advertiser struct {
	dev  Device
	log  *slog.Logger
	poll time.Duration
	fail atomic.Pointer[error]
}

// New returns an advertiser for d.
func New(d Device, log *slog.Logger) *Advertiser {
	a := &Advertiser{dev: d, log: log, poll: poll}
	a.fail.Store(&errStarting)
	return a
}

// Err returns nil, or why the device is not announced now. Any goroutine may
// call it.
func (a *Advertiser) Err() error { return *a.fail.Load() }

// Run announces until ctx ends, then says goodbye. Whatever fails is tried
// again, also by the other way if that has become possible.
func (a *Advertiser) Run(ctx context.Context) error {
	said := ""
	for ctx.Err() == nil {
		announce := a.own
		if avahiRuns(ctx) {
			announce = a.avahi
		}
		err := a.until(ctx, announce)
		if ctx.Err() != nil || errors.Is(err, errChanged) {
			continue // at once: what was announced is no longer true
		}
		a.fail.Store(&err)
		if text := err.Error(); text != said {
			a.log.Warn("the device is not announced by multicast DNS", "err", err)
			said = text
		}
		pause(ctx, a.poll)
	}
	return nil
}

// until runs announce until the network is another than it was at its start.
func (a *Advertiser) until(ctx context.Context, announce func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.watch(ctx, cancel)
	}()
	err := announce(ctx)
	if context.Cause(ctx) == errChanged {
		err = errChanged
	}
	cancel(nil)
	<-done
	return err
}

// watch cancels when the addresses change, or when avahi-daemon comes or goes.
func (a *Advertiser) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	addresses, avahi := local(a.dev.Interfaces), avahiRuns(ctx)
	for pause(ctx, a.poll) {
		if local(a.dev.Interfaces) != addresses || avahiRuns(ctx) != avahi && ctx.Err() == nil {
			cancel(errChanged)
			return
		}
	}
}

// announced notes that the device is found, by the name that it could have.
func (a *Advertiser) announced(name, by string) {
	a.fail.Store(new(error))
	a.log.Info("announced by multicast DNS", "name", name, "by", by)
}

// pause reports whether d went by before ctx ended.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
