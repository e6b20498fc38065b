// SPDX-License-Identifier: Apache-2.0

package ssd1306

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"strings"

	"periph.io/x/conn/v3/physic"
)

// follows is how many bytes follow a command (the table of commands of each datasheet).
func follows(command byte) int {
	switch {
	case command == 0x26 || command == 0x27: // scrolling
		return 6
	case command == 0x29 || command == 0x2A:
		return 5
	case command == 0x21 || command == 0x22 || command == 0xA3: // from and to
		return 2
	case command == 0x20 || command == 0x81 || command == 0x8D || command == 0xA8 || command == 0xAD,
		command == 0xD3 || command == 0xD5 || command >= 0xD9 && command <= 0xDB:
		return 1
	}
	return 0
}

// A Chip is an emulated SSD1306, SSD1309 or SH1106, the only thing on an I²C bus. Only
// one goroutine may use it.
type Chip struct {
	kind     string
	size     image.Point
	address  uint16
	ram      [8][132]byte // of which an SSD1306 has 128 columns
	page     int
	column   int
	on       bool
	fed      bool   // the light has its voltage
	foreign  []byte // commands that the chip does not have
	inverse  bool
	contrast byte
	flipX    bool // segment remap as on upright modules: A1
	flipY    bool // COM scan as on upright modules: C8
	blinks   int  // times that it was dark or its contrast changed
	closed   bool
}

// NewChip returns the display that cfg describes; its memory is undefined, here
// lit.
func NewChip(cfg Config) *Chip {
	cfg.setDefaults()
	c := &Chip{kind: cfg.Chip, fed: cfg.Chip == chipSSD1309, size: image.Point(cfg.Size), address: uint16(cfg.Address),
		contrast: 0x7F}
	for p := range c.ram {
		for x := range c.ram[p] {
			c.ram[p][x] = 0xff
		}
	}
	return c
}

// Send takes one transaction; those to other addresses are not for it.
func (c *Chip) Send(addr uint16, w []byte) error {
	if addr != c.address {
		return fmt.Errorf("ssd1306: nothing at %#x", addr)
	}
	if len(w) == 0 {
		return nil
	}
	switch w[0] {
	case 0x00:
		c.commands(w[1:])
	case 0x40:
		for _, b := range w[1:] {
			c.ram[c.page][c.column] = b
			c.column = (c.column + 1) % c.columns()
		}
	}
	return nil
}

// columns is how many the memory has.
func (c *Chip) columns() int {
	if c.kind == chipSH1106 {
		return 132
	}
	return 128
}

// knows reports whether the chip's datasheet has a command.
func (c *Chip) knows(op byte) bool {
	switch {
	case op == 0x8D: // charge pump
		return c.kind == chipSSD1306
	case op == 0xAD: // converter
		return c.kind == chipSH1106
	case op >= 0x20 && op <= 0x2F: // addressing, scrolling
		return c.kind != chipSH1106
	}
	return true
}

func (c *Chip) commands(w []byte) {
	for len(w) > 0 {
		n := 1 + follows(w[0])
		if n > len(w) {
			return
		}
		c.command(w[0], w[1:n])
		w = w[n:]
	}
}

func (c *Chip) command(op byte, args []byte) {
	if !c.knows(op) {
		c.foreign = append(c.foreign, op)
		return
	}
	switch {
	case op == 0x8D:
		c.fed = args[0] == 0x14
	case op == 0xAD:
		c.fed = args[0] == 0x8B
	case op < 0x10:
		c.column = c.column&^0x0f | int(op)
	case op < 0x20:
		c.column = (c.column&0x0f | int(op&0x0f)<<4) % c.columns()
	case op == 0x21:
		c.column = int(args[0] & 127)
	case op == 0x22:
		c.page = int(args[0] & 7)
	case op == 0x81:
		if args[0] != c.contrast {
			c.blinks++
		}
		c.contrast = args[0]
	case op == 0xA0 || op == 0xA1:
		c.flipX = op == 0xA1
	case op == 0xA6 || op == 0xA7:
		c.inverse = op == 0xA7
	case op == 0xAE || op == 0xAF:
		if c.on && op == 0xAE {
			c.blinks++
		}
		c.on = op == 0xAF
	case op >= 0xB0 && op <= 0xB7:
		c.page = int(op & 7)
	case op == 0xC0 || op == 0xC8:
		c.flipY = op == 0xC8
	}
}

// Contrast is the contrast that is set.
func (c *Chip) Contrast() byte { return c.contrast }

// Blinks is how often a display that was on went off, or changed its contrast.
func (c *Chip) Blinks() int { return c.blinks }

// Lit reports whether the display is on.
func (c *Chip) Lit() bool { return c.on && c.fed }

// Picture is the visible picture, white on black.
func (c *Chip) Picture() *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: c.size})
	for i := range c.size.X * c.size.Y {
		x, y := i%c.size.X, i/c.size.X
		at := image.Pt(x, y)
		if !c.flipX {
			at.X = c.size.X - 1 - x
		}
		at.X += (c.columns() - 128) / 2
		if !c.flipY {
			at.Y = c.size.Y - 1 - y
		}
		if c.on && c.fed && c.ram[at.Y/8][at.X]>>(at.Y%8)&1 == 1 != c.inverse {
			m.Set(x, y, color.White)
		} else {
			m.Set(x, y, color.Black)
		}
	}
	return m
}

func (c *Chip) String() string { return "emulated " + strings.ToUpper(c.kind) }

// Tx implements i2c.Bus.
func (c *Chip) Tx(addr uint16, w, r []byte) error {
	if c.closed {
		return errors.New("ssd1306: bus is closed")
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
