// SPDX-License-Identifier: Apache-2.0

package drawer

import (
	"errors"
	"image"
	"image/color"

	"periph.io/x/conn/v3/display"
	"periph.io/x/devices/v3/ssd1306/image1bit"

	"github.com/ledpost/ledpost/hw/panel"
)

// A Display is a panel of this program as programs for periph know displays: a display.Drawer.
// Only one goroutine may use it.
type Display struct {
	panel panel.Panel
	name  string
	model color.Model
	level float64
	dark  bool // halted
}

var _ display.Drawer = (*Display)(nil)

// Of returns the display of an open panel of that kind, which it owns from then on. name is what
// String returns.
func Of(p panel.Panel, name string, kind panel.Kind) *Display {
	d := &Display{panel: p, name: name, model: color.RGBAModel, level: 1}
	switch kind {
	case panel.Monochrome:
		d.model = image1bit.BitModel
	case panel.Grayscale:
		d.model = color.GrayModel
	}
	return d
}

// String implements conn.Resource.
func (d *Display) String() string { return d.name }

// ColorModel implements display.Drawer. Pictures of any model may be drawn.
func (d *Display) ColorModel() color.Model { return d.model }

// Bounds implements display.Drawer; its Min is at (0, 0).
func (d *Display) Bounds() image.Rectangle { return d.panel.Bounds() }

// Draw implements display.Drawer. It lights a display that was halted, and allocates nothing if
// the panel does not.
func (d *Display) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	if d.dark {
		if err := d.panel.SetBrightness(d.level); err != nil {
			return err
		}
		d.dark = false
	}
	return d.panel.Draw(r, src, sp)
}

// SetBrightness takes a perceived brightness, 0 to 1, for the next Draw.
func (d *Display) SetBrightness(level float64) error {
	d.level = level
	if d.dark {
		return nil
	}
	return d.panel.SetBrightness(level)
}

// Halt implements conn.Resource: the display goes dark, and keeps its picture for the next Draw.
func (d *Display) Halt() error {
	d.dark = true
	return errors.Join(d.panel.SetBrightness(0), d.panel.Draw(image.Rectangle{}, image.Black, image.Point{}))
}

// Close makes the display dark and gives its bus back.
func (d *Display) Close() error { return d.panel.Close() }
