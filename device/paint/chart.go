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

// chart adds the columns and the line, in ink where the frame's levels have no colour.
func (p *Painter) chart(page *typeset.Page, room image.Rectangle, f *note.Frame, c note.Chart,
	ink color.RGBA) time.Duration {
	if room.Min.Y > 0 && !p.grid().Tall() { // unlike letters it does not need the row below the icon
		room.Min.Y += p.scale()
	}
	leveled := func(v float64) color.RGBA {
		otherwise := ink
		if v < 0 {
			otherwise = below
		}
		return note.ColorAt(f.Levels, v).Or(otherwise)
	}
	plot := render.Plot{Columns: c.Columns, Line: c.Line, Ink: leveled}
	if c.Columns != nil && c.Line != nil { // the line must be visible on them
		plot.Ink = func(v float64) color.RGBA { return render.Between(color.RGBA{A: 255}, leveled(v), 0.3) }
		plot.LineInk = leveled
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
