// SPDX-License-Identifier: Apache-2.0

// Package apa102 drives matrices of APA102 and SK9822 LEDs (DotStar).
//
// An LED takes 32 bits: three ones, five bits of current, then blue, green and
// red in eight bits each (APA102 datasheet; SK9822 datasheet). The five bits
// give dim LEDs some 13 bits in all.
package apa102

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/hw/vcd"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// Config describes a matrix. Speed is up to 20 MHz, by default 8 MHz; Order by
// default BGR; Draw by default 20 mA a channel at 5 V.
type Config strip.Config

func kind() *strip.Kind {
	return &strip.Kind{
		Name: "apa102", Order: "BGR", Gain: maxCurrent, Draw: draw,
		Speed: 8 * physic.MegaHertz, Least: 100 * physic.KiloHertz, Most: 20 * physic.MegaHertz,
		Inputs: panel.Names{{bus.MOSI, "DI"}, {bus.SCLK, "CI"}},
		Encoder: func(leds int, places []int, _ physic.Frequency) strip.Encoder {
			return &encoder{leds: leds, places: places}
		},
	}
}

// New opens the matrix on port, dark. It owns port, even if it fails.
func New(port spi.PortCloser, cfg Config) (*strip.Dev, error) {
	return kind().Open(port, strip.Config(cfg))
}

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) { return kind().Plan(strip.Config(c)) }

// Emulate implements panel.Driver.
func (c Config) Emulate() (panel.Emulation, error) {
	s, err := NewStrip(c)
	if err != nil {
		return panel.Emulation{}, err
	}
	return panel.Emulation{
		Open: func() (panel.Panel, error) { return panel.Opened(New(s, c)) },
		Play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			return d.Bits(lines, func(at time.Duration, high bool) error {
				n := s.Frames()
				if s.Bit(high); s.Frames() == n {
					return nil
				}
				return frame(at)
			})
		},
		Picture: func() image.Image { return s.Picture() },
	}, nil
}
