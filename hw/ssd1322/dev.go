// SPDX-License-Identifier: Apache-2.0

package ssd1322

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"math"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/fourwire"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/srgb"
)

// The commands that are sent again and again (datasheet, section 9).
const (
	cmdColumns  = 0x15
	cmdWrite    = 0x5C
	cmdRows     = 0x75
	cmdOff      = 0xAE
	cmdOn       = 0xAF
	cmdContrast = 0xC1
)

// left is the first of the memory's 120 column addresses, of four pixels each, that
// displays of 256 pixels show: they sit in the middle of the chip's 480 outputs.
const left = (480/4 - width/4) / 2

// Dev is an open display. Only one goroutine may use it.
type Dev struct {
	wire   fourwire.Wire
	rotate bool
	canvas *image.RGBA
	next   [bytes]byte // the picture as the memory has it
	sent   [bytes]byte
	valid  bool // sent is what the memory has
	light  byte // contrast; its least with lit false
	lit    bool
	told   [2]byte // contrast, and on or off, that the chip has
	out    [16]byte
}

// New opens the display at wire, dark. It owns wire, even if it fails.
func New(wire fourwire.Wire, cfg Config) (*Dev, error) {
	if _, err := cfg.resolve(); err != nil {
		return nil, errors.Join(err, wire.Close())
	}
	d := &Dev{wire: wire, rotate: cfg.Rotate == 180, canvas: image.NewRGBA(image.Rect(0, 0, width, height)),
		light: 255, lit: true}
	err := wire.Set(fourwire.Reset, false)
	time.Sleep(time.Millisecond) // datasheet, 8.9: 100 µs at least
	if err = errors.Join(err, wire.Set(fourwire.Reset, true)); err == nil {
		time.Sleep(time.Millisecond)
		err = d.Refresh()
	}
	if err != nil {
		return nil, errors.Join(err, wire.Close())
	}
	return d, nil
}

// Bounds implements panel.Panel.
func (d *Dev) Bounds() image.Rectangle { return d.canvas.Rect }

// SetBrightness implements panel.Panel: it is the current of all pixels.
func (d *Dev) SetBrightness(level float64) error {
	d.lit = level > 0
	d.light = byte(max(math.Round(256*pixel.Light(level)), 1) - 1)
	return nil
}

// Draw implements panel.Panel: it sends the rows from the first to the last that changed.
func (d *Dev) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	draw.Draw(d.canvas, r, src, sp, draw.Src)
	d.encode()
	if !d.valid {
		return d.Refresh()
	}
	const row = width / 2
	from, to := 0, height
	for ; from < to && string(d.next[from*row:][:row]) == string(d.sent[from*row:][:row]); from++ {
	}
	for ; to > from && string(d.next[(to-1)*row:][:row]) == string(d.sent[(to-1)*row:][:row]); to-- {
	}
	if from < to {
		if err := d.rows(from, to); err != nil {
			return err
		}
	}
	return d.glow()
}

// encode puts the picture into next, the left one of two pixels in the upper half of a byte.
func (d *Dev) encode() {
	for i := range d.next {
		p := d.canvas.Pix[8*i : 8*i+8 : 8*i+8]
		d.next[i] = grey(p[:4])<<4 | grey(p[4:])
	}
}

// grey is the level of a pixel: any light at all stays lit.
func grey(rgba []byte) byte {
	luma := pixel.Luma(rgba)
	n := byte((luma*15 + 128*255) / (256 * 255))
	if n == 0 && luma > 0 {
		return 1
	}
	return n
}

// levels are the light of the levels 1 to 15, in 180ths: by the curve of sRGB, as far as
// each is above the one before (datasheet, "Set Gray Scale Table").
func levels() (all [15]byte) {
	before := byte(0)
	for n := range all {
		all[n] = max(byte(math.Round(180*srgb.Light(float64(n+1)/15))), before+1)
		before = all[n]
	}
	return all
}

// rows sends some of the picture.
func (d *Dev) rows(from, to int) error {
	d.valid = false // until all of it has arrived
	err := d.tell(cmdColumns, left, left+width/4-1)
	err = errors.Join(err, d.tell(cmdRows, byte(from), byte(to-1)), d.tell(cmdWrite))
	if err == nil {
		err = d.wire.Send(true, d.next[from*width/2:to*width/2])
	}
	if err != nil {
		return fmt.Errorf("ssd1322: %w", err)
	}
	copy(d.sent[from*width/2:], d.next[from*width/2:to*width/2])
	d.valid = true
	return nil
}

// glow sends the brightness, if it has changed.
func (d *Dev) glow() error {
	next := [2]byte{d.light, cmdOff}
	if d.lit {
		next[1] = cmdOn
	}
	if next == d.told {
		return nil
	}
	if err := errors.Join(d.tell(cmdContrast, next[0]), d.tell(next[1])); err != nil {
		return fmt.Errorf("ssd1322: %w", err)
	}
	d.told = next
	return nil
}

// tell sends a command and its arguments.
func (d *Dev) tell(op byte, args ...byte) error {
	d.out[0] = op
	n := copy(d.out[1:], args)
	if err := d.wire.Send(false, d.out[:1]); err != nil || n == 0 {
		return err
	}
	return d.wire.Send(true, d.out[1:1+n])
}

// RefreshAfter implements panel.Refresher.
func (d *Dev) RefreshAfter() time.Duration { return bus.HealEvery }

// Refresh implements panel.Refresher: the display is sent everything, and switched on
// last: after a dip of its supply it shows the picture and nothing before it.
func (d *Dev) Refresh() error {
	d.valid, d.told = false, [2]byte{}
	for _, c := range setup {
		if err := d.tell(c[0], c[1:]...); err != nil {
			return fmt.Errorf("ssd1322: %w", err)
		}
	}
	turn := byte(0x14) // the last row of the outputs at the top
	if d.rotate {
		turn = 0x06 // the last column at the left
	}
	if err := errors.Join(d.tell(0xA0, turn, 0x11), d.tell(0xB8, gamma[:]...), d.tell(0x00)); err != nil {
		return fmt.Errorf("ssd1322: %w", err)
	}
	return errors.Join(d.rows(0, height), d.glow())
}

// gamma is levels, once.
var gamma = levels()

// setup are the registers of a display of 256×64 at 3.3 V (datasheet, section 10; values
// as modules' makers give them).
var setup = [][]byte{
	{0xFD, 0x12},       // commands are taken
	{0xB3, 0x91},       // 80 pictures a second
	{0xCA, height - 1}, // rows
	{0xA2, 0}, {0xA1, 0},
	{0xB5, 0}, {0xAB, 1}, // no separate lines; the regulator inside
	{0xB4, 0xA0, 0xFD}, {0xC7, 0x0F},
	{0xB1, 0xE2}, {0xD1, 0xA2, 0x20}, {0xBB, 0x1F}, {0xB6, 0x08}, {0xBE, 0x07},
	{0xA9}, {0xA6}, // the whole display, and what the memory has
}

// Close implements panel.Panel: the memory is dark, and the display off.
func (d *Dev) Close() error {
	clear(d.next[:])
	d.lit = false
	return errors.Join(d.rows(0, height), d.glow(), d.wire.Close())
}
