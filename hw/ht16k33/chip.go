// SPDX-License-Identifier: Apache-2.0

package ht16k33

import (
	"errors"
	"fmt"
	"image"

	"github.com/ledpost/ledpost/hw/panel"
	"periph.io/x/conn/v3/physic"
)

// A Chip is an emulated HT16K33 with its LEDs, the only device on an I²C bus.
// Only one goroutine may use it.
type Chip struct {
	module  Module
	rotate  int
	mirror  string
	address uint16

	ram     [memory]byte
	awake   bool // the oscillator runs
	lit     bool
	blinks  bool
	dimming byte
	closed  bool
}

// NewChip returns the matrix that cfg describes, as it is after power on: asleep,
// its memory undefined (here lit, to see whether it gets overwritten).
func NewChip(cfg Config) (*Chip, error) {
	if _, err := cfg.resolve(); err != nil {
		return nil, err
	}
	c := &Chip{module: cfg.Module, rotate: cfg.Rotate, mirror: cfg.Mirror, address: uint16(cfg.Address)}
	c.PowerOn()
	return c, nil
}

// PowerOn simulates a dip of the supply.
func (c *Chip) PowerOn() {
	c.awake, c.lit, c.blinks, c.dimming = false, false, false, 15
	for i := range c.ram {
		c.ram[i] = 0xff
	}
}

// Send takes one transaction; it ignores those to other addresses.
func (c *Chip) Send(addr uint16, w []byte) error {
	if addr != c.address {
		return fmt.Errorf("ht16k33: nothing at %#x", addr)
	}
	if len(w) == 0 {
		return nil
	}
	switch op := w[0]; op & 0xf0 {
	case 0x00: // display data address pointer; it wraps around
		for i, b := range w[1:] {
			c.ram[(int(op)+i)%memory] = b
		}
	case 0x20:
		c.awake = op&1 == 1
	case 0x80:
		c.lit, c.blinks = op&1 == 1, op&6 != 0
	case 0xe0:
		c.dimming = op & 15
	}
	return nil
}

// Lit reports whether LEDs can be lit.
func (c *Chip) Lit() bool { return c.awake && c.lit }

// Sixteenths is how much of the time the LEDs are lit, 1 to 16.
func (c *Chip) Sixteenths() int { return int(c.dimming) + 1 }

// Picture returns the visible picture, white on black.
func (c *Chip) Picture() *image.RGBA {
	return panel.Turned(c.module.size(), c.mirror, c.rotate, func(x, y int) bool { return c.Lit() && c.led(x, y) })
}

// led reports whether the memory lights the LED at x, y. The driver's modules are from another
// library than these, which are the pixels of adafruit_ht16k33/matrix.py, whose classes are
// Matrix8x8, MatrixBackpack16x8 and Matrix16x8. The last one counts rows from below.
func (c *Chip) led(x, y int) bool {
	column, line := x, y // of two bytes a line
	switch c.module {
	case Square:
		column = (x + 8 - 1) % 8
	case Mini:
		column, line = 7-y, x
		for line >= 8 {
			line, column = line-8, column+8
		}
	}
	return c.ram[2*line+column/8]&(1<<(column%8)) != 0
}

func (c *Chip) String() string { return "emulated HT16K33" }

// Tx implements i2c.Bus.
func (c *Chip) Tx(addr uint16, w, r []byte) error {
	if c.closed {
		return errors.New("ht16k33: the bus is closed")
	}
	return c.Send(addr, w)
}

// SetSpeed implements i2c.Bus.
func (c *Chip) SetSpeed(physic.Frequency) error { return nil }

// Close implements i2c.BusCloser.
func (c *Chip) Close() error {
	c.closed = true
	return nil
}
