// SPDX-License-Identifier: Apache-2.0

// Package mqtt connects the device to a broker: commands by topic with the JSON
// of the HTTP API, its state as retained messages, and entities in Home
// Assistant (docs/mqtt.md). It is off until the configuration names a broker.
//
// Only the goroutine of [Client.Run] waits for the broker: neither the device
// nor the frame loop ever does. Incoming messages are bounded in number and in
// bytes. If the broker is slow, only the newest status is sent.
package mqtt

import (
	"context"
	"errors"
	"image"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/pause"
)

// Objects returns the device's objects as GET answers them. Its methods are
// called from the goroutine of Run.
type Objects interface {
	// DeviceJSON returns the device object, which includes display, audio
	// and wifi.
	DeviceJSON(ctx context.Context) ([]byte, error)
	// LookJSON returns how text is drawn.
	LookJSON(ctx context.Context) ([]byte, error)
	// StatusJSON returns what the device is doing.
	StatusJSON(device.Status) []byte
}

// Guest is another interface, whose topics use the same connection.
type Guest interface {
	// Topics returns the topic filters that it subscribes to.
	Topics() []string
	// Obey handles a message on one of them, or that Home Assistant has
	// started. It must not wait for the broker.
	Obey(ctx context.Context, topic string, payload []byte, retained bool)
	// Serve publishes the guest's messages until ctx ends. It is called for every new
	// connection, on its own goroutine. publish waits for the broker; if it returns an
	// error, the connection ends.
	Serve(ctx context.Context, publish func(ctx context.Context, topic string, payload []byte, retained bool) error) error
}

// About describes the program to Home Assistant.
type About struct {
	Version string
	Port    int // of HTTP, 0 = no page
}

// Limits of the messages that wait.
const (
	maxCommands = 64
	maxHeld     = 4 << 20 // bytes of payloads
)

// Delays before the next attempt to connect: firstDelay, doubled each time up
// to mostDelay. The second half of each is random, so that a fleet does not
// reconnect to its broker all at once. After a connection that lasted for
// steady, the delays start over.
//
// The device is connected again within 15 s of its broker's return (docs/mqtt.md): an
// attempt that began before, and is lost, ends after connecting, and after mostDelay
// the next one follows. Longer delays would spare a broker nothing: an attempt that is
// refused costs it a packet.
const (
	firstDelay = time.Second
	mostDelay  = 6 * time.Second
	steady     = time.Minute
)

var (
	errStarting = errors.New("mqtt: not connected yet")
	errStopped  = errors.New("mqtt: the device has ended")
)

// Counts are the numbers for /metrics.
type Counts struct {
	Connected bool
	Connects  uint64 // connections so far
	Received  uint64 // messages
	Dropped   uint64 // messages that were too long, which Received does not count, or too many
	Published uint64 // messages that the broker has confirmed
}

// Client keeps the device connected to the broker. Make one with [New].
type Client struct {
	// Immutable.
	cfg     Config
	dev     *device.Device
	objects Objects
	about   About
	log     *slog.Logger
	began   time.Time
	dial    func(context.Context, address, login, hello) (conn, error)
	find    func(context.Context, bool) (address, error)
	spread  time.Duration      // of republishing after Home Assistant has started
	guest   Guest              // nil = none
	updater Updater            // nil = none
	panel   func() *image.RGBA // what it shows; nil = nothing is published of that
	obeyed  func()             // a command was done

	in     *intake
	inbox  chan message
	memory *budget.Budget // of the payloads in inbox
	events chan event
	fail   atomic.Pointer[error] // a pointer to nil = connected

	connects, received, dropped, published atomic.Uint64
}

// New returns a client for a valid configuration that names a broker.
func New(cfg Config, dev *device.Device, objects Objects, about About, log *slog.Logger) *Client {
	if cfg.Prefix == "" {
		cfg.Prefix = "ledpost/" + dev.Identity().Serial
	}
	c := &Client{
		cfg: cfg, dev: dev, objects: objects, about: about, log: log, began: time.Now(),
		dial: opener(overTCP).dial, obeyed: func() {}, find: lookup(onNetwork).find, spread: 5 * time.Second,
		memory: budget.New(maxHeld), in: newIntake(), inbox: make(chan message, maxCommands),
		events: make(chan event, maxCommands),
	}
	c.fail.Store(&errStarting) // the health reads it before Run has connected
	return c
}

// Invite lets g use the connection too. It must be called before Run.
func (c *Client) Invite(g Guest) { c.guest = g }

// OnObeyed has f called after each command that was done. It must be called before Run, and f
// must return soon.
func (c *Client) OnObeyed(f func()) { c.obeyed = f }

// Portray makes the client publish what the panel shows. It must be called before Run; panel
// returns a copy, or nil before the first picture.
func (c *Client) Portray(panel func() *image.RGBA) {
	if c.cfg.Picture {
		c.panel = panel
	}
}

// Err returns nil, or why there is no connection now. Any goroutine may call it.
func (c *Client) Err() error { return *c.fail.Load() }

// Counts returns the counts so far. Any goroutine may call it.
func (c *Client) Counts() Counts {
	return Counts{
		Connected: c.Err() == nil, Connects: c.connects.Load(), Received: c.received.Load(),
		Dropped: c.dropped.Load() + c.in.skipped.Load(), Published: c.published.Load(),
	}
}

// event is an event of one of the device's buttons.
type event struct {
	Button string `json:"button"`
	Event  string `json:"event"`
	Source string `json:"source"` // "button", or "command" for a press by cmd/press
}

// Button publishes an event of a button of the device: the button's name, and
// down, up, click, double or long. It never blocks; without a connection the
// event is dropped. Any goroutine may call it.
func (c *Client) Button(name, kind string) { c.happened(event{name, kind, "button"}) }

func (c *Client) happened(e event) {
	if c.Err() != nil {
		return
	}
	select {
	case c.events <- e:
	default:
	}
}

// Run keeps the device connected until ctx ends; then it says goodbye. It may
// be called once.
func (c *Client) Run(ctx context.Context) error {
	delay, said := firstDelay, ""
	for ctx.Err() == nil {
		began := time.Now()
		err := c.connected(ctx)
		if ctx.Err() != nil {
			break
		}
		err = explain(err)
		c.fail.Store(&err)
		if time.Since(began) >= steady {
			delay, said = firstDelay, ""
		}
		if text := err.Error(); text != said { // log each error once
			c.log.Warn("no connection to the MQTT broker; trying again", "err", err)
			said = text
		}
		pause.For(ctx, delay/2+rand.N(delay/2))
		delay = min(2*delay, mostDelay)
	}
	return nil
}

// connected connects and stays connected; the error says why the connection
// ended.
func (c *Client) connected(ctx context.Context) error {
	c.drain()
	link, err := c.connect(ctx, hello{
		client: "ledpost-" + c.dev.Identity().Serial, will: c.cfg.Prefix + "/availability",
		received: c.receive, in: c.in,
	})
	if err != nil {
		return err
	}
	defer link.Close()
	return newSession(c, link).run(ctx)
}

// connect finds the broker, if the configuration asks for that, and connects to
// it.
func (c *Client) connect(ctx context.Context, h hello) (conn, error) {
	a, err := c.cfg.address(ctx, c.find)
	if err != nil {
		return nil, err
	}
	l, err := c.cfg.login(a)
	if err != nil {
		return nil, err
	}
	return c.dial(ctx, a, l, h)
}

// address returns the address of the broker.
func (c *Config) address(ctx context.Context, find func(context.Context, bool) (address, error)) (address, error) {
	if c.Broker == FindBroker {
		return find(ctx, c.CA != "")
	}
	return parseBroker(c.Broker)
}

// Bound lets commands that wait take their memory from m. To be called before Run.
func (c *Client) Bound(m *budget.Budget) { c.memory = m.Part(maxHeld) }

// receive accepts a message on the library's goroutine, which must not block.
func (c *Client) receive(m message) {
	c.received.Add(1)
	m.share = c.memory.Hold()
	if m.share.Take(int64(len(m.topic)+len(m.payload))) == nil {
		select {
		case c.inbox <- m: // its reader releases it
			return
		default:
		}
	}
	m.share.Release()
	c.dropped.Add(1)
}

// drain discards the messages of an earlier connection.
func (c *Client) drain() {
	for {
		select {
		case m := <-c.inbox:
			m.share.Release()
		case <-c.events:
		default:
			return
		}
	}
}
