// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/drawer"
	"github.com/ledpost/ledpost/hw/ht16k33"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/unicornhd"
	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/display"
	"periph.io/x/conn/v3/i2c/i2ctest"
	"periph.io/x/conn/v3/spi/spitest"
)

// TestEveryPanelIsADrawer draws on each panel as a program for periph does: in the display's own
// model, in part, and again after a Halt, which makes it dark.
func TestEveryPanelIsADrawer(t *testing.T) {
	for name, cfg := range samples(t) {
		spec := must.Get(cfg.Spec())(t)
		e := must.Get(emulate(cfg))(t)
		own := drawer.Of(must.Get(e.Open())(t), name, spec.Kind)
		var d display.Drawer = own
		if d.String() != name || d.Bounds() != (image.Rectangle{Max: spec.Size}) {
			t.Errorf("%s is %v with %v", name, d, d.Bounds())
		}
		m := pictures(spec.Size, true, 1)[0]
		half := image.Rect(0, 0, spec.Size.X/2, spec.Size.Y)
		must.Do(t, d.Draw(half, modelled(d.ColorModel(), m), image.Point{}))
		must.Do(t, d.Draw(image.Rectangle{half.Min.Add(image.Pt(half.Dx(), 0)), spec.Size}, m, image.Pt(half.Dx(), 0)))
		want := must.Get(Light(cfg, m, 1))(t)
		if diff := Differ(e.Picture(), want); diff != nil {
			t.Errorf("%s: %v", name, diff)
		}
		must.Do(t, d.Halt())
		if shown := e.Picture(); !dark(shown) {
			t.Errorf("%s is lit after Halt", name)
		}
		must.Do(t, errors.Join(d.Draw(image.Rectangle{}, image.Black, image.Point{})))
		if diff := Differ(e.Picture(), want); diff != nil {
			t.Errorf("%s after Halt: %v", name, diff)
		}
		must.Do(t, own.Close())
	}
}

// modelled is a picture of a color model.
func modelled(m color.Model, src *image.RGBA) image.Image {
	out := inModel{src, m}
	copied := image.NewRGBA(src.Rect)
	draw.Draw(copied, copied.Rect, out, image.Point{}, draw.Src)
	return copied
}

type inModel struct {
	*image.RGBA
	model color.Model
}

func (m inModel) ColorModel() color.Model { return m.model }
func (m inModel) At(x, y int) color.Color { return m.model.Convert(m.RGBA.At(x, y)) }

// TestDisplayBytes: on periph's own recorders the bytes are those of the data sheets.
func TestDisplayBytes(t *testing.T) {
	red := image.NewUniform(color.RGBA{R: 255, A: 255})
	spi := func(open func(*spitest.Record) (panel.Panel, error), kind panel.Kind) (last []byte) {
		port := &spitest.Record{}
		d := drawer.Of(must.Get(open(port))(t), "", kind)
		must.Do(t, d.Draw(d.Bounds(), red, image.Point{}))
		return port.Ops[len(port.Ops)-1].W
	}
	strip := spi(func(p *spitest.Record) (panel.Panel, error) {
		return apa102.New(p, apa102.Config{Layout: pixel.Layout{Width: 8, Height: 8}})
	}, panel.Color)
	if string(strip[:8]) != "\x00\x00\x00\x00\xff\x00\x00\xff" {
		t.Errorf("APA102: a start, then full current, blue, green, red, not % x", strip[:8])
	}
	hat := spi(func(p *spitest.Record) (panel.Panel, error) {
		return unicornhd.New(p, unicornhd.Config{PowerLimit: -1})
	}, panel.Color)
	if len(hat) != 769 || string(hat[:7]) != "\x72\xff\x00\x00\xff\x00\x00" {
		t.Errorf("Unicorn HAT HD: 72 and red, green, blue, not % x", hat[:7])
	}
	bus := &recorder{}
	d := drawer.Of(must.Get(ht16k33.New(bus, ht16k33.Config{}))(t), "", panel.Monochrome)
	bus.Ops = nil
	must.Do(t, d.Draw(d.Bounds(), image.White, image.Point{}))
	lit := 0
	for _, op := range bus.Ops {
		if op.Addr == 0x70 && len(op.W) == 17 && op.W[0] == 0 {
			lit++
		}
	}
	if lit != 1 {
		t.Errorf("HT16K33: %d writes of the memory from 0 on, want 1: %x", lit, bus.Ops)
	}
}

// TestOpenDisplay: wrong keys and no panel are errors, and a display has its driver's name.
func TestOpenDisplay(t *testing.T) {
	for want, cfg := range map[string]PanelConfig{
		"no panel": {}, "200 modules": NewPanelConfig("max7219", &max7219.Config{Modules: 200}),
	} {
		if _, err := OpenDisplay(cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	d := must.Get(OpenDisplay(onPort(t, samples(t)["unicornhd"], "vcd:"+t.TempDir()+"/a.vcd")))(t)
	defer d.Close()
	if !strings.HasPrefix(d.String(), "unicornhd{vcd:") {
		t.Errorf("it is %v", d)
	}
}

// recorder is periph's, with an end.
type recorder struct{ i2ctest.Record }

func (*recorder) Close() error { return nil }
