// SPDX-License-Identifier: Apache-2.0

package ssd1322

import (
	"errors"
	"fmt"
	"image"
	"image/color"

	"github.com/ledpost/ledpost/hw/fourwire"
)

// Chip is an emulated display, the other end of its wires. It refuses commands that the
// datasheet does not have. Only one goroutine may use it.
type Chip struct {
	fourwire.Commands
	ram      [128][480]byte // levels
	columns  [2]int         // the window: addresses of four pixels
	rows     [2]int
	at       image.Point // the byte that comes next: x in halves of an address
	levels   [16]byte    // light, in 180ths
	contrast byte
	turn     byte // as in command A0
	on       bool
	locked   bool
	held     bool // by its reset line
	closed   bool
	blinks   int
	written  int
}

// NewChip returns a display that has just got its supply: what its memory has is
// undefined, here lit.
func NewChip() *Chip {
	c := &Chip{}
	c.Arguments, c.Do, c.Write = arguments, c.do, c.write
	for y := range c.ram {
		for x := range c.ram[y] {
			c.ram[y][x] = 15
		}
	}
	c.reset()
	return c
}

// reset is what the line RES does to the registers.
func (c *Chip) reset() {
	c.columns, c.rows = [2]int{0, 119}, [2]int{0, 127}
	c.contrast, c.turn, c.on, c.locked = 0x7F, 0, false, false
	linear(&c.levels)
}

// linear is the table after a reset (datasheet, command B9).
func linear(levels *[16]byte) {
	for n := range levels[1:] {
		levels[n+1] = byte(12 * n)
	}
}

// arguments is how many a command has (datasheet, section 9).
func arguments(op byte) (n int, ok bool) {
	switch op {
	case 0x00, 0xA4, 0xA5, 0xA6, 0xA7, 0xA9, 0xAE, 0xAF, 0xB9:
		return 0, true
	case 0x5C:
		return fourwire.Picture, true
	case 0xA1, 0xA2, 0xAB, 0xB1, 0xB3, 0xB5, 0xB6, 0xBB, 0xBE, 0xC1, 0xC7, 0xCA, 0xFD:
		return 1, true
	case 0x15, 0x75, 0xA0, 0xA8, 0xB4, 0xD1:
		return 2, true
	case 0xB8:
		return 15, true
	}
	return 0, false
}

// do is a complete command.
func (c *Chip) do(op byte, args []byte) {
	if op == 0xFD {
		c.locked = args[0] != 0x12
	}
	if c.locked {
		return
	}
	switch op {
	case 0x15:
		c.columns = [2]int{int(args[0]), int(args[1])}
	case 0x75:
		c.rows = [2]int{int(args[0]), int(args[1])}
	case 0x5C:
		c.at = image.Pt(2*c.columns[0], c.rows[0])
	case 0xA0:
		c.turn = args[0]
	case 0xAE, 0xAF:
		if c.on && op == 0xAE {
			c.blinks++
		}
		c.on = op == 0xAF
	case 0xB8:
		copy(c.levels[1:], args)
	case 0xB9:
		linear(&c.levels)
	case 0xC1:
		c.contrast = args[0]
	}
}

// write is a byte of the picture, two pixels; the window is filled row by row.
func (c *Chip) write(b byte) {
	if c.locked || c.at.Y > 127 || c.at.X > 239 {
		return
	}
	c.written++
	c.ram[c.at.Y][2*c.at.X], c.ram[c.at.Y][2*c.at.X+1] = b>>4, b&15
	if c.at.X++; c.at.X > 2*c.columns[1]+1 {
		c.at.X = 2 * c.columns[0]
		if c.at.Y++; c.at.Y > c.rows[1] {
			c.at.Y = c.rows[0]
		}
	}
}

// Send implements fourwire.Wire.
func (c *Chip) Send(data bool, bytes []byte) error {
	if c.closed {
		return errors.New("the port is closed")
	}
	for _, b := range bytes {
		if c.held {
			continue
		}
		if err := c.Take(data, b); err != nil {
			return fmt.Errorf("emulated SSD1322: %w", err)
		}
	}
	return nil
}

// Set implements fourwire.Wire.
func (c *Chip) Set(line fourwire.Line, high bool) error {
	if c.held = line == fourwire.Reset && !high; c.held {
		c.reset()
	}
	return nil
}

// Close implements fourwire.Wire.
func (c *Chip) Close() error {
	c.closed = true
	return nil
}

// Picture is the light of the pixels, as far as modules show the memory: with the outputs'
// last row at the top, or turned by 180 degrees; dark for other arrangements.
func (c *Chip) Picture() *image.RGBA64 {
	m := image.NewRGBA64(image.Rect(0, 0, width, height))
	for i := range width * height {
		x, y := i%width, i/width
		level := c.ram[y][112+x]
		light := uint16(uint32(c.levels[level]) * (uint32(c.contrast) + 1) * 65535 / (180 * 256))
		if !c.on {
			light = 0
		}
		grey := color.RGBA64{light, light, light, 0xFFFF}
		switch c.turn {
		case 0x14:
			m.SetRGBA64(x, y, grey)
		case 0x06:
			m.SetRGBA64(width-1-x, height-1-y, grey)
		}
	}
	return m
}
