// SPDX-License-Identifier: Apache-2.0

package tm1640

import (
	"errors"
	"image"

	"github.com/ledpost/ledpost/hw/panel"
)

// A Chip is an emulated TM1640 with its LEDs: it decodes the levels of the two lines.
// Only one goroutine may use it.
type Chip struct {
	module Module
	rotate int
	mirror string

	data, clock bool
	listening   bool
	shift       byte
	bits        int
	message     []byte
	messages    int

	ram     [16]byte
	fixed   bool // each byte comes with its own address
	display byte
	closed  bool
}

// NewChip returns the matrix that cfg describes, dark, its memory undefined (here lit).
func NewChip(cfg Config) (*Chip, error) {
	r, err := cfg.resolve()
	if err != nil {
		return nil, err
	}
	c := &Chip{module: r.Module, rotate: r.Rotate, mirror: r.Mirror, data: true, clock: true}
	c.PowerOn()
	return c, nil
}

// PowerOn simulates a dip of the supply.
func (c *Chip) PowerOn() {
	c.display, c.listening = 0x80, false // the display is off
	for i := range c.ram {
		c.ram[i] = 0xff
	}
}

// Set implements Lines: start and stop are changes of data while the clock is high, bits
// are taken where the clock rises.
func (c *Chip) Set(data, clock bool) error {
	if c.closed {
		return errors.New("the lines are closed")
	}
	switch {
	case c.clock && clock && c.data && !data:
		c.listening, c.bits, c.message = true, 0, c.message[:0]
	case c.clock && clock && !c.data && data:
		if c.listening && c.bits == 1 { // the rise of the clock before it was none of a bit
			c.take(c.message)
			c.messages++
		}
		c.listening = false
	case !c.clock && clock && c.listening:
		c.bit(data)
	}
	c.data, c.clock = data, clock
	return nil
}

// bit takes one bit, the lowest of a byte first.
func (c *Chip) bit(high bool) {
	if c.bits == 0 {
		c.shift = 0
	}
	if high {
		c.shift |= 1 << c.bits
	}
	if c.bits++; c.bits == 8 {
		c.bits = 0
		if len(c.message) <= len(c.ram) {
			c.message = append(c.message, c.shift)
		}
	}
}

// take follows a message: a command, and after an address data.
func (c *Chip) take(m []byte) {
	if len(m) == 0 {
		return
	}
	switch m[0] & 0xC0 {
	case 0x40:
		c.fixed = m[0]&4 != 0
	case 0x80:
		c.display = m[0]
	case 0xC0:
		for i, b := range m[1:] {
			if at := int(m[0]&15) + i; at < len(c.ram) && (i == 0 || !c.fixed) {
				c.ram[at] = b
			}
		}
	}
}

// Sixteenths is how much of the time the LEDs are lit, 0 for dark.
func (c *Chip) Sixteenths() int {
	if c.display&8 == 0 {
		return 0
	}
	return [...]int{1, 2, 4, 10, 11, 12, 13, 14}[c.display&7]
}

// Picture returns the visible picture, white on black.
func (c *Chip) Picture() *image.RGBA {
	return panel.Turned(c.module.size(), c.mirror, c.rotate, func(x, y int) bool { return c.Sixteenths() > 0 && c.led(x, y) })
}

// led reports whether the memory lights the LED at x, y: on boards of 16×8 a byte is a column,
// its lowest bit the top one, as the programs for the ESP32 that draw digits on them have it;
// on the shield of 8×8 a byte is a row.
func (c *Chip) led(x, y int) bool {
	if c.module == Wide {
		x, y = y, x
	}
	return c.ram[y]&(1<<x) != 0
}

// Close implements Lines.
func (c *Chip) Close() error {
	c.closed = true
	return nil
}
