// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// chart adds the columns and the line.
func (p *Painter) chart(page *typeset.Page, room image.Rectangle, f *note.Frame, c note.Chart) time.Duration {
	if room.Min.Y > 0 && !p.grid().Tall() { // unlike letters it does not need the row below the icon
		room.Min.Y += p.scale()
	}
	ink := func(v float64) color.RGBA {
		if v < 0 {
			return p.leveled(f, v, below)
		}
		return p.leveled(f, v, p.ink(f.Color))
	}
	plot := render.Plot{Columns: c.Columns, Line: c.Line, Ink: ink}
	if c.Columns != nil && c.Line != nil { // the line must be visible on them
		plot.Ink = func(v float64) color.RGBA { return render.Between(color.RGBA{A: 255}, ink(v), 0.3) }
		plot.LineInk = ink
	}
	if f.Scale != nil {
		plot.Low, plot.High = f.Scale.Low, f.Scale.High
	}
	if f.Back.Set {
		page.Layers = append(page.Layers,
			render.Layer{At: room.Min, Widget: &render.Fill{Bounds: room.Size(), Color: f.Back.Opaque()}})
	}
	page.Put(typeset.Chart, plot.Chart(room.Size()), room.Min)
	return standChart
}

// leveled returns the colour of v by the frame's levels, or otherwise.
func (p *Painter) leveled(f *note.Frame, v float64, otherwise color.RGBA) color.RGBA {
	if c := note.ColorAt(f.Levels, v); c.Set {
		return c.Opaque()
	}
	return otherwise
}
