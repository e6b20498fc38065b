// SPDX-License-Identifier: Apache-2.0

package tm1640

import (
	"errors"
	"image"
	"image/color"
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

	ram     [grids]byte
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
	c.display, c.listening = cmdOff, false
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
		if len(c.message) <= grids {
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
			if at := int(m[0]&15) + i; at < grids && (i == 0 || !c.fixed) {
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
	return sixteenths[c.display&7]
}

// Picture returns the visible picture, white on black.
func (c *Chip) Picture() *image.RGBA {
	size := c.module.size()
	turned := size
	if c.rotate%180 != 0 {
		turned = image.Pt(size.Y, size.X)
	}
	m := image.NewRGBA(image.Rectangle{Max: turned})
	for i := range turned.X * turned.Y {
		x, y := i%turned.X, i/turned.X
		m.Set(x, y, color.Black)
		grid, segment := c.module.wire(c.place(x, y, turned))
		if c.Sixteenths() > 0 && c.ram[grid]>>segment&1 == 1 {
			m.Set(x, y, color.White)
		}
	}
	return m
}

// place is the place on the module of pixel x, y of a picture of the given size, which is
// mirrored, then turned clockwise; worked out apart from package pixel.
func (c *Chip) place(x, y int, size image.Point) (int, int) {
	switch c.mirror {
	case "x":
		x = size.X - 1 - x
	case "y":
		y = size.Y - 1 - y
	}
	for range c.rotate / 90 {
		x, y = size.Y-1-y, x
		size = image.Pt(size.Y, size.X)
	}
	return x, y
}

// Close implements Lines.
func (c *Chip) Close() error {
	c.closed = true
	return nil
}
