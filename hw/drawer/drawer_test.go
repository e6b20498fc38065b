// SPDX-License-Identifier: Apache-2.0

package drawer

import (
	"errors"
	"image"
	"image/color"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"periph.io/x/conn/v3/display"
	"periph.io/x/conn/v3/display/displaytest"
	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// colours is a display of RGBA, periph's own fake.
func colours() *displaytest.Drawer {
	return &displaytest.Drawer{Img: image.NewNRGBA(image.Rect(0, 0, 4, 2))}
}

func TestColourDisplay(t *testing.T) {
	d := colours()
	p := New(d, nil, 0.1)
	m := image.NewRGBA(p.Bounds())
	m.Set(0, 0, color.RGBA{R: 255, A: 255})
	m.Set(3, 1, color.White)
	must.Do(t, p.Draw(m.Rect, m, image.Point{}))
	pixtest.Equal(t, d.Img, `
		R...
		...#`)
	p.SetBrightness(0.5)
	must.Do(t, p.Draw(image.Rect(1, 0, 2, 1), image.White, image.Point{}))
	pixtest.Equal(t, d.Img, `
		r+..
		...+`)
	must.Do(t, p.Close())
	pixtest.Equal(t, d.Img, `
		....
		....`)
}

// mono is a display of one bit without a contrast of its own.
type mono struct {
	displaytest.Drawer
	got  image1bit.VerticalLSB
	halt bool
	fail error
}

func (m *mono) ColorModel() color.Model { return image1bit.BitModel }
func (m *mono) Bounds() image.Rectangle { return image.Rect(0, 0, 8, 8) }
func (m *mono) Halt() error             { m.halt = true; return nil }

func (m *mono) Draw(_ image.Rectangle, src image.Image, _ image.Point) error {
	m.got = *src.(*image1bit.VerticalLSB)
	return m.fail
}

type closer struct{ closed bool }

func (c *closer) Close() error { c.closed = true; return nil }

func TestDisplayOfOneBit(t *testing.T) {
	d, bus := &mono{}, &closer{}
	p := New(d, bus, 0.5)
	m := image.NewRGBA(p.Bounds())
	m.Set(0, 0, color.White)
	m.Set(1, 7, color.Gray{128})
	m.Set(2, 2, color.Gray{127})
	must.Do(t, p.Draw(m.Rect, m, image.Point{}))
	if want := [8]byte{1, 128}; [8]byte(d.got.Pix) != want {
		t.Errorf("columns are % x, want % x", d.got.Pix, want)
	}
	d.fail = errors.New("no acknowledge")
	if err := p.Draw(m.Rect, m, image.Point{}); !errors.Is(err, d.fail) {
		t.Errorf("error is %v", err)
	}
	d.fail = nil
	if err := p.Close(); err != nil || !d.halt || !bus.closed || d.got.Pix[0] != 0 {
		t.Errorf("close: %v, halted %v, bus closed %v", err, d.halt, bus.closed)
	}
}

// still is a display of colours that allocates nothing.
type still struct{ displaytest.Drawer }

func (*still) ColorModel() color.Model { return color.RGBAModel }
func (*still) Bounds() image.Rectangle { return image.Rect(0, 0, 8, 8) }

func (*still) Draw(image.Rectangle, image.Image, image.Point) error { return nil }

// TestAllocatesNothing: what a display allocates is its own affair.
func TestAllocatesNothing(t *testing.T) {
	for name, d := range map[string]display.Drawer{"one bit": &mono{}, "colours": &still{}} {
		p := New(d, nil, 0.1)
		m := image.NewRGBA(p.Bounds())
		level := 0.0
		if n := testing.AllocsPerRun(100, func() {
			level += 0.005
			m.Pix[0]++
			must.Do(t, errors.Join(p.SetBrightness(level), p.Draw(m.Rect, m, image.Point{})))
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
