// SPDX-License-Identifier: Apache-2.0

package max7219

import (
	"fmt"
	"image"
	"image/color"

	"github.com/ledpost/ledpost/hw/bus"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// A Chain is an emulated chain of chips: an SPI port that does with the bits
// what the chips do. Tests draw on it, and captures of real wires are played
// into it. Only one goroutine may use it.
type Chain struct {
	bus.Emulated
	chips  []chip // from the one next to the Pi on
	geo    geometry
	wiring Config
}

// chip is a MAX7219: a shift register and what its registers hold, by their numbers in the
// library MD_MAX72XX: 1 to 8 are the digits, 9 decodes, 10 is the intensity, 11 the scan
// limit, 12 shuts down, and 15 tests.
type chip struct {
	shift uint16
	reg   [16]byte
}

// NewChain returns the chain that cfg describes, as it is after power on: shut
// down, digits undefined (here lit, to see whether they get overwritten).
func NewChain(cfg Config) (*Chain, error) {
	cfg.setDefaults()
	if err := cfg.check(); err != nil {
		return nil, err
	}
	g, err := newGeometry(cfg)
	if err != nil {
		return nil, err
	}
	c := &Chain{chips: make([]chip, cfg.Modules), geo: g, wiring: cfg}
	for i := range c.chips {
		for d := range 8 {
			c.chips[i].reg[1+d] = 0xff
		}
	}
	c.Name = fmt.Sprintf("chain of %d MAX7219", len(c.chips))
	c.Connected, c.Take = connected, c.Send
	return c, nil
}

// connected: the chips need mode 0 and at most 10 MHz.
func connected(f physic.Frequency, mode spi.Mode, bits int) error {
	if f > 10*physic.MegaHertz || mode != spi.Mode0 || bits != 8 {
		return fmt.Errorf("max7219: %v in %v with %d bits is not what the chips take", f, mode, bits)
	}
	return nil
}

// Send shifts the bytes into the chain and latches them, as one packet on the
// bus does.
func (c *Chain) Send(data []byte) {
	for _, b := range data {
		for bit := 7; bit >= 0; bit-- {
			c.clock(uint16(b >> bit & 1))
		}
	}
	for i := range c.chips {
		chip := &c.chips[i]
		if reg := chip.shift >> 8 & 15; reg != 0 { // 0 is no operation
			chip.reg[reg] = byte(chip.shift)
		}
	}
}

// clock shifts one bit in; each chip's last bit goes on to the next chip.
func (c *Chain) clock(in uint16) {
	for i := range c.chips {
		out := c.chips[i].shift >> 15
		c.chips[i].shift = c.chips[i].shift<<1 | in
		in = out
	}
}

// duty is the share of the time that a digit's segment is lit, of the digits'
// whole time, 0 to 31/32.
func (c *chip) duty(digit, segment int) float64 {
	switch {
	case c.reg[15]&1 == 1:
		return 31.0 / 32
	case c.reg[12]&1 == 0, digit > int(c.reg[11]&7):
		return 0
	case c.reg[9]>>digit&1 == 1: // a digit of seven segments, never a row
		return 31.0 / 32
	case c.reg[1+digit]>>segment&1 == 0:
		return 0
	}
	return float64(2*int(c.reg[10]&15)+1) / 32
}

// Duty calls f with the duty cycle, 0 to 31/32, of each LED of the picture.
func (c *Chain) Duty(f func(x, y int, duty float64)) {
	for k := range c.chips {
		for i := range 64 {
			p := c.geo.point(c.wiring, k, i/8, i%8)
			if p.In(image.Rectangle{Max: c.geo.size}) {
				f(p.X, p.Y, c.chips[k].duty(i/8, i%8))
			}
		}
	}
}

// Picture is the chain's picture: white where an LED is lit.
func (c *Chain) Picture() *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: c.geo.size})
	c.Duty(func(x, y int, duty float64) {
		if duty > 0 {
			m.Set(x, y, color.White)
		} else {
			m.Set(x, y, color.Black)
		}
	})
	return m
}

// point is the place in the picture of a module's LED, worked out from where the
// modules are, not from how the encoder turns cells.
func (g *geometry) point(c Config, k, digit, segment int) image.Point {
	cols := c.Modules / c.Rows
	col, row := k%cols, k/cols
	p := c.Wiring.local(digit, segment)
	if c.Serpentine != "" && row%2 == 1 {
		col = cols - 1 - col
		if c.Serpentine == "turned" {
			p = image.Pt(7-p.X, 7-p.Y)
		}
	}
	if c.First == "top-right" || c.First == "bottom-right" {
		col = cols - 1 - col
	}
	if c.First == "bottom-left" || c.First == "bottom-right" {
		row = c.Rows - 1 - row
	}
	p = p.Add(image.Pt(8*col, 8*row))
	for range c.Rotate / 90 { // undo a quarter of the picture's turn
		p = image.Pt(p.Y, 8*cols-1-p.X)
		cols, c.Rows = c.Rows, cols
	}
	return p
}

// Glitch sets a register of one chip as noise might.
func (c *Chain) Glitch(chip int, register, value byte) { c.chips[chip].reg[register&15] = value }
