// SPDX-License-Identifier: Apache-2.0

// Package ht16k33 drives single-colour matrices behind an HT16K33 on I²C, such
// as Adafruit's LED backpacks.
//
// # Datasheet
//
// Holtek, HT16K33 RAM Mapping 16*8 LED Controller Driver, rev 1.10:
// https://cdn-shop.adafruit.com/datasheets/ht16K33v110.pdf
package ht16k33

import (
	"cmp"
	"fmt"
	"image"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/keyerr"
	"periph.io/x/conn/v3/i2c"
)

// Config describes a matrix. The zero value is a backpack of 8×8 at address 0x70
// of I2C1.
type Config struct {
	// Port is the I²C bus; empty is I2C1.
	Port string `toml:"port"`
	// Address on the bus, 0x70 to 0x77; 0 is 0x70.
	Address int `toml:"address"`
	// Module is how the LEDs are wired to the chip; empty is 8x8.
	Module Module `toml:"module"`
	// Rotate turns the picture clockwise by 0, 90, 180 or 270 degrees.
	Rotate int `toml:"rotate"`
	// Mirror swaps left and right ("x") or top and bottom ("y") before turning.
	Mirror string `toml:"mirror"`
	// Threshold of the luma above which a pixel is lit, below 1; 0 is 0.1.
	Threshold float64 `toml:"threshold"`
}

// The addresses that the chip's pins A0 to A2 choose from (datasheet, Slave
// Addressing).
const firstAddress, lastAddress = 0x70, 0x77

func (c *Config) setDefaults() {
	c.Port = cmp.Or(c.Port, bus.DefaultI2C)
	if c.Address == 0 {
		c.Address = firstAddress
	}
	c.Module = cmp.Or(c.Module, Square)
	if c.Threshold == 0 {
		c.Threshold = 0.1
	}
}

// check says which key is wrong, of a Config with its defaults set.
func (c *Config) check() error {
	switch {
	case c.Address < firstAddress || c.Address > lastAddress:
		return keyerr.New("address", "ht16k33: address %#x, want %#x to %#x", c.Address, firstAddress, lastAddress)
	case c.Module.size() == image.Point{}:
		return keyerr.New("module", "ht16k33: module %q, want %s, %s or %s", c.Module, Square, Wide, Mini)
	case !(c.Threshold > 0 && c.Threshold < 1):
		return keyerr.New("threshold", "ht16k33: threshold %v, want above 0 and below 1", c.Threshold)
	}
	if err := bus.CheckI2C(c.Port); err != nil {
		return fmt.Errorf("ht16k33: %w", err)
	}
	return nil
}

// resolve sets the defaults, and returns the layout or which key is wrong.
func (c *Config) resolve() (pixel.Map, error) {
	c.setDefaults()
	if err := c.check(); err != nil {
		return pixel.Map{}, err
	}
	return c.layout()
}

// layout returns the pixel of each LED, row by row, and the picture's size.
func (c *Config) layout() (pixel.Map, error) {
	size := c.Module.size()
	m, err := pixel.Layout{Width: size.X, Height: size.Y, Wiring: pixel.Rows, Rotate: c.Rotate,
		Mirror: c.Mirror}.Map(size.X * size.Y)
	if err != nil {
		return pixel.Map{}, fmt.Errorf("ht16k33: %w", err)
	}
	return m, nil
}

// Module is how the LEDs of a backpack are wired to the chip, which has eight
// commons and sixteen rows.
type Module string

// The modules of Adafruit, as its library Adafruit_LED_Backpack draws on them.
const (
	Square Module = "8x8"       // 0.8 and 1.2 inch
	Wide   Module = "16x8"      // 1.2 inch: two matrices side by side
	Mini   Module = "16x8-mini" // 0.8 inch, and the FeatherWing
)

// size returns the size of the module, zero for an unknown module.
func (m Module) size() image.Point {
	switch m {
	case Square:
		return image.Pt(8, 8)
	case Wide, Mini:
		return image.Pt(16, 8)
	}
	return image.Point{}
}

// wire returns the common and the row of the LED at x, y of a known module, seen
// with its long side across.
func (m Module) wire(x, y int) (common, row int) {
	switch m {
	case Wide:
		return y, x
	case Mini: // the commons are columns, and each matrix has its own rows
		return x % 8, x/8*8 + 7 - y
	}
	return y, (x + 7) % 8 // the rows of the square ones begin at the right
}

// Plan implements panel.Driver.
func (c Config) Plan() (panel.Plan, error) {
	m, err := c.resolve()
	if err != nil {
		return panel.Plan{}, err
	}
	spec := panel.Spec{
		Size: m.Size, Kind: panel.Monochrome, Place: bus.OnI2C(c.Port, c.Address),
		Frame: 1 + memory, // short enough for a bus of any speed
	}
	spec.Terminals = panel.OnI2C(spec.Place)
	return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) {
		return panel.OpenI2C(c.Port, func(port i2c.BusCloser) (*Dev, error) { return openResolved(port, c, m) })
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
