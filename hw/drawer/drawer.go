// SPDX-License-Identifier: Apache-2.0

// Package drawer makes a panel of anything that is a periph display.Drawer, and a display.Drawer of
// any panel.
package drawer

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pixel"
	"periph.io/x/conn/v3/display"
	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// contraster is a display whose brightness the display itself sets.
type contraster interface{ SetContrast(level byte) error }

// Panel draws on a Drawer. On displays of one bit, pixels are lit by their
// luma; others get the dimmed picture. Only one goroutine may use it. It
// allocates nothing itself; a Drawer may.
type Panel struct {
	// Immutable.
	port      io.Closer
	threshold uint32 // luma, times 256
	open      Opener // nil if it cannot be opened again
	// Mutable.
	display  display.Drawer
	shown    image.Image // what the display was last sent
	canvas   *image.RGBA
	bits     *image1bit.VerticalLSB // nil if the display has more than one bit
	dimmed   *image.RGBA
	scale    uint32 // of values, in 65536ths
	contrast byte
	sent     byte
	lit      bool
}

// An Opener opens a connected display and sets all of its registers, including
// the contrast if it has one. It is called again and again for the same
// display, which must not blink each time.
type Opener func(contrast byte) (display.Drawer, error)

// Open is New for what open returns. Each Refresh opens the display again and
// sends all of the picture.
func Open(open Opener, port io.Closer, threshold float64) (*Panel, error) {
	d, err := open(255)
	if err != nil {
		return nil, err
	}
	p := New(d, port, threshold)
	p.open = open
	return p, nil
}

// New makes a panel of d; Close halts d and closes port, which may be nil. A
// pixel of a display of one bit is lit when its luma is above threshold, 0 to 1.
func New(d display.Drawer, port io.Closer, threshold float64) *Panel {
	size := image.Rectangle{Max: d.Bounds().Size()}
	p := &Panel{
		display: d, port: port, threshold: uint32(threshold * 255 * 256),
		canvas: image.NewRGBA(size), scale: 1 << 16, contrast: 255, sent: 255, lit: true,
	}
	if d.ColorModel() == image1bit.BitModel {
		p.bits = image1bit.NewVerticalLSB(size)
	} else {
		p.dimmed = image.NewRGBA(size)
	}
	return p
}

// Bounds implements hw.Panel.
func (p *Panel) Bounds() image.Rectangle { return p.canvas.Rect }

// SetBrightness implements hw.Panel.
func (p *Panel) SetBrightness(level float64) error {
	p.lit = level > 0
	light := pixel.Light(level)
	p.contrast = byte(255*light + 0.5)
	// The values of a picture are perceived lightness, about: level scales them.
	p.scale = uint32(min(max(level, 0), 1) * (1 << 16))
	return nil
}

// Draw implements hw.Panel.
func (p *Panel) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	draw.Draw(p.canvas, r, src, sp, draw.Src)
	if c, ok := p.display.(contraster); ok && p.contrast != p.sent {
		if err := c.SetContrast(p.contrast); err != nil {
			return fmt.Errorf("drawer: %w", err)
		}
		p.sent = p.contrast
	}
	p.shown = p.picture()
	return p.send()
}

func (p *Panel) send() error {
	if err := p.display.Draw(p.display.Bounds(), p.shown, image.Point{}); err != nil {
		return fmt.Errorf("drawer: %w", err)
	}
	return nil
}

// RefreshAfter implements hw.Refresher.
func (p *Panel) RefreshAfter() time.Duration {
	if p.open == nil || p.shown == nil {
		return 0
	}
	return bus.HealEvery
}

// Refresh implements hw.Refresher: a display that lost its supply comes back, or
// the error says that it does not answer. A driver only sends differences, so it
// takes a new one to send everything.
func (p *Panel) Refresh() error {
	if p.open == nil || p.shown == nil {
		return nil
	}
	d, err := p.open(p.sent)
	if err != nil {
		return fmt.Errorf("drawer: %w", err)
	}
	p.display = d
	return p.send()
}

// picture returns what the display is sent.
func (p *Panel) picture() image.Image {
	if p.bits != nil {
		p.pack()
		return p.bits
	}
	scale := p.scale
	if _, ok := p.display.(contraster); ok && p.lit {
		scale = 1 << 16
	}
	for i, v := range p.canvas.Pix {
		p.dimmed.Pix[i] = uint8(uint32(v) * scale >> 16)
		if i%4 == 3 {
			p.dimmed.Pix[i] = 255
		}
	}
	return p.dimmed
}

// pack fills bits: a byte is eight pixels below each other, the lowest bit at
// the top.
func (p *Panel) pack() {
	clear(p.bits.Pix)
	if !p.lit {
		return
	}
	w, h := p.canvas.Rect.Dx(), p.canvas.Rect.Dy()
	for y := range h {
		row := p.canvas.Pix[y*p.canvas.Stride:]
		for x := range w {
			// Luma weights of BT.601, in 256ths.
			luma := 77*uint32(row[4*x]) + 150*uint32(row[4*x+1]) + 29*uint32(row[4*x+2])
			if luma > p.threshold {
				p.bits.Pix[y/8*p.bits.Stride+x] |= 1 << (y % 8)
			}
		}
	}
}

// Close implements hw.Panel.
func (p *Panel) Close() error {
	p.lit = false
	p.scale = 0
	err := errors.Join(p.display.Draw(p.display.Bounds(), p.picture(), image.Point{}), p.display.Halt())
	if p.port != nil {
		err = errors.Join(err, p.port.Close())
	}
	return err
}
