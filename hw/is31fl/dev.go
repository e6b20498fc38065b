// SPDX-License-Identifier: Apache-2.0

package is31fl

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

// Registers that both chips have on every page: the number of the page, and the
// lock of this number in the IS31FL3741.
const (
	regPage   = 0xFD
	regUnlock = 0xFE
	unlock    = 0xC5
)

// outputs is how many values a chip has.
const outputs3731, outputs3741 = 144, 351 // 16×9, 39×9

// split is how many of the IS31FL3741's values are on its first page.
const split = 180

// Dev is an open matrix. Only one goroutine may use it.
type Dev struct {
	// Immutable.
	port    i2c.BusCloser
	address uint16
	rgb     bool
	leds    []led
	// Mutable.
	curve      *pixel.Curve
	canvas     *image.RGBA
	next, sent []byte // the value of each output
	valid      bool   // sent is what the chip has
	out        [1 + 2*split]byte
}

// led is an LED: its pixel in the picture, and its outputs.
type led struct {
	pixel int
	at    [3]int
}

// New opens the matrix on port, dark. It owns port, even if it fails.
func New(port i2c.BusCloser, cfg Config) (*Dev, error) {
	r, err := cfg.resolve()
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return openResolved(port, r)
}

func openResolved(port i2c.BusCloser, r resolved) (*Dev, error) {
	curve, err := pixel.NewCurve(pixel.Colour{})
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	n := outputs3731
	if r.module.rgb {
		n = outputs3741
	}
	d := &Dev{
		port: port, address: uint16(r.Address), rgb: r.module.rgb, curve: curve,
		canvas: image.NewRGBA(image.Rectangle{Max: r.layout.Size}), next: make([]byte, n), sent: make([]byte, n),
	}
	width := r.module.size.X
	for i, at := range r.layout.Pixel {
		d.leds = append(d.leds, led{int(at), r.module.at(i%width, i/width)})
	}
	if err := d.Refresh(); err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return d, nil
}

// Bounds implements panel.Panel.
func (d *Dev) Bounds() image.Rectangle { return d.canvas.Rect }

// SetBrightness implements panel.Panel: it is in the values of the LEDs.
func (d *Dev) SetBrightness(level float64) error {
	d.curve.SetBrightness(level)
	return nil
}

// Draw implements panel.Panel: it sends the values if one has changed.
func (d *Dev) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	draw.Draw(d.canvas, r, src, sp, draw.Src)
	d.encode()
	switch {
	case !d.valid:
		return d.Refresh()
	case string(d.next) == string(d.sent):
		return nil
	}
	return d.values()
}

// encode works out the value of each output.
func (d *Dev) encode() {
	for _, l := range d.leds {
		p := d.canvas.Pix[4*l.pixel : 4*l.pixel+3]
		r, g, b := p[0], p[1], p[2]
		if !d.rgb {
			r = uint8(pixel.Luma(p) >> 8)
			g, b = r, r
		}
		red, green, blue := d.curve.Light16(r, g, b)
		d.next[l.at[0]], d.next[l.at[1]], d.next[l.at[2]] = value(red), value(green), value(blue)
	}
}

// value is the value of an output for 16-bit light: any light at all stays lit.
func value(light uint16) byte {
	v := pixel.Quantize(light, 128)
	if v == 0 && light > 0 {
		return 1
	}
	return v
}

// RefreshAfter implements panel.Refresher.
func (d *Dev) RefreshAfter() time.Duration { return bus.HealEvery }

// Refresh implements panel.Refresher: the chip is sent everything, and woken last, so that
// a chip whose supply dipped shows the picture and nothing before it.
func (d *Dev) Refresh() error {
	d.valid = false
	if d.rgb {
		return d.refresh3741()
	}
	return d.refresh3731()
}

// refresh3731 sets up picture mode on the first frame (datasheet, tables 2 to 11): page 11
// has the functions, 0x0A of which wakes the chip; a frame has 18 bytes of LEDs that are
// there, 18 of those that blink, and the values from 0x24 on.
func (d *Dev) refresh3731() error {
	err := d.page(0)
	err = firstOf(err, func() error { return d.fill(0x00, 0xFF, 18) })
	err = firstOf(err, func() error { return d.fill(0x12, 0x00, 18) })
	err = firstOf(err, func() error { return d.tell(0x24, d.next) })
	err = firstOf(err, func() error { return d.page(11) })
	err = firstOf(err, func() error { return d.fill(0x00, 0, 10) }) // picture mode, frame 0; no sound, no fading
	err = firstOf(err, func() error { return d.fill(0x0A, 1, 1) })
	return d.done(firstOf(err, func() error { return d.page(0) }))
}

// refresh3741 gives every output its full current (pages 2 and 3), its value (0 and 1), and
// wakes the chip (page 4: configuration, and the current of all).
func (d *Dev) refresh3741() error {
	err := d.page(2)
	err = firstOf(err, func() error { return d.fill(0, 0xFF, split) })
	err = firstOf(err, func() error { return d.page(3) })
	err = firstOf(err, func() error { return d.fill(0, 0xFF, outputs3741-split) })
	err = firstOf(err, d.values)
	err = firstOf(err, func() error { return d.page(4) })
	err = firstOf(err, func() error { return d.fill(1, 0xFF, 1) })
	return d.done(firstOf(err, func() error { return d.fill(0, 1, 1) }))
}

// values sends the values of all outputs.
func (d *Dev) values() error {
	d.valid = false
	if !d.rgb {
		return d.done(d.tell(0x24, d.next))
	}
	err := d.page(0)
	err = firstOf(err, func() error { return d.tell(0, d.next[:split]) })
	err = firstOf(err, func() error { return d.page(1) })
	return d.done(firstOf(err, func() error { return d.tell(0, d.next[split:]) }))
}

func firstOf(err error, then func() error) error {
	if err != nil {
		return err
	}
	return then()
}

// done notes that the chip has the values, unless err is one.
func (d *Dev) done(err error) error {
	if err == nil {
		copy(d.sent, d.next)
		d.valid = true
	}
	return err
}

// page chooses the page that the next registers are of.
func (d *Dev) page(n byte) error {
	if d.rgb {
		if err := d.fill(regUnlock, unlock, 1); err != nil {
			return err
		}
	}
	return d.fill(regPage, n, 1)
}

// fill writes n registers with one value.
func (d *Dev) fill(reg, value byte, n int) error {
	for i := range n {
		d.out[1+i] = value
	}
	return d.tell(reg, d.out[1:1+n])
}

// tell writes registers from reg on.
func (d *Dev) tell(reg byte, values []byte) error {
	d.out[0] = reg
	copy(d.out[1:], values)
	if err := d.port.Tx(d.address, d.out[:1+len(values)], nil); err != nil {
		return fmt.Errorf("is31fl: no answer at %#x of %v: %w", d.address, d.port, err)
	}
	return nil
}

// Close implements panel.Panel: all outputs are dark.
func (d *Dev) Close() error {
	clear(d.next)
	return errors.Join(d.Refresh(), d.port.Close())
}
