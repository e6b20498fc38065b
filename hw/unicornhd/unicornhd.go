// SPDX-License-Identifier: Apache-2.0

// Package unicornhd drives Pimoroni's Unicorn HAT HD: 16×16 LEDs behind a
// microcontroller that takes a frame as one SPI transaction of a start byte and
// 768 bytes of red, green and blue, row by row (Pimoroni's library unicornhathd).
package unicornhd

import (
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/strip"
)

const (
	side     = 16
	leds     = side * side
	startOf  = 0x72                 // first byte of a frame
	maxSpeed = 9 * physic.MegaHertz // of the microcontroller
	// frame is how long the microcontroller shows one at least, whatever it is
	// sent: about 70 a second (Pimoroni, unicorn-hat-hd issue 16).
	frame = time.Second / 70
)

// Config describes the HAT. The zero value is upright on SPI0.0.
type Config struct {
	// Port is the SPI port; empty is SPI0.0, where the HAT sits.
	Port string `toml:"port"`
	// Rotate turns the picture clockwise by 0, 90, 180 or 270 degrees.
	Rotate int `toml:"rotate"`
	// Mirror swaps left and right ("x") or top and bottom ("y").
	Mirror string `toml:"mirror"`
	// Size of the picture if it is smaller than 16x16.
	Size pixel.Size `toml:"size"`
	pixel.Colour
	// PowerLimit in watts; 0 is 8 W, below 0 none.
	PowerLimit float64 `toml:"power_limit"`
}

// layout is the LEDs in the order of the frame.
func (c Config) layout() (pixel.Map, error) {
	return pixel.Layout{Width: side, Height: side, Wiring: pixel.Rows, Rotate: c.Rotate, Mirror: c.Mirror,
		Size: c.Size}.Map(leds)
}

// New opens the HAT on port, dark. It owns port, even if it fails.
func New(port spi.PortCloser, cfg Config) (*strip.Dev, error) {
	o, err := cfg.resolve()
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return openResolved(port, o)
}

// resolve returns the chain's options, or which key is wrong.
func (c Config) resolve() (pixel.Options, error) {
	if err := bus.CheckSPI(c.Port); err != nil {
		return pixel.Options{}, fmt.Errorf("unicornhd: %w", err)
	}
	m, err := c.layout()
	if err != nil {
		return pixel.Options{}, fmt.Errorf("unicornhd: %w", err)
	}
	o := pixel.Options{
		Map: m, Colour: c.Colour,
		// An estimate, on the safe side: 12 W for all LEDs at full white.
		Power: pixel.Power{Limit: c.PowerLimit, Draw: [5]float64{16, 16, 16, 0, 0}},
		Frame: max(frame, strip.Duration(1+3*leds, maxSpeed)),
	}
	if _, err := pixel.NewChain(o); err != nil {
		return pixel.Options{}, fmt.Errorf("unicornhd: %w", err)
	}
	return o, nil
}

// openResolved opens the HAT with a new chain: a chain keeps its picture.
func openResolved(port spi.PortCloser, o pixel.Options) (*strip.Dev, error) {
	chain, err := pixel.NewChain(o)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("unicornhd: %w", err), port.Close())
	}
	d, err := strip.New(port, maxSpeed, chain, &encoder{})
	if err != nil {
		return nil, fmt.Errorf("unicornhd: %w", err)
	}
	return d, nil
}

// encoder writes frames.
type encoder struct{}

// Size implements strip.Encoder.
func (*encoder) Size() int { return 1 + 3*leds }

// Encode implements strip.Encoder.
func (*encoder) Encode(frame []byte, c *pixel.Chain) {
	frame[0] = startOf
	c.Bytes(frame[1:])
}

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	o, err := c.resolve()
	if err != nil {
		return panel.Plan{}, err
	}
	spec := panel.Spec{
		Size: o.Map.Size, Kind: panel.Color,
		Place: bus.OnSPI(c.Port), Frame: (*encoder)(nil).Size(), Board: true,
	}
	spec.Terminals = panel.Names{{bus.MOSI, "DIN"}, {bus.SCLK, "CLK"}, {bus.CE, "CS"}}.Terminals(spec.Place, false)
	spec.Amperes = o.Power.Most(len(o.Map.Pixel)) / 5
	return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) {
		return panel.OpenSPI(c.Port, func(port spi.PortCloser) (*strip.Dev, error) { return openResolved(port, o) })
	}}, nil
}

// Emulate implements panel.Driver.
func (c Config) Emulate() (panel.Emulation, error) {
	h, err := NewHAT(c)
	if err != nil {
		return panel.Emulation{}, err
	}
	take := func(data []byte) bool {
		h.Send(data)
		return true
	}
	return panel.EmulateSPI(take, h.Picture, func() (*strip.Dev, error) { return New(h, c) }), nil
}
