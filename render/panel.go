// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/draw"
	"io"
)

// Panel is drawn on by a Loop. Any periph display.Drawer is one. A panel
// that can be dimmed, or needs to be blanked, also has the methods of Dimmer and
// io.Closer. All methods are called by one goroutine.
type Panel interface {
	Bounds() image.Rectangle
	Draw(r image.Rectangle, src image.Image, sp image.Point) error // must not keep src
}

// Dimmer is a panel whose brightness can be set: level is perceptual, 0 (dark)
// to 1, and takes effect with the next Draw.
type Dimmer interface{ SetBrightness(level float64) error }

// Dimmed returns p if it is a Dimmer, else a panel around it that scales the sRGB
// values of the frames.
func Dimmed(p Panel) Panel {
	if _, ok := p.(Dimmer); ok {
		return p
	}
	return &dimmed{Panel: p, level: 1, frame: image.NewRGBA(p.Bounds())}
}

type dimmed struct {
	Panel
	level float64
	frame *image.RGBA
}

func (d *dimmed) SetBrightness(level float64) error {
	d.level = level
	return nil
}

func (d *dimmed) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	draw.Draw(d.frame, r, src, sp, draw.Src)
	Dim(d.frame, d.level)
	return d.Panel.Draw(r, d.frame, r.Min)
}

// Close closes the panel inside, if it can be.
func (d *dimmed) Close() error { return closePanel(d.Panel) }

// Dim scales the colours of m by level, 0 to 1: sRGB values are already close
// to even steps for the eye.
func Dim(m *image.RGBA, level float64) {
	if level >= 1 {
		return
	}
	scale := uint32(max(level, 0) * 256)
	for i := 0; i < len(m.Pix); i += 4 {
		for j := i; j < i+3; j++ {
			v := uint32(m.Pix[j])
			m.Pix[j] = uint8((v*scale + 255) >> 8) // a lit pixel stays lit, but at 0
		}
	}
}

// Tee draws on several panels, all with the size of the first. An error of one does
// not keep the others dark; the first error is returned.
func Tee(panels ...Panel) Panel { return tee(panels) }

type tee []Panel

func (t tee) Bounds() image.Rectangle { return t[0].Bounds() }

func (t tee) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	var first error
	for _, p := range t {
		if err := p.Draw(r, src, sp); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func (t tee) SetBrightness(level float64) error {
	var first error
	for _, p := range t {
		if d, ok := p.(Dimmer); ok {
			if err := d.SetBrightness(level); err != nil && first == nil {
				first = err
			}
		}
	}
	return first
}

// Close closes the panels that can be closed.
func (t tee) Close() error {
	var first error
	for _, p := range t {
		if err := closePanel(p); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func closePanel(p Panel) error {
	if c, ok := p.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
