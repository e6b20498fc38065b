// SPDX-License-Identifier: Apache-2.0

package input

import (
	"errors"
	"fmt"
)

// Config is the [input] table of the configuration. The zero value reads
// nothing.
type Config struct {
	// Devices of the kernel, by name ("gpio_ir_recv"), by a pattern of names
	// ("*" is all), or by path ("/dev/input/by-id/…").
	Devices []string `toml:"devices"`
	// Grab keeps the devices' events from all other programs.
	Grab bool `toml:"grab"`
	// Keys of these devices: KEY_LEFT = "left". They add to the usual ones;
	// "none" takes one away.
	Keys map[string]string `toml:"keys"`
	// Lines are buttons on GPIO lines.
	Lines []LineConfig `toml:"gpio"`
	// Knobs are rotary encoders on GPIO lines.
	Knobs []KnobConfig `toml:"rotary"`
	Timing
}

// Check returns the faults of the keys.
func (c Config) Check() error {
	if err := c.Timing.check(); err != nil {
		return err
	}
	if len(c.Devices) > maxDevices || len(c.Lines)+2*len(c.Knobs) > maxDevices {
		return fmt.Errorf("input: more than %d devices or lines", maxDevices)
	}
	for _, d := range c.Devices {
		if d == "" {
			return errors.New("input: a device has no name")
		}
	}
	if _, err := keyMap(c.Keys); err != nil {
		return err
	}
	return c.checkLines()
}

// checkLines checks the lines, each of which may be used once.
func (c Config) checkLines() error {
	used := map[string]bool{}
	use := func(line string) error {
		if line == "" {
			return errors.New("input: a button or knob has no GPIO line")
		}
		if used[canonical(line)] {
			return fmt.Errorf("input: line %s is used twice", line)
		}
		used[canonical(line)] = true
		return nil
	}
	for _, l := range c.Lines {
		if err := errors.Join(use(l.Line), l.check()); err != nil {
			return err
		}
	}
	for _, k := range c.Knobs {
		if err := errors.Join(use(k.A), use(k.B), k.check()); err != nil {
			return err
		}
	}
	return nil
}
