// SPDX-License-Identifier: Apache-2.0

// Package tm1640 drives single-colour matrices behind a TM1640 or AiP1640, on two
// separate GPIO lines: a bus with start and stop conditions, but without addresses and
// acknowledges, the lowest bit of a byte first.
//
// # Datasheet
//
// Titan Micro Electronics, TM1640 "LED driver IC", V1.2: sections "Interface
// interpretation", "Data command setting", "Display control".
package tm1640

import (
	"cmp"
	"fmt"
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// Config describes a matrix. The zero value is one of 16×8 on GPIO 23 and 24.
type Config struct {
	// Port is empty for GPIO lines, or vcd:FILE to record them.
	Port string `toml:"port"`
	// Data and Clock are the lines, "GPIO23" or "23"; empty are 23 and 24.
	Data  string `toml:"data"`
	Clock string `toml:"clock"`
	// Module is how the LEDs are wired to the chip; empty is 16x8.
	Module Module `toml:"module"`
	// Rotate turns the picture clockwise by 0, 90, 180 or 270 degrees.
	Rotate int `toml:"rotate"`
	// Mirror swaps left and right ("x") or top and bottom ("y") before turning.
	Mirror string `toml:"mirror"`
	// Threshold of the luma above which a pixel is lit, below 1; 0 is 0.1.
	Threshold float64 `toml:"threshold"`
}

// Module is how the LEDs are wired to the chip, which has sixteen grids of eight
// segments.
type Module string

// The modules. Wide has a grid for each column, the lowest segment at the top, as boards
// with an AiP1640 are sold; Square a grid for each row, the lowest segment at the left, as
// the matrix shield of the Wemos D1 mini. Mirror and Rotate help with others.
const (
	Wide   Module = "16x8"
	Square Module = "8x8"
)

// size returns the size of the module, zero for an unknown module.
func (m Module) size() image.Point {
	switch m {
	case Wide:
		return image.Pt(16, 8)
	case Square:
		return image.Pt(8, 8)
	}
	return image.Point{}
}

// wire returns the grid and the segment of the LED at x, y.
func (m Module) wire(x, y int) (grid, segment int) {
	if m == Square {
		return y, x
	}
	return x, y
}

// The lines that are taken where none are named.
const defaultData, defaultClock = "GPIO23", "GPIO24"

func (c *Config) setDefaults() {
	c.Data = cmp.Or(c.Data, defaultData)
	if c.Clock == "" {
		c.Clock = defaultClock
	}
	c.Module = cmp.Or(c.Module, Wide)
	if c.Threshold == 0 {
		c.Threshold = 0.1
	}
}

// resolved is a Config that has been checked.
type resolved struct {
	Config
	layout      pixel.Map
	data, clock int
}

// resolve sets the defaults, or says which key is wrong.
func (c Config) resolve() (r resolved, err error) {
	c.setDefaults()
	r.Config = c
	if path, recorded := bus.Recording(c.Port); c.Port != "" && (!recorded || path == "") {
		return r,
			keyerr.New("port", "tm1640: port %q, want none, or vcd:/path/file.vcd; data and clock name the lines", c.Port)
	}
	if r.data, err = bus.HeaderLine("data", c.Data); err != nil {
		return r, fmt.Errorf("tm1640: %w", err)
	}
	if r.clock, err = bus.HeaderLine("clock", c.Clock); err != nil {
		return r, fmt.Errorf("tm1640: %w", err)
	}
	switch {
	case r.data == r.clock:
		return r, keyerr.New("clock", "tm1640: data and clock are both GPIO %d", r.clock)
	case c.Module.size() == image.Point{}:
		return r, keyerr.New("module", "tm1640: module %q, want %s or %s", c.Module, Wide, Square)
	case !(c.Threshold > 0 && c.Threshold < 1):
		return r, keyerr.New("threshold", "tm1640: threshold %v, want above 0 and below 1", c.Threshold)
	}
	size := c.Module.size()
	r.layout, err = pixel.Layout{Width: size.X, Height: size.Y, Wiring: pixel.Rows, Rotate: c.Rotate,
		Mirror: c.Mirror}.Map(size.X * size.Y)
	if err != nil {
		return r, fmt.Errorf("tm1640: %w", err)
	}
	return r, nil
}

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	r, err := c.resolve()
	if err != nil {
		return panel.Plan{}, err
	}
	spec := panel.Spec{
		Size: r.layout.Size, Kind: panel.Monochrome,
		Place: bus.Place{Kind: bus.GPIO, Port: c.Port, Pins: 1<<r.data | 1<<r.clock},
		Terminals: []header.Terminal{
			{Name: "DIN", Source: header.Source(r.data)}, {Name: "SCLK", Source: header.Source(r.clock)},
			{Name: "VCC", Source: header.Volts33}, {Name: "GND", Source: header.Ground},
		},
	}
	return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) {
		l, err := openLines(r)
		if err != nil {
			return nil, err
		}
		return panel.Opened(openResolved(l, r))
	}}, nil
}

// Emulate implements panel.Driver.
func (c Config) Emulate() (panel.Emulation, error) {
	chip, err := NewChip(c)
	if err != nil {
		return panel.Emulation{}, err
	}
	return panel.Emulation{
		Open: func() (panel.Panel, error) { return panel.Opened(New(chip, c)) },
		Play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			if err := d.Expect(lines, vcd.Clock, []string{vcd.Data}, nil); err != nil {
				return err
			}
			return d.Levels(lines, func(at time.Duration, high []bool) error {
				before := chip.messages
				if err := chip.Set(high[0], high[1]); err != nil || chip.messages == before {
					return err
				}
				return frame(at)
			}, vcd.Data, vcd.Clock)
		},
		Picture: func() image.Image { return chip.Picture() },
	}, nil
}
