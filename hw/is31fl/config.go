// SPDX-License-Identifier: Apache-2.0

// Package is31fl drives matrices of LEDs behind an IS31FL3731 (one colour, 256 levels) or
// IS31FL3741 (RGB) on I²C, such as the Scroll pHAT HD and Adafruit's CharliePlex boards.
//
// # Datasheets
//
// Lumissil, IS31FL3731 "Audio modulated matrix LED driver" and IS31FL3741 "39×9 dots
// matrix LED driver": tables of the registers.
package is31fl

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"

	"periph.io/x/conn/v3/i2c"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// Config describes a matrix. The zero value is a board of 16×9 at address 0x74 of I2C1.
type Config struct {
	// Port is the I²C bus; empty is I2C1.
	Port string `toml:"port"`
	// Address on the bus; 0 is the one with which the module is sold.
	Address int `toml:"address"`
	// Module is the board; empty is 16x9.
	Module string `toml:"module"`
	// Rotate turns the picture clockwise by 0, 90, 180 or 270 degrees.
	Rotate int `toml:"rotate"`
	// Mirror swaps left and right ("x") or top and bottom ("y") before turning.
	Mirror string `toml:"mirror"`
}

// resolved is a Config that has been checked.
type resolved struct {
	Config
	module module
	layout pixel.Map
}

// resolve sets the defaults, or says which key is wrong.
func (c Config) resolve() (r resolved, err error) {
	c.Port = cmp.Or(c.Port, bus.DefaultI2C)
	if c.Module == "" {
		c.Module = modules[0].name
	}
	i := slices.IndexFunc(modules, func(m module) bool { return m.name == c.Module })
	if i < 0 {
		return r, keyerr.New("module", "is31fl: module %q, want one of: %s", c.Module, strings.Join(names(), ", "))
	}
	m := modules[i]
	c.Address = cmp.Or(c.Address, m.address)
	if first := m.first(); c.Address < first || c.Address > first+3 {
		return r, keyerr.New("address", "is31fl: address %#x, want %#x to %#x", c.Address, first, first+3)
	}
	if err := bus.CheckI2C(c.Port); err != nil {
		return r, fmt.Errorf("is31fl: %w", err)
	}
	layout := pixel.Layout{Width: m.size.X, Height: m.size.Y, Wiring: pixel.Rows, Rotate: c.Rotate, Mirror: c.Mirror}
	if r.layout, err = layout.Map(m.size.X * m.size.Y); err != nil {
		return r, fmt.Errorf("is31fl: %w", err)
	}
	r.Config, r.module = c, m
	return r, nil
}

// A module is how the LEDs of a board are wired to its chip.
type module struct {
	name    string
	size    image.Point
	address int // as sold
	rgb     bool
	// at returns which of the chip's outputs the LEDs at x, y are: one, or with rgb the red,
	// the green and the blue one.
	at func(x, y int) [3]int
}

// first returns the first of the four addresses that a pin chooses from.
func (m module) first() int {
	if m.rgb {
		return 0x30
	}
	return 0x74
}

// modules are the boards, as Adafruit's libraries Adafruit_CircuitPython_IS31FL3731 and _IS31FL3741
// draw on them. The emulated boards were read elsewhere.
var modules = []module{
	{"16x9", image.Pt(16, 9), 0x74, false, func(x, y int) [3]int { return one(16*y + x) }},
	{"scroll-phat-hd", image.Pt(17, 7), 0x74, false, func(x, y int) [3]int {
		if x <= 8 {
			return one(16*(8-x) + 6 - y)
		}
		return one(16*(x-8) + y - 8)
	}},
	{"charlie-wing", image.Pt(15, 7), 0x74, false, func(x, y int) [3]int {
		if x > 7 {
			return one(16*(15-x) + y + 8)
		}
		return one(16*x + 7 - y)
	}},
	{"charlie-bonnet", image.Pt(16, 8), 0x74, false, func(x, y int) [3]int {
		if x >= 8 {
			return one(16*(x-6) - y - 1)
		}
		return one(16*(x+1) + 7 - y)
	}},
	{"11x7", image.Pt(11, 7), 0x75, false, func(x, y int) [3]int {
		if x <= 5 {
			return one(16*x + 6 - y)
		}
		return one(16*x - 82 - y)
	}},
	{"rgb-13x9", image.Pt(13, 9), 0x30, true, rgb13x9},
}

func one(n int) [3]int { return [3]int{n, n, n} }

// rgb13x9 is Adafruit's RGB Matrix QT, whose rows are out of order, and whose
// columns take turns in the order of their colours: the last is as the odd ones.
func rgb13x9(x, y int) [3]int {
	row := [...]int{8, 5, 4, 3, 2, 1, 0, 7, 6}[y]
	at := 30*row + 3*x
	if x >= 10 {
		at = 270 + 9*row + 3*(x-10)
	}
	if x == 12 || x%2 == 1 {
		return [3]int{at + 1, at, at + 2}
	}
	return [3]int{at + 2, at + 1, at}
}

func names() (all []string) {
	for _, m := range modules {
		all = append(all, m.name)
	}
	return all
}

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	r, err := c.resolve()
	if err != nil {
		return panel.Plan{}, err
	}
	spec := panel.Spec{
		Size: r.layout.Size, Kind: panel.Grayscale, Place: bus.OnI2C(r.Port, r.Address), Frame: 1 + split,
		Needs: panel.Needs{FastI2C: true}, Board: r.Module == "scroll-phat-hd" || r.Module == "charlie-bonnet",
	}
	if r.module.rgb {
		spec.Kind = panel.Color
	}
	spec.Terminals = panel.OnI2C(spec.Place)
	return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) {
		return panel.OpenI2C(r.Port, func(port i2c.BusCloser) (*Dev, error) { return openResolved(port, r) })
	}}, nil
}

// Emulate implements panel.Driver.
func (c Config) Emulate() (panel.Emulation, error) {
	chip, err := NewChip(c)
	if err != nil {
		return panel.Emulation{}, err
	}
	return panel.EmulateI2C(chip, func() (*Dev, error) { return New(chip, c) }), nil
}
