// SPDX-License-Identifier: Apache-2.0

package ws2812

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/hw/wave"
)

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	p, err := kind().Plan(strip.Config(c))
	p.Needs.SteadyClock = p.Place.Kind == bus.SPI // the pulses are made of it
	return p, err
}

// Emulate implements panel.Driver. The LEDs are the same whoever drives them.
func (c Config) Emulate() (panel.Emulation, error) {
	if _, _, ok := bus.WaveLine(c.Port); ok || bus.IsLEDs(c.Port) {
		c.Port = ""
	}
	s, err := NewStrip(c)
	if err != nil {
		return panel.Emulation{}, err
	}
	return panel.Emulation{
		Open:    func() (panel.Panel, error) { return panel.Opened(New(s, c)) },
		Play:    s.play,
		Picture: func() image.Image { return s.arrived().Picture() },
	}, nil
}

// play plays the level of one wire.
func (s *Strip) play(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
	n, last := 0, time.Duration(0)
	check := func(at time.Duration) error {
		if s.Frames() == n {
			return nil
		}
		n = s.Frames()
		return frame(at)
	}
	err := d.Changes(lines, vcd.Data, func(at time.Duration, high bool) error {
		before := last // the end of a frame, which the next one's first edge shows to be over
		last = at
		s.Level(at, high)
		return check(before)
	})
	if err != nil {
		return err
	}
	s.Rest(last + time.Millisecond) // nothing follows the last frame
	return check(last)
}

// Backends returns the backends of the refresher process for strips on PWM or PCM, by name.
func (Config) Backends() map[string]refresh.Opener { return wave.Served() }

// Served returns those that a program without rights may ask the system for: all.
func (c Config) Served() map[string]refresh.Opener { return c.Backends() }
