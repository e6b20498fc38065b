// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/drawer"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/display"
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

// TestOpenDisplay: wrong keys and no panel are errors, and a display has its driver's name.
func TestOpenDisplay(t *testing.T) {
	for want, cfg := range map[string]PanelConfig{
		"no panel": {}, "200 modules": NewPanelConfig("max7219", &max7219.Config{Modules: 200}),
	} {
		_, err := OpenDisplay(cfg)
		must.Fail(t, err, want)
	}
	d := must.Get(OpenDisplay(onPort(t, samples(t)["unicornhd"], "vcd:"+t.TempDir()+"/a.vcd")))(t)
	defer d.Close()
	if !strings.HasPrefix(d.String(), "unicornhd{vcd:") {
		t.Errorf("it is %v", d)
	}
}
