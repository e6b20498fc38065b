// SPDX-License-Identifier: Apache-2.0

package input

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"time"

	"periph.io/x/conn/v3/gpio"

	"github.com/ledpost/ledpost/internal/pause"
)

// LineConfig is a button between a GPIO line and ground, or supply.
type LineConfig struct {
	// Line is the GPIO's number, "GPIO5" or "5", or the name of a line.
	Line string `toml:"line"`
	// Button that it is.
	Button Button `toml:"button"`
	// Pull is the resistor inside the chip: "up", for a button to ground, "down",
	// for one to 3.3 V, or "none"; empty is up.
	Pull string `toml:"pull"`
	// Active is the level while it is pressed, "low" or "high"; empty is low, but
	// high with pull "down".
	Active string `toml:"active"`
}

func (c *LineConfig) setDefaults() {
	c.Pull = cmp.Or(c.Pull, "up")
	if c.Active == "" {
		c.Active = "low"
		if c.Pull == "down" {
			c.Active = "high"
		}
	}
}

func (c LineConfig) check() error {
	c.setDefaults()
	if c.Button == "" {
		return fmt.Errorf("input: line %s without its button", c.Line)
	}
	if c.Active != "low" && c.Active != "high" {
		return fmt.Errorf("input: active is %q, want low or high", c.Active)
	}
	_, err := pull(c.Pull)
	return err
}

func pull(name string) (gpio.Pull, error) {
	switch name {
	case "", "up":
		return gpio.PullUp, nil
	case "down":
		return gpio.PullDown, nil
	case "none":
		return gpio.Float, nil
	}
	return 0, fmt.Errorf("input: pull is %q, want up, down or none", name)
}

// Line is a button on a GPIO line.
type Line struct {
	pin     gpio.PinIn
	button  Button
	pressed gpio.Level
	timing  Timing
}

// NewLine makes pin an input for the button of cfg. With an error it is free.
func NewLine(pin gpio.PinIn, cfg LineConfig, t Timing) (*Line, error) {
	cfg.setDefaults()
	t.setDefaults()
	if err := errors.Join(cfg.check(), t.check()); err != nil {
		return nil, err
	}
	resistor, _ := pull(cfg.Pull)
	if err := listen(pin, cfg.Line, resistor); err != nil {
		return nil, err
	}
	return &Line{pin: pin, button: cfg.Button, pressed: cfg.Active == "high", timing: t}, nil
}

// listen makes pin an input that reports its edges. With an error it is free.
func listen(pin gpio.PinIn, name string, resistor gpio.Pull) error {
	err := pin.In(resistor, gpio.BothEdges)
	if err != nil && strings.HasSuffix(err.Error(), syscall.EBUSY.Error()) { // all that periph leaves of it
		err = fmt.Errorf("%w (a driver or another program has it: see gpioinfo)", err)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("input: line %s: %w", name, err), closePin(pin))
	}
	return nil
}

// Run implements Source. A line that is pressed from the start, as an unconnected line
// may be, is Freed when it is released, and counts from then.
func (l *Line) Run(ctx context.Context, emit func(Event)) error {
	p, released, held := press{timing: l.timing}, false, false // held: it was pressed when it was first read
	var kinds []Kind
	for ctx.Err() == nil {
		down := l.pin.Read() == l.pressed
		if !released && !down {
			released = true
			if held {
				emit(Event{l.button, Freed})
			}
		}
		held = true
		if released {
			kinds = p.level(down, time.Now(), kinds[:0])
			for _, k := range kinds {
				emit(Event{l.button, k})
			}
		}
		waitForEdge(ctx, l.pin, p.wake())
	}
	return nil
}

// Fault implements Source.
func (l *Line) Fault() error { return nil }

// Close implements Source: the line is free for others.
func (l *Line) Close() error { return closePin(l.pin) }

// closePin frees a line of periph's; its Halt does not.
func closePin(pin gpio.PinIn) error {
	err := pin.Halt()
	if c, ok := pin.(interface{ Close() }); ok {
		c.Close()
	}
	return err
}

const (
	// longestWait is how long ctx may go unnoticed.
	longestWait = 500 * time.Millisecond
	// shortestWait: periph's lines take 0, and other pins a negative time, for
	// eternity.
	shortestWait = time.Millisecond
)

// waitForEdge waits for an edge, until wake if it is not zero, and in any case
// not for long. It reports whether there was an edge.
func waitForEdge(ctx context.Context, pin gpio.PinIn, wake time.Time) bool {
	start, wait := time.Now(), longestWait
	if !wake.IsZero() {
		wait = min(max(wake.Sub(start), shortestWait), longestWait)
	}
	if pin.WaitForEdge(wait) {
		return true
	}
	if rest := wait - time.Since(start); rest > wait/2 {
		// It cannot wait, which would make the caller spin: poll.
		pause.For(ctx, min(rest, 20*time.Millisecond))
	}
	return false
}
