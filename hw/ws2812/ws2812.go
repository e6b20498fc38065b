// SPDX-License-Identifier: Apache-2.0

// Package ws2812 drives matrices of WS2812, SK6812 and other NeoPixels from the
// data line of an SPI port, or from a line by PWM or PCM.
//
// A bit on the strip is a pulse of 1.25 µs, high for a third of it (0) or two
// thirds (1): three bits of SPI at 2.4 MHz (WS2812B datasheet, data transfer
// time; T0H 0.22–0.38 µs is exceeded by 0.04 µs, which the chips' own threshold
// near 0.6 µs bears).
package ws2812

import (
	"image"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/hw/wave"
)

// Config describes a matrix, whose strip hangs on the port's MOSI, or on a line by package
// wave where the port is GPIO12, 13, 18, 19 or 21, or is one of the kernel's driver
// ws2812-pio where the port is /dev/leds0 to 3. Speed, three
// times the rate of bits, is 2.2 to 2.8 MHz, by default 2.4 MHz; Order by default
// GRB, and with a W for LEDs that have a white channel.
type Config strip.Config

func kind() *strip.Kind {
	return &strip.Kind{
		Name: "ws2812", Order: "GRB", White: true,
		Speed: 2400 * physic.KiloHertz, Least: 2200 * physic.KiloHertz, Most: 2800 * physic.KiloHertz,
		Inputs: panel.Names{{bus.MOSI, "DIN"}},
		Parts:  []header.Part{{Name: "resistor 300 Ω, in the data wire", Count: 1}},
		Encoder: func(leds int, places []int, speed physic.Frequency) strip.Encoder {
			return newEncoder(leds, places, speed)
		},
		Wave:   wave.Open,
		Kernel: func(leds int, places []int) strip.Encoder { return newKernel(leds, places) },
	}
}

// New opens the matrix on port, dark. It owns port, even if it fails.
func New(port spi.PortCloser, cfg Config) (*strip.Dev, error) {
	return kind().Open(port, strip.Config(cfg))
}

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
