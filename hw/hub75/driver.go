// SPDX-License-Identifier: Apache-2.0

// Package hub75 drives RGB panels of the kind called HUB75: shift registers for
// the columns, address lines for the rows, and a light that is switched for
// whole rows at a time.
//
// Colours come from binary code modulation: each row is shifted in once for
// every bit of the colours and lit for a time that doubles from bit to bit. A
// [Panel] turns each picture into the words of all these lines; the refresher
// process (see package refresh) shows them by the registers of a Broadcom chip
// or the programmable I/O of the Pi 5. An [Emulator] is the panel on the other
// side, for tests and for captures of logic analysers.
package hub75

import (
	"fmt"
	"image"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/refresh"
)

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	own := c.Planes != 0 || c.LSB != 0
	g, pins, err := resolve(&c)
	if err != nil {
		return panel.Plan{}, err
	}
	_, onPWM := gpiomem.PWMFunction(pins.OE)
	spec := panel.Spec{
		Size: g.size, Kind: panel.Color, Wiring: string(c.Wiring),
		Place: bus.Place{Kind: bus.GPIO, Port: c.GPIO, Pins: c.Pins()},
		Needs: panel.Needs{
			Refresher: true,
			Registers: &panel.Registers{Backend: c.Backend, Pulses: c.Pulses, OnPWM: onPWM, Last: c.lasts(&pins),
				Rate:   func(chip string) (hz, lit float64) { return c.rate(g, pins, chip) },
				Chains: pins.chains(), Chain: c.Chain, Lines: g.lines, Refresh: int(c.Refresh), OwnPlanes: own},
		},
		Terminals: pins.terminals(c.Parallel, g.lines), Board: plugged(c.Wiring),
		Parts: c.parts(), Amperes: ledAmperes * float64(c.Rows*c.Cols*c.Chain*c.Parallel),
	}
	if five := (gpiomem.Board{Chip: gpiomem.BCM2712}); kindOf(&c, five) == kindRIO {
		spec.Needs.Registers.WithoutRIO = func() (hz, lit float64) { return c.withoutRIO(g, pins, five) }
	}
	open := func() (panel.Panel, error) { return panel.Opened(openResolved(&c, g, pins)) }
	return panel.Plan{Spec: spec, Open: open}, nil
}

// ledAmperes is the current of an LED in white: a panel of 64×32 takes 4 A.
const ledAmperes = 4.0 / (64 * 32)

// parts returns the panels, and the board where one is plugged on.
func (c *Config) parts() []header.Part {
	all := []header.Part{{
		Name:  fmt.Sprintf("HUB75 panel, %d×%d LEDs, with ribbon and power cables", c.Cols, c.Rows),
		Count: c.Chain * c.Parallel,
	}}
	if plugged(c.Wiring) {
		all = append(all, header.Part{Name: fmt.Sprintf("adapter board %q", c.Wiring), Count: 1})
	}
	return all
}

// Emulate implements panel.Driver.
func (c Config) Emulate() (panel.Emulation, error) {
	e, err := NewEmulator(c)
	if err != nil {
		return panel.Emulation{}, err
	}
	return panel.Emulation{
		Open: func() (panel.Panel, error) { return e.Panel(), nil },
		Play: e.Replay,
		Picture: func() image.Image {
			_ = e.Err() // ends the last row's pass; faults are in the picture
			return e.Picture()
		},
	}, nil
}

// Backends returns the backends of the refresher process for these panels, by
// name.
func (Config) Backends() map[string]refresh.Opener { return Backends() }

// Served returns those that a program without rights may ask the system for.
func (Config) Served() map[string]refresh.Opener { return Served() }

// Discard returns a Panel whose frames nobody shows: what a Draw of it costs is what
// packing costs the program.
func Discard(c Config) (*Panel, error) {
	g, pins, err := resolve(&c)
	if err != nil {
		return nil, err
	}
	w := newWire(&c, g, pins, gpiomem.Board{})
	e := newEncoder(&c, g, &pins, pixel.NewDither(w.duration()))
	return newPanel(e, make(discard, 4*e.frameSize())), nil
}

// discard is a frame that is packed again and again.
type discard []byte

func (d discard) Back() []byte { return d }

func (discard) Publish() error { return nil }

func (discard) Close() error { return nil }
