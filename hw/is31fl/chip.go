// SPDX-License-Identifier: Apache-2.0

package is31fl

import (
	"errors"
	"fmt"
	"image"
	"image/draw"

	"periph.io/x/conn/v3/physic"
)

// A Chip is an emulated IS31FL3731 or IS31FL3741 with its LEDs, the only device on an I²C
// bus. Only one goroutine may use it.
type Chip struct {
	r        resolved
	pages    [12][256]byte
	page     byte
	unlocked bool
	closed   bool
}

// NewChip returns the matrix that cfg describes, asleep, with noise where a chip has it.
func NewChip(cfg Config) (*Chip, error) {
	r, err := cfg.resolve()
	if err != nil {
		return nil, err
	}
	c := &Chip{r: r}
	c.PowerOn()
	return c, nil
}

// PowerOn simulates a dip of the supply.
func (c *Chip) PowerOn() {
	c.pages, c.page, c.unlocked = [12][256]byte{}, 0, false
	if !c.r.module.rgb { // its frames are undefined, unlike the other's
		for i := range c.pages[0] {
			c.pages[0][i] = 0xA5
		}
	}
}

// Send takes one transaction; it refuses those to other addresses.
func (c *Chip) Send(addr uint16, w []byte) error {
	if int(addr) != c.r.Address {
		return fmt.Errorf("is31fl: nothing at %#x", addr)
	}
	if len(w) < 2 {
		return nil
	}
	switch {
	case w[0] == 0xFE && c.r.module.rgb:
		c.unlocked = w[1] == 0xC5
	case w[0] == 0xFD:
		if c.unlocked || !c.r.module.rgb {
			c.page, c.unlocked = w[1], false
		}
	case int(c.page) < len(c.pages):
		for i, v := range w[1:] { // the address follows
			c.pages[c.page][(int(w[0])+i)%256] = v
		}
	}
	return nil
}

// Lit reports whether the chip is awake and shows what it was sent.
func (c *Chip) Lit() bool {
	if c.r.module.rgb {
		return c.pages[4][0]&1 == 1 && c.pages[4][1] != 0
	}
	f := c.pages[11]
	return f[0x0A] == 1 && f[0x00] == 0 && f[0x01] == 0 && f[0x06] == 0
}

// value is the light of an output.
func (c *Chip) value(n int) uint8 {
	switch {
	case !c.Lit():
		return 0
	case c.r.module.rgb && n < 180: // the outputs of its first page
		return scaled(c.pages[0][n], c.pages[2][n])
	case c.r.module.rgb:
		return scaled(c.pages[1][n-180], c.pages[3][n-180])
	case c.pages[0][n/8]>>(n%8)&1 == 0:
		return 0
	}
	return c.pages[0][0x24+n]
}

func scaled(v, by byte) uint8 { return uint8(int(v) * int(by) / 255) }

// Picture returns the light of the LEDs where their pixels are.
func (c *Chip) Picture() *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: c.r.layout.Size})
	draw.Draw(m, m.Rect, image.Black, image.Point{}, draw.Src)
	outputs := 16 * 9
	if c.r.module.rgb {
		outputs = 39 * 9
	}
	for n := range outputs {
		led := boards[c.r.module.name](n)
		if !image.Pt(led.x, led.y).In(image.Rectangle{Max: c.r.module.size}) {
			continue
		}
		at := 4 * int(c.r.layout.Pixel[led.y*c.r.module.size.X+led.x])
		if m.Pix[at+led.color] = c.value(n); !c.r.module.rgb {
			m.Pix[at+green], m.Pix[at+blue] = c.value(n), c.value(n)
		}
	}
	return m
}

func (c *Chip) String() string { return "emulated IS31FL" }

// Tx implements i2c.Bus.
func (c *Chip) Tx(addr uint16, w, r []byte) error {
	if c.closed {
		return errors.New("is31fl: the bus is closed")
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
