// Package drawer makes a panel of anything that is a periph display.Drawer.
package drawer

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"

	"github.com/ledpost/ledpost/hw/pixel"
	"periph.io/x/conn/v3/display"
	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// contraster is a display whose brightness the display itself sets.
type contraster interface{ SetContrast(level byte) error }

// Panel draws on a Drawer. Displays of one bit get pixels lit by their luma,
// others the picture dimmed. It is for one goroutine. It allocates nothing
// itself; a Drawer may.
type Panel struct {
	// Immutable.
	display   display.Drawer
	bus       io.Closer
	threshold uint32 // luma, times 256
	// Mutable.
	canvas   *image.RGBA
	bits     *image1bit.VerticalLSB // nil if the display has more than one bit
	dimmed   *image.RGBA
	scale    uint32 // of values, in 65536ths
	contrast byte
	sent     byte
	lit      bool
}

// New makes a panel of d; Close halts d and closes bus, which may be nil. A
// pixel of a display of one bit is lit when its luma is above threshold, 0 to 1.
func New(d display.Drawer, bus io.Closer, threshold float64) *Panel {
	size := image.Rectangle{Max: d.Bounds().Size()}
	p := &Panel{
		display: d, bus: bus, threshold: uint32(threshold * 255 * 256),
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
	if err := p.display.Draw(p.display.Bounds(), p.picture(), image.Point{}); err != nil {
		return fmt.Errorf("drawer: %w", err)
	}
	return nil
}

// picture is what the display gets.
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
	if p.bus != nil {
		err = errors.Join(err, p.bus.Close())
	}
	return err
}
