// SPDX-License-Identifier: Apache-2.0

package tm1640

import (
	"errors"
	"image"
	"image/draw"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pixel"
)

// The commands (datasheet, "Data command setting" and "Display control").
const (
	cmdData    = 0x40 // bytes follow one another from an address on
	cmdAddress = 0xC0 // of the first grid, whose byte follows
	cmdOff     = 0x80
	cmdOn      = 0x88 // and the level of the light
)

// grids is how many bytes the chip's memory has.
const grids = 16

// sixteenths is how much of the time the LEDs are lit at each level (datasheet,
// "Display control": pulse width).
var sixteenths = [8]int{1, 2, 4, 10, 11, 12, 13, 14}

// Dev is an open matrix. Only one goroutine may use it.
type Dev struct {
	// Immutable.
	wire      wire
	leds      []led
	threshold uint32
	// Mutable.
	canvas     *image.RGBA
	next, sent frame
	valid      bool // sent is what the chip has
	out        [1 + grids]byte
}

// led is an LED: its pixel in the picture, and its bit in the memory.
type led struct{ pixel, bit int }

// frame is what the chip is sent.
type frame struct {
	display byte // the command
	leds    [grids]byte
}

// New opens the matrix on two lines, dark. It owns them, even if it fails.
func New(l Lines, cfg Config) (*Dev, error) {
	r, err := cfg.resolve()
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return openResolved(l, r)
}

func openResolved(l Lines, r resolved) (*Dev, error) {
	d := &Dev{
		wire: wire{l}, threshold: pixel.Over(r.Threshold),
		canvas: image.NewRGBA(image.Rectangle{Max: r.layout.Size}), next: frame{display: cmdOn | 7},
	}
	width := r.Module.size().X
	for i, at := range r.layout.Pixel {
		grid, segment := r.Module.wire(i%width, i/width)
		d.leds = append(d.leds, led{int(at), 8*grid + segment})
	}
	if err := d.Refresh(); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return d, nil
}

// Bounds implements panel.Panel.
func (d *Dev) Bounds() image.Rectangle { return d.canvas.Rect }

// SetBrightness implements panel.Panel: the nearest of the chip's eight levels, or dark
// at 0.
func (d *Dev) SetBrightness(level float64) error {
	if d.next.display = cmdOff; level > 0 {
		d.next.display = cmdOn | nearest(pixel.Light(level)*float64(sixteenths[7]))
	}
	return nil
}

// nearest returns the level whose light is nearest to that many sixteenths.
func nearest(light float64) (level byte) {
	for n := range sixteenths[1:] {
		if light > float64(sixteenths[n]+sixteenths[n+1])/2 {
			level = byte(n + 1)
		}
	}
	return level
}

// Draw implements panel.Panel: it sends what changed.
func (d *Dev) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	draw.Draw(d.canvas, r, src, sp, draw.Src)
	d.encode()
	if d.valid && d.next == d.sent {
		return nil
	}
	return d.Refresh()
}

// encode puts the picture into the bytes of the next frame.
func (d *Dev) encode() {
	d.next.leds = [grids]byte{}
	for _, l := range d.leds {
		if pixel.Luma(d.canvas.Pix[4*l.pixel:]) > d.threshold {
			d.next.leds[l.bit/8] |= 1 << (l.bit % 8)
		}
	}
}

// RefreshAfter implements panel.Refresher.
func (d *Dev) RefreshAfter() time.Duration { return bus.HealEvery }

// Refresh implements panel.Refresher: three messages, of which the last one lights what
// the memory has, so that a chip whose supply dipped never shows another picture.
func (d *Dev) Refresh() error {
	d.valid = false // until all of it has arrived
	d.out[0] = cmdData
	if err := d.wire.send(d.out[:1]); err != nil {
		return err
	}
	d.out[0] = cmdAddress
	copy(d.out[1:], d.next.leds[:])
	if err := d.wire.send(d.out[:]); err != nil {
		return err
	}
	d.out[0] = d.next.display
	if err := d.wire.send(d.out[:1]); err != nil {
		return err
	}
	d.sent, d.valid = d.next, true
	return nil
}

// Close implements panel.Panel: it clears the memory and switches the display off.
func (d *Dev) Close() error {
	d.next = frame{display: cmdOff}
	return errors.Join(d.Refresh(), d.wire.Close())
}
