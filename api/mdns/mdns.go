// SPDX-License-Identifier: Apache-2.0

// Package mdns makes the device discoverable by multicast DNS (RFC 6762, 6763),
// for the original's clients and for browsers that list the web pages of a
// network. Where avahi-daemon runs, it makes the announcements for us, over
// D-Bus; elsewhere our own responder does.
package mdns

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/internal/multicast"
	"github.com/ledpost/ledpost/internal/pause"
)

// A Device is the device that is announced.
type Device struct {
	ID    string // as in GET /api/v2/device
	UUID  string // as SSDP announces it; "" = it is not announced as a device of this program
	Name  string // the name that its owner gave it
	Plain int    // port of HTTP; 0 = not announced
	TLS   int    // port of HTTPS, likewise

	Awtrix    int    // port of the AWTRIX interface, likewise
	AwtrixUID string // the device's name there

	// Interfaces are the names of the interfaces to announce on; none = all
	// that have multicast.
	Interfaces []string
}

// poll is how often the addresses, and whether avahi-daemon runs, are checked.
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
	name atomic.Pointer[string] // wanted; dev has the one that is announced
}

// New returns an advertiser for d.
func New(d Device, log *slog.Logger) *Advertiser {
	a := &Advertiser{dev: d, log: log, poll: poll}
	a.fail.Store(&errStarting)
	a.name.Store(&d.Name)
	return a
}

// Rename announces another name, within a few seconds. Any goroutine may call it.
func (a *Advertiser) Rename(name string) { a.name.Store(&name) }

// Err returns nil, or why the device is not announced now. Any goroutine may
// call it.
func (a *Advertiser) Err() error { return *a.fail.Load() }

// Run announces the device until ctx ends, then says goodbye. After a failure
// it tries again, also by the other method if that has become possible.
func (a *Advertiser) Run(ctx context.Context) error {
	said := ""
	for ctx.Err() == nil {
		err := a.until(ctx, a.network(ctx))
		if ctx.Err() != nil || errors.Is(err, errChanged) {
			continue // at once: the announcement is no longer true
		}
		a.fail.Store(&err)
		if text := err.Error(); text != said {
			a.log.Warn("the device is not announced by multicast DNS", "err", err)
			said = text
		}
		pause.For(ctx, a.poll)
	}
	return nil
}

// A network is what an announcement depends on.
type network struct {
	name      string // of the device
	addresses string // as local describes them
	avahi     bool   // avahi-daemon runs
}

func (a *Advertiser) network(ctx context.Context) network {
	return network{*a.name.Load(), local(a.dev.Interfaces), avahiRuns(ctx)}
}

// until announces the device until ctx ends or the network is no longer as it was.
// It was looked at before, once: what changes while the announcement begins counts.
func (a *Advertiser) until(ctx context.Context, was network) error {
	a.dev.Name = was.name
	ctx, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.watch(ctx, was, cancel)
	}()
	announce := a.own
	if was.avahi {
		announce = a.avahi
	}
	err := announce(ctx)
	if context.Cause(ctx) == errChanged {
		err = errChanged
	}
	cancel(nil)
	<-done // the next announcement has a separate watch
	return err
}

// watch calls cancel when the addresses change, or when avahi-daemon comes or
// goes.
func (a *Advertiser) watch(ctx context.Context, was network, cancel context.CancelCauseFunc) {
	for pause.For(ctx, a.poll) {
		if is := a.network(ctx); is != was && ctx.Err() == nil {
			cancel(errChanged)
			return
		}
	}
}

// announced records that the device can be found, and logs the name that it was
// given.
func (a *Advertiser) announced(name, by string) {
	a.fail.Store(new(error))
	a.log.Info("announced by multicast DNS", "name", name, "by", by)
}

var errNoNetwork = errors.New("mdns: no network with multicast")

// own announces the device with a responder of this program until ctx ends, then says
// goodbye. The responder takes another name by itself when ours is taken, but does not
// notice a change of addresses: it must be made again.
//
// One responder holds all services, in one goroutine: the end of ctx withdraws each of
// them, also while a name is still looked for. Its last packets are the goodbyes, after
// which it closes its sockets, so that nothing can follow them.
func (a *Advertiser) own(ctx context.Context) error {
	links := multicast.Links(a.dev.Interfaces)
	if len(links) == 0 {
		return errNoNetwork
	}
	conn, err := multicast.Listen(links)
	if err != nil {
		return fmt.Errorf("mdns: %w", err)
	}
	defer conn.Close()
	return newResponder(a.dev, names{hostname(), a.dev.instance()}, links, conn, a.hear).run(ctx)
}

// hear records what the responder says: the name that it announces, or why it has none.
func (a *Advertiser) hear(name string, err error) {
	if err != nil {
		a.fail.Store(&err)
		return
	}
	a.announced(name, "this program")
}
