// SPDX-License-Identifier: Apache-2.0

package input

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"time"

	"periph.io/x/conn/v3/gpio"

	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/pause"
)

// PresenceConfig is the [presence] table: a sensor, such as a PIR or a radar with an
// output, that tells by the level of a GPIO line whether somebody is there, or a radar that
// also tells how far, over a serial port. The zero value means nothing.
type PresenceConfig struct {
	// Line is the GPIO's number, "GPIO5" or "5", or the name of a line; empty for no sensor.
	Line string `toml:"line"`
	// Radar is the serial port of an LD2410, "/dev/serial0"; empty for a sensor with a line.
	Radar string `toml:"radar"`
	// Active is the level while somebody is there, "high" or "low"; empty is high.
	Active string `toml:"active"`
	// After is for how long nobody is there before the panel becomes dark, 1 s to 24 h;
	// 0 is 5 minutes.
	After Duration `toml:"after"`
}

// defaultAfter is PresenceConfig's After where it is not given: somebody who reads sits
// still for minutes.
const defaultAfter = 5 * time.Minute

// serialPort is the name of a serial port. A client may set it, and must not make the device open other files.
var serialPort = regexp.MustCompile(
	`^/dev/(serial[01]|tty(AMA|S|USB)[0-9]{1,2}|serial/by-id/[A-Za-z0-9_:-][A-Za-z0-9_.:-]{0,120})$`)

// Chosen reports whether there is a sensor.
func (c PresenceConfig) Chosen() bool { return c.Line != "" || c.Radar != "" }

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
	case c.Radar != "" && (c.Line != "" || c.Active != ""):
		return keyerr.New("radar", "presence: a radar on a serial port has no line and no active, want one of them alone")
	case c.Radar != "" && !serialPort.MatchString(c.Radar):
		return keyerr.New("radar", "presence: radar is %q, want its serial port, such as \"/dev/serial0\"", c.Radar)
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
	port  func(path string, baud uint32) (io.ReadCloser, error)
	fault fault
}

// NewPresence returns the sensor of a checked Config that has one. Its line is opened by
// Run.
func NewPresence(cfg PresenceConfig) *Presence {
	return &Presence{cfg: cfg, pin: openPin, port: openSerial}
}

// Run calls emit, from this goroutine, with what the sensor sees: at first, and
// whenever it changes, until ctx ends. A line or port that cannot be opened is tried again
// every 5 s.
func (p *Presence) Run(ctx context.Context, emit func(Seen)) error {
	for {
		err := p.once(ctx, emit)
		if p.fault.set(err); err == nil || !pause.For(ctx, retry) {
			return nil
		}
	}
}

// once opens the sensor and reads it until ctx ends; then it returns nil.
func (p *Presence) once(ctx context.Context, emit func(Seen)) error {
	if p.cfg.Radar != "" {
		port, err := p.port(p.cfg.Radar, radarBaud)
		if err != nil {
			return fmt.Errorf("presence: %w", err)
		}
		return p.radar(ctx, port, emit)
	}
	pin, err := p.open()
	if err != nil {
		return err
	}
	p.fault.set(nil)
	p.read(ctx, pin, emit)
	return closePin(pin)
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

func (p *Presence) read(ctx context.Context, pin gpio.PinIn, emit func(Seen)) {
	active := gpio.Level(p.cfg.Active != "low")
	here := pin.Read() == active
	for emit(Seen{Here: here}); ctx.Err() == nil; {
		waitForEdge(ctx, pin, time.Time{})
		if now := pin.Read() == active; now != here && ctx.Err() == nil {
			here = now
			emit(Seen{Here: here})
		}
	}
}

// Fault returns why the line cannot be read now, nil if it can. Any goroutine may ask.
func (p *Presence) Fault() error { return p.fault.get() }
