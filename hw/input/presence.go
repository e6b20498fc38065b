// SPDX-License-Identifier: Apache-2.0

package input

import (
	"context"
	"time"

	"periph.io/x/conn/v3/gpio"

	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/pause"
)

// PresenceConfig is the [presence] table: a sensor, such as a PIR or a radar with an
// output, that tells by the level of a GPIO line whether somebody is there. The zero value
// means nothing.
type PresenceConfig struct {
	// Line is the GPIO's number, "GPIO5" or "5", or the name of a line; empty for no sensor.
	Line string `toml:"line"`
	// Active is the level while somebody is there, "high" or "low"; empty is high.
	Active string `toml:"active"`
	// After is for how long nobody is there before the panel becomes dark, 1 s to 24 h;
	// 0 is 5 minutes.
	After Duration `toml:"after"`
}

// defaultAfter is PresenceConfig's After where it is not given: somebody who reads sits
// still for minutes.
const defaultAfter = 5 * time.Minute

// Chosen reports whether there is a sensor.
func (c PresenceConfig) Chosen() bool { return c.Line != "" }

// Absence returns After, 0 without a sensor.
func (c PresenceConfig) Absence() time.Duration {
	switch {
	case !c.Chosen():
		return 0
	case c.After == 0:
		return defaultAfter
	}
	return time.Duration(c.After)
}

// Check returns which key is wrong.
func (c PresenceConfig) Check() error {
	switch {
	case !c.Chosen() && (c.Active != "" || c.After != 0):
		return keyerr.New("line", "presence: no line, want the sensor's line, such as \"GPIO17\"")
	case c.Active != "" && c.Active != "low" && c.Active != "high":
		return keyerr.New("active", "presence: active is %q, want low or high", c.Active)
	case c.Chosen() && (c.Absence() < time.Second || c.Absence() > 24*time.Hour):
		return keyerr.New("after", "presence: after %v, want 1s to 24h", c.Absence())
	}
	return nil
}

// A Presence reads the sensor of a PresenceConfig.
type Presence struct {
	cfg   PresenceConfig
	pin   func(name string) (gpio.PinIn, error)
	fault fault
}

// NewPresence returns the sensor of a checked Config that has one. Its line is opened by
// Run.
func NewPresence(cfg PresenceConfig) *Presence { return &Presence{cfg: cfg, pin: openPin} }

// Run calls emit, from this goroutine, with whether somebody is there: at first, and
// whenever it changes, until ctx ends. A line that cannot be opened is tried again every
// 5 s.
func (p *Presence) Run(ctx context.Context, emit func(here bool)) error {
	for {
		pin, err := p.open()
		p.fault.set(err)
		if err == nil {
			p.read(ctx, pin, emit)
			return closePin(pin)
		}
		if !pause.For(ctx, retry) {
			return nil
		}
	}
}

// open makes the line an input, pulled to the level of an empty room: a sensor that is not
// connected sees nobody.
func (p *Presence) open() (gpio.PinIn, error) {
	pin, err := p.pin(p.cfg.Line)
	if err != nil {
		return nil, err
	}
	rest := gpio.PullDown
	if p.cfg.Active == "low" {
		rest = gpio.PullUp
	}
	return pin, listen(pin, p.cfg.Line, rest)
}

func (p *Presence) read(ctx context.Context, pin gpio.PinIn, emit func(here bool)) {
	active := gpio.Level(p.cfg.Active != "low")
	here := pin.Read() == active
	for emit(here); ctx.Err() == nil; {
		waitForEdge(ctx, pin, time.Time{})
		if now := pin.Read() == active; now != here && ctx.Err() == nil {
			here = now
			emit(here)
		}
	}
}

// Fault returns why the line cannot be read now, nil if it can. Any goroutine may ask.
func (p *Presence) Fault() error { return p.fault.get() }
