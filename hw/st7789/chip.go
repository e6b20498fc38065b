// SPDX-License-Identifier: Apache-2.0

package st7789

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/hw/fourwire"
)

// Chip is an emulated display, the other end of its wires. It refuses commands that the
// datasheet does not have, and all before it is ready. Only one goroutine may
// use it.
type Chip struct {
	fourwire.Commands
	r       resolved
	ram     [320][240]uint16
	columns [2]int // the window, as it is addressed
	rows    [2]int
	at      image.Point
	half    int // the upper byte of a pixel, or -1
	access  byte
	format  byte
	invert  bool
	on      bool
	awake   bool
	light   bool
	held    bool // by its reset line
	closed  bool
	busy    time.Time // no commands before this
	asleep  time.Time // no SLPOUT before this
	written int
}

// NewChip returns the display that cfg describes, which has just got its supply; what its
// memory has is undefined, here noise.
func NewChip(cfg Config) (*Chip, error) {
	r, err := cfg.resolve()
	if err != nil {
		return nil, err
	}
	c := &Chip{r: r}
	c.Arguments, c.Do, c.Write = arguments, c.do, c.write
	for y := range c.ram {
		for x := range c.ram[y] {
			c.ram[y][x] = uint16(40503 * (y*240 + x + 1))
		}
	}
	c.reset()
	return c, nil
}

// reset is what the line RES and the command do to the registers.
func (c *Chip) reset() {
	c.columns, c.rows, c.half = [2]int{0, 239}, [2]int{0, 319}, -1
	c.access, c.format, c.invert, c.on, c.awake = 0, 0x66, false, false, false
}

// arguments is how many a command has (datasheet, section 9.1).
func arguments(op byte) (n int, ok bool) {
	switch op {
	case 0x00, 0x01, 0x10, 0x11, 0x12, 0x13, 0x20, 0x21, 0x28, 0x29, 0x34, 0x38, 0x39:
		return 0, true
	case 0x2C, 0x3C:
		return fourwire.Picture, true
	case 0x26, 0x35, 0x36, 0x3A, 0x51, 0x53, 0x55, 0x5E:
		return 1, true
	case 0x37, 0x44:
		return 2, true
	case 0x2A, 0x2B, 0x30:
		return 4, true
	case 0x33:
		return 6, true
	}
	return 0, false
}

// do is a complete command.
func (c *Chip) do(op byte, args []byte) {
	now := time.Now()
	switch op {
	case 0x01:
		if c.awake {
			c.asleep = now.Add(120 * time.Millisecond)
		}
		c.busy = now.Add(5 * time.Millisecond)
		c.reset()
	case 0x11:
		c.awake, c.busy = true, now.Add(5*time.Millisecond)
	case 0x10:
		c.awake, c.busy = false, now.Add(5*time.Millisecond)
	case 0x20, 0x21:
		c.invert = op == 0x21
	case 0x28, 0x29:
		c.on = op == 0x29
	case 0x2A:
		c.columns = span(args)
	case 0x2B:
		c.rows = span(args)
	case 0x2C:
		c.at, c.half = image.Pt(c.columns[0], c.rows[0]), -1
	case 0x36:
		c.access = args[0]
	case 0x3A:
		c.format = args[0]
	}
}

func span(args []byte) [2]int {
	return [2]int{int(args[0])<<8 | int(args[1]), int(args[2])<<8 | int(args[3])}
}

// write is a byte of the picture, half of a pixel of 16 bits; others are not known here.
func (c *Chip) write(b byte) {
	c.written++
	if c.format != 0x55 {
		return
	}
	if c.half < 0 {
		c.half = int(b)
		return
	}
	if x, y := c.cell(c.at); x >= 0 && x < 240 && y >= 0 && y < 320 {
		c.ram[y][x] = uint16(c.half<<8 | int(b))
	}
	c.half = -1
	if c.at.X++; c.at.X > c.columns[1] {
		c.at.X = c.columns[0]
		if c.at.Y++; c.at.Y > c.rows[1] {
			c.at.Y = c.rows[0]
		}
	}
}

// cell is the memory's column and row of an address (datasheet, 8.12): with MV rows and
// columns are exchanged, MX and MY count columns and rows of the memory from the end.
func (c *Chip) cell(at image.Point) (x, y int) {
	x, y = at.X, at.Y
	if c.access&0x20 != 0 {
		x, y = y, x
	}
	if c.access&0x40 != 0 {
		x = 239 - x
	}
	if c.access&0x80 != 0 {
		y = 319 - y
	}
	return x, y
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
		if now := time.Now(); !data && (now.Before(c.busy) || b == 0x11 && now.Before(c.asleep)) {
			return fmt.Errorf("emulated ST7789: command %#02x comes too early", b)
		}
		if err := c.Take(data, b); err != nil {
			return fmt.Errorf("emulated ST7789: %w", err)
		}
	}
	return nil
}

// Set implements fourwire.Wire.
func (c *Chip) Set(line fourwire.Line, high bool) error {
	switch {
	case line == fourwire.Backlight:
		c.light = high
	case high:
		c.held = false
		c.asleep, c.busy = time.Now().Add(120*time.Millisecond), time.Now().Add(5*time.Millisecond)
	default:
		c.held = true
		c.reset()
	}
	return nil
}

// Close implements fourwire.Wire.
func (c *Chip) Close() error {
	c.closed = true
	return nil
}

// Screen is the display's picture, without its light: dark asleep or switched off.
// Displays of this kind want their colours inverted, others have Inverse set.
func (c *Chip) Screen() *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: c.r.module.screen})
	for i := range len(m.Pix) / 4 {
		x, y := i%m.Rect.Dx(), i/m.Rect.Dx()
		at := color.RGBA{A: 255}
		if c.on && c.awake {
			at = c.colour(c.seen(x, y))
		}
		m.SetRGBA(x, y, at)
	}
	return m
}

// seen is the memory behind a pixel: a wide display lies on its side, its left edge the
// memory's first row, and its top edge the last of the 172 columns from 34 on.
func (c *Chip) seen(x, y int) uint16 {
	if c.r.module.name == "320x172" {
		return c.ram[x][34+171-y]
	}
	return c.ram[y][x]
}

// colour is the colour of a value of the memory, on a display whose own order is RGB unless
// its configuration says otherwise.
func (c *Chip) colour(v uint16) color.RGBA {
	if c.invert == c.r.plain {
		v = ^v
	}
	wide := func(v uint16, bits int) uint8 { return uint8(uint32(v) * 255 / (1<<bits - 1)) }
	m := color.RGBA{wide(v>>11, 5), wide(v>>5&63, 6), wide(v&31, 5), 255}
	if c.access&8 != 0 != c.r.bgr {
		m.R, m.B = m.B, m.R
	}
	return m
}

// Picture is the colours in the middle of the LEDs, where their pixels are.
func (c *Chip) Picture() *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: c.r.layout.Size})
	screen := c.Screen()
	for i, at := range c.r.layout.Pixel {
		led := image.Pt(i%c.r.grid.X, i/c.r.grid.X).Mul(c.r.pitch).Add(c.r.corner)
		m.SetRGBA(int(at)%m.Rect.Dx(), int(at)/m.Rect.Dx(), screen.RGBAAt(led.X+c.r.pitch/2, led.Y+c.r.pitch/2))
	}
	return m
}
