// SPDX-License-Identifier: Apache-2.0

// Package onboard takes a new device to its first client: its panel says what to do, and
// Wi-Fi is set up with a phone, by an access point of the device's own.
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package onboard

import (
	"context"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/say"
	"github.com/ledpost/ledpost/onboard/nm"
	"github.com/ledpost/ledpost/onboard/portal"
)

// Networks are in reach or set up; nm.Client has them.
type Networks interface {
	Bare(context.Context) (bool, error)
	Scan(context.Context) ([]nm.Network, error)
	Join(context.Context, nm.Credentials) error
}

// Hotspot is the device as an access point; nm.Client is one.
type Hotspot interface {
	Open(context.Context, nm.Credentials) (iface string, err error)
	Close(ctx context.Context, ssid string) error
}

// Options configure a Setup. All but Bluetooth, Keep, Rejoin, Connected, Password, Tell,
// Page, Address and Found are required.
type Options struct {
	Networks Networks
	Hotspot  Hotspot
	// Serve serves the set-up page over an interface until the context ends.
	Serve func(ctx context.Context, iface string, h http.Handler) error
	// Bluetooth offers the set-up over Bluetooth until the context ends; join waits until an
	// attempt is over. nil = it does not.
	Bluetooth func(ctx context.Context, found []nm.Network, join func(context.Context, nm.Credentials) error) error
	// Rejoin has a network joined again that is saved and was lost. It does not wait for it; turn
	// counts its calls from 0. nil = nobody needs to be asked.
	Rejoin func(ctx context.Context, turn int) error
	// Connected reports whether the device has a network. An error that nobody can mend, such as
	// a machine without Wi-Fi, counts as one. nil = networks that are lost are left alone.
	Connected func(context.Context) (bool, error)
	// Password returns the access point's password, of 8 to 63 characters; nil = another one
	// each time.
	Password func() string
	Tell     func(text string) // tells it where there is no panel; nil = nobody
	// URL of the device's page in the network it has just joined; "" = none; nil = nobody asks
	Page    func(context.Context) string
	Found   func() string                       // ID of a panel that is probably there; "" = none; nil = nobody looks
	New     func(context.Context) (bool, error) // whether nobody has used the device yet
	Keep    func(Given) error                   // keeps the answers; nil = nothing of them can be set
	SSID    string                              // of the access point
	Address string                              // URL of the device's page by the name of its machine; "" = none
	Name    string                              // of the device
	Zone    string                              // of its clock; "" = unknown
	Panels  []portal.Panel                      // to choose from
	First   bool                                // there is no panel yet, so that the chosen panel is not tried
	Log     *slog.Logger
}

// Given is the answers besides the network; "" = as it is.
type Given struct {
	Name, Zone string
	Panel      string // ID of one of the Options
	Stays      bool   // Panel is not tried: the device had no panel
}

// Setup sets up Wi-Fi. For 15 minutes the device is an access point that leads to a page:
// at the first start if no network is set up, whenever Open is called, and, if a start has
// found no known network for ten minutes, until there is one. Make one with
// NewSetup; its methods may be called from any goroutine, and Open, Cancel and what a
// Guide asks of a nil one do nothing.
type Setup struct {
	Options
	opens    chan struct{}
	cancels  chan struct{}
	requests chan request  // of at most one, who has made busy true
	busy     atomic.Bool   // a request waits, or is being tried
	news     chan struct{} // pages have changed
	says     atomic.Pointer[func(*say.Words) []device.GuidePage]
}

const (
	openFor = 15 * time.Minute
	// radioFor is how long a radio may take to come when the machine starts.
	radioFor = 3 * time.Minute
	// settleFor is how long a new machine then has to find the networks that it knows.
	settleFor = 30 * time.Second
	askEvery  = 5 * time.Second
	// rejoinEvery is how often a network that was lost is looked for, beside what the system does.
	rejoinEvery = 2 * time.Minute
	// sendFor is how long the answer of the page has to reach the phone.
	sendFor = time.Second
	// tellFor is how long Bluetooth has to tell where the device is in its new network.
	tellFor = 12 * time.Second
	// readFor is how long the panel says that there is no Wi-Fi.
	readFor = 8 * time.Second
	// closeFor is how long it may take to close the access point.
	closeFor = 5 * time.Second
)

// NewSetup returns a Setup; Run runs it.
func NewSetup(o Options) *Setup {
	return &Setup{Options: o, opens: make(chan struct{}, 1), cancels: make(chan struct{}, 1),
		requests: make(chan request, 1), news: make(chan struct{}, 1)}
}

// Open opens the access point, if it is not open. It does not wait.
func (s *Setup) Open() { signal(s, func() chan struct{} { return s.opens }) }

// Cancel closes the access point, if it is open. It does not wait.
func (s *Setup) Cancel() { signal(s, func() chan struct{} { return s.cancels }) }

func signal(s *Setup, c func() chan struct{}) {
	if s != nil {
		select {
		case c() <- struct{}{}:
		default:
		}
	}
}

// Run waits for reasons to open the access point until ctx ends.
func (s *Setup) Run(ctx context.Context) error {
	_ = s.Hotspot.Close(ctx, s.SSID) // of a run that was broken off
	lost := lost{Setup: s, since: time.Now()}
	if s.needed(ctx) {
		lost.window(ctx, nil)
	}
	for turn := 0; ; {
		select {
		case <-ctx.Done():
			return nil
		case <-s.opens:
			lost.window(ctx, nil)
		case <-time.After(rejoinEvery):
			if lost.found(ctx) {
				lost.window(ctx, nm.ErrNoneKnown)
			}
			s.rejoin(ctx, turn)
			turn++
		}
	}
}

func (s *Setup) rejoin(ctx context.Context, turn int) {
	if s.Rejoin == nil {
		return
	}
	if err := s.Rejoin(ctx, turn); err != nil {
		s.Log.Debug("the saved network cannot be joined again", "err", err)
	}
}

// needed reports whether this is a new device without a network.
func (s *Setup) needed(ctx context.Context) bool {
	if fresh, err := s.New(ctx); err != nil || !fresh {
		return false
	}
	var since time.Time // when a radio and no network was first seen
	for end := time.Now().Add(radioFor); time.Now().Before(end); {
		bare, err := s.Networks.Bare(ctx) // an error may pass: the radio comes late, or the machine is busy
		switch {
		case err == nil && !bare:
			return false
		case err == nil && since.IsZero():
			since = time.Now()
		case err == nil && time.Since(since) >= settleFor:
			return true
		case err != nil:
			s.Log.Debug("the device cannot tell whether it has a network", "err", err)
		}
		select {
		case <-ctx.Done():
			return false
		case <-s.opens:
			return true
		case <-time.After(askEvery):
		}
	}
	return false
}

// Config is the [onboard] table of the configuration.
type Config struct {
	Guide bool `toml:"guide"` // a new device says on its panel how it is reached
	Wifi  bool `toml:"wifi"`  // Wi-Fi can be set up by an access point

	Bluetooth bool `toml:"bluetooth"` // and at the same times over Bluetooth LE (Improv)
}

// DefaultConfig is the configuration of an empty file.
var DefaultConfig = Config{Guide: true, Wifi: true, Bluetooth: true}

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
