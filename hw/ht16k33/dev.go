// SPDX-License-Identifier: Apache-2.0

package ht16k33

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pixel"
	"periph.io/x/conn/v3/i2c"
)

// The commands (datasheet, Command Summary).
const (
	cmdAddress    = 0x00 // of the first byte of the display's memory, which follows
	cmdOscillator = 0x21 // system setup: on
	cmdOff        = 0x80 // display setup: dark
	cmdOn         = 0x81 // display setup: lit, without blinking
	cmdRows       = 0xA0 // ROW/INT set: the pin is a row
	cmdDimming    = 0xE0 // and the level
)

// levels of dimming: with level n the LEDs are lit for n+1 sixteenths of the time
// (datasheet, Digital Dimming Data Input).
const levels = 16

// memory is the length of the display's memory: two bytes of rows a common.
const memory = 16

// Dev is an open matrix. Only one goroutine may use it.
type Dev struct {
	// Immutable.
	port      i2c.BusCloser
	address   uint16
	leds      []led  // of the module's LEDs
	threshold uint32 // luma, times 256
	// Mutable.
	canvas     *image.RGBA
	next, sent frame
	valid      bool // sent is what the chip has
	out        [1 + memory]byte
}

// led is an LED: its pixel in the picture, and its bit in the memory.
type led struct{ pixel, bit int }

// frame is what the chip is sent.
type frame struct {
	lit     bool
	dimming byte
	leds    [memory]byte
}

// New opens the matrix on port, dark. It owns port, even if it fails.
func New(port i2c.BusCloser, cfg Config) (*Dev, error) {
	m, err := cfg.resolve()
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return openResolved(port, cfg, m)
}

// openResolved opens the matrix of a resolved Config.
func openResolved(port i2c.BusCloser, cfg Config, m pixel.Map) (*Dev, error) {
	d := newDev(port, cfg, m)
	if err := d.Refresh(); err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return d, nil
}

func newDev(port i2c.BusCloser, cfg Config, m pixel.Map) *Dev {
	d := &Dev{
		port: port, address: uint16(cfg.Address), threshold: uint32(cfg.Threshold * 255 * 256),
		canvas: image.NewRGBA(image.Rectangle{Max: m.Size}), next: frame{lit: true, dimming: levels - 1},
	}
	width := cfg.Module.size().X
	for i, at := range m.Pixel {
		common, row := cfg.Module.wire(i%width, i/width)
		d.leds = append(d.leds, led{int(at), 16*common + row})
	}
	return d
}

// Bounds implements panel.Panel.
func (d *Dev) Bounds() image.Rectangle { return d.canvas.Rect }

// SetBrightness implements panel.Panel: one of 16 levels of dimming, or dark at 0.
func (d *Dev) SetBrightness(level float64) error {
	d.next.lit = level > 0
	d.next.dimming = byte(min(max(pixel.Light(level)*levels-0.5, 0), levels-1))
	return nil
}

// Draw implements panel.Panel: it sends what changed.
func (d *Dev) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	draw.Draw(d.canvas, r, src, sp, draw.Src)
	d.encode()
	if !d.valid {
		return d.Refresh()
	}
	return d.send()
}

// encode puts the picture into the bytes of the next frame.
func (d *Dev) encode() {
	d.next.leds = [memory]byte{}
	for _, l := range d.leds {
		p := d.canvas.Pix[4*l.pixel : 4*l.pixel+3]
		// Luma weights of BT.601, in 256ths.
		if 77*uint32(p[0])+150*uint32(p[1])+29*uint32(p[2]) > d.threshold {
			d.next.leds[l.bit/8] |= 1 << (l.bit % 8)
		}
	}
}

// RefreshAfter implements panel.Refresher.
func (d *Dev) RefreshAfter() time.Duration { return bus.HealEvery }

// Refresh implements panel.Refresher: the chip gets everything, so that it shows
// the picture again after a dip of its supply. The memory comes before the switch of
// the display, because it is undefined when the chip wakes up.
func (d *Dev) Refresh() error {
	d.valid = false
	for _, command := range []byte{cmdOscillator, cmdRows} {
		if err := d.command(command); err != nil {
			return err
		}
	}
	d.sent = frame{lit: !d.next.lit, dimming: ^d.next.dimming}
	for i, b := range d.next.leds {
		d.sent.leds[i] = ^b
	}
	return d.send()
}

// send sends the differences to the last values sent.
func (d *Dev) send() error {
	d.valid = false // until all of it has arrived
	if d.next.leds != d.sent.leds {
		d.out[0] = cmdAddress
		copy(d.out[1:], d.next.leds[:])
		if err := d.tell(d.out[:]); err != nil {
			return err
		}
	}
	if d.next.dimming != d.sent.dimming {
		if err := d.command(cmdDimming | d.next.dimming); err != nil {
			return err
		}
	}
	if d.next.lit != d.sent.lit {
		display := byte(cmdOff)
		if d.next.lit {
			display = cmdOn
		}
		if err := d.command(display); err != nil {
			return err
		}
	}
	d.sent, d.valid = d.next, true
	return nil
}

func (d *Dev) command(c byte) error {
	d.out[0] = c
	return d.tell(d.out[:1])
}

func (d *Dev) tell(bytes []byte) error {
	if err := d.port.Tx(d.address, bytes, nil); err != nil {
		return fmt.Errorf("ht16k33: no answer at %#x of %v: %w", d.address, d.port, err)
	}
	return nil
}

// Close implements panel.Panel: it clears the memory and switches the display
// off, so that a chip that wakes up again shows nothing.
func (d *Dev) Close() error {
	d.next = frame{}
	return errors.Join(d.Refresh(), d.port.Close())
}
