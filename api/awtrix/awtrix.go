// SPDX-License-Identifier: Apache-2.0

// Package awtrix implements the interface of AWTRIX 3, the firmware of small
// LED clocks: its paths under /api and its topics, so that flows and blueprints
// written for it work here (docs/awtrix.md). It is off by default.
//
// A notification goes to the device's queue; a custom app becomes a widget of
// the package awtrix.custom. This code was written from the shapes of requests
// and answers.
package awtrix

import (
	"context"
	"image"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/sounds"
)

// Package is the package of the widgets that show custom apps.
const Package = "awtrix.custom"

// version is the version of the interface. Clients compare it with the one that
// they were written for.
const version = "0.98"

// Config is the table [awtrix] of the configuration file. The zero value is off.
type Config struct {
	Enabled bool   `toml:"enabled"`
	Addr    string `toml:"addr"`   // of an HTTP listener besides the API's own; "" = none
	Prefix  string `toml:"prefix"` // of the topics; "" = awtrix_ and the end of the serial number
	Open    bool   `toml:"open"`   // addresses of private networks need no key

	Announce  bool   `toml:"announce"` // Home Assistant is told of a device in AWTRIX's form
	Discovery string `toml:"-"`        // prefix of Home Assistant's topics; "" = nothing is announced
}

// Check returns an error if c is invalid.
func (c Config) Check() error {
	// Wildcards of MQTT, and $ of the broker itself, would make the topics match others' topics.
	if len(c.Prefix) > 128 || strings.ContainsAny(c.Prefix, "+#\x00$") ||
		strings.HasPrefix(c.Prefix, "/") || strings.HasSuffix(c.Prefix, "/") {
		return keyerr.New("prefix", "want at most 128 bytes without +, # and $, and no / at its ends")
	}
	return nil
}

// Allows reports whether requests from a are served without a key.
func (c Config) Allows(a netip.Addr) bool {
	a = a.Unmap()
	return c.Open && (a.IsPrivate() || a.IsLinkLocalUnicast() || a.IsLoopback())
}

// Allows reports whether requests from a are served without a key.
func (s *Server) Allows(a netip.Addr) bool { return s.cfg.Allows(a) }

// Stage is the app whose widgets show custom apps. Its methods are called only
// on the device's goroutine.
type Stage interface {
	// Gone returns the widgets that have nothing to show, and when another
	// one may run out; zero = only after a change.
	Gone(now time.Time) (widgets []string, next time.Time)
	// Play plays a track instead of the current one.
	Play(sounds.Track)
	// Passes returns how long the passes of a frame's text take; 0 if it does not count them,
	// or does not scroll.
	Passes(f *note.Frame) time.Duration
}

// Letters says how text without a textCase is written. Its methods are called only on the
// device's goroutine.
type Letters interface {
	Capitals() bool
	SetCapitals(bool)
}

// Machine gives access to the state of the machine. Its functions may be called
// at any time and do not block; nil means unknown.
type Machine struct {
	Screen  func() *image.RGBA // a copy of what the panel shows
	Address func() netip.Addr
	Signal  func() int // of Wi-Fi, dBm; 0 = none
	Memory  func() int // free, bytes
	Obeyed  func()     // is told after each command that was done; nil = nobody is
}

// Server implements the AWTRIX interface. Make one with [New]. Any goroutine
// may call its methods.
type Server struct {
	// Immutable.
	cfg     Config
	dev     *device.Device
	stage   Stage
	letters Letters
	machine Machine
	log     *slog.Logger
	began   time.Time
	wake    chan struct{} // wakes Run: a lifetime may have changed
	says    chan saying   // messages for the broker other than states

	// Owned by Serve, which runs once at a time.
	lamps lamps // what the stats said last of the lights

	mu         sync.Mutex // serialises changes of the list of widgets
	complained time.Time  // when the last error in a message was logged

	display display
}

// saying is a message for the broker.
type saying struct {
	topic    string // whole
	payload  []byte
	retained bool
}

// New returns a server for a valid configuration.
func New(cfg Config, dev *device.Device, app interface {
	Stage
	Letters
}, machine Machine, log *slog.Logger) *Server {
	s := &Server{
		cfg: cfg, dev: dev, stage: app, letters: app, machine: machine, log: log, began: time.Now(),
		wake: make(chan struct{}, 1), says: make(chan saying, 16), display: display{dev: dev},
	}
	if s.cfg.Prefix == "" {
		s.cfg.Prefix = s.UID()
	}
	return s
}

// UID returns the id of the device. The original's ends in its address.
func (s *Server) UID() string {
	serial := strings.ToLower(s.dev.Identity().Serial)
	// Six digits are the half of a hardware address that its maker counts up.
	return "awtrix_" + serial[max(0, len(serial)-6):]
}

// Run removes custom apps whose lifetime is over, and those from before the
// start that were not to be saved, until ctx ends.
func (s *Server) Run(ctx context.Context) error {
	for {
		next, err := s.sweep(ctx)
		if err != nil {
			return nil // the device has ended, so Run ends too
		}
		var due <-chan time.Time
		if !next.IsZero() {
			due = time.After(time.Until(next))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-due:
		case <-s.wake:
		}
	}
}

// sweep removes apps that are over and returns when the next one may be.
func (s *Server) sweep(ctx context.Context) (next time.Time, err error) {
	s.mu.Lock() // a widget that is being created has nothing to show yet
	defer s.mu.Unlock()
	var gone []string
	if err := s.dev.Post(ctx, func(now time.Time) { gone, next = s.stage.Gone(now) }); err != nil {
		return next, err
	}
	for _, id := range gone {
		if err := s.dev.RemoveWidget(ctx, id); err != nil {
			s.log.Debug("a custom app that is over stays in the list", "widget", id, "err", err)
		}
	}
	return next, nil
}

// capitals reports whether text without a textCase is in capitals.
func (s *Server) capitals(ctx context.Context) (on bool, err error) {
	err = s.dev.Post(ctx, func(time.Time) { on = s.letters.Capitals() })
	return on, err
}

// poke makes Run check again.
func (s *Server) poke() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}
