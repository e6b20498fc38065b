// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"image"
	"image/color"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// canvas holds the drawings that stand still: clear where nothing is drawn.
type canvas struct {
	*image.RGBA
	ink color.RGBA // of drawings without a colour
}

func newCanvas(size image.Point, ink color.RGBA) *canvas {
	return &canvas{image.NewRGBA(image.Rectangle{Max: size}), ink}
}

// things draws what f shows beside text and icon. An app has its drawing behind the progress, a
// notification in front of it.
func (c *canvas) things(f *note.Frame, icon bool) *image.RGBA {
	if f.Form == note.FormAwtrixNotice {
		c.progress(f, icon)
	}
	for i := range f.Draw {
		c.shape(&f.Draw[i])
	}
	if f.Form != note.FormAwtrixNotice {
		c.progress(f, icon)
	}
	c.charts(f, icon)
	return c.RGBA
}

// Default colours of the progress.
var (
	done = color.RGBA{0, 255, 0, 255}
	rest = color.RGBA{255, 255, 255, 255}
)

// progress draws the bar in the last row: behind the icon, and without a gap.
func (c *canvas) progress(f *note.Frame, icon bool) {
	if f.Progress == nil {
		return
	}
	x := 0
	if icon {
		x = Side
	}
	room := c.Rect.Max.X - x
	render.Block(c.RGBA, image.Rect(x, height-1, c.Rect.Max.X, height), f.Progress.Back.Or(rest))
	full := x + int(f.Progress.Percent)*room/100
	render.Block(c.RGBA, image.Rect(x, height-1, full, height), f.Progress.Color.Or(done))
}

// The most values of a chart.
const (
	mostValues     = 16
	mostBesideIcon = 11
)

// chart is where bars and line of a frame are.
type chart struct {
	x, columns int
	most       int // values
	auto       bool
	ink, back  color.RGBA
}

func (c *canvas) charts(f *note.Frame, icon bool) {
	at := chart{0, c.Rect.Max.X, mostValues, f.Scale == nil, f.Color.Or(c.ink), f.Back.Or(color.RGBA{})}
	if icon {
		at.x, at.columns, at.most = Side+1, c.Rect.Max.X-Side-1, mostBesideIcon
	}
	c.bars(at, at.heights(f.Chart))
	c.lines(at, at.heights(f.Line))
}

// tallest bounds the heights of values that are drawn as they are.
const tallest = 1 << 10

// heights returns how many rows each value has. The largest has all of them, unless they
// are drawn as they are; without a value above 0 there is nothing to see.
func (at *chart) heights(values []float64) []int {
	list := make([]int, min(len(values), at.most))
	top := 0
	for i := range list {
		list[i] = int(values[i])
		top = max(top, list[i])
	}
	for i, v := range list {
		switch {
		case !at.auto:
			list[i] = min(max(v, -tallest), tallest)
		case top == 0:
			list[i] = -1
		default:
			list[i] = max(v*height/top, -tallest)
		}
	}
	return list
}

// bars draws columns with a gap of a pixel between them, or without where columns are few.
func (c *canvas) bars(at chart, heights []int) {
	n := len(heights)
	if n == 0 {
		return
	}
	gap := 1
	if at.columns < 2*n-1 { // on a panel narrower than AWTRIX's
		gap = 0
	}
	w := max(1, (at.columns-gap*(n-1))/n)
	for i, h := range heights {
		x := at.x + i*(w+gap)
		if at.back != (color.RGBA{A: 255}) && at.back.A != 0 {
			render.Block(c.RGBA, image.Rect(x, 0, x+w, height), at.back)
		}
		if h > 0 {
			render.Block(c.RGBA, image.Rect(x, height-h, x+w, height), at.ink)
		}
	}
}

// lines joins the values, of which 0 is below the panel.
func (c *canvas) lines(at chart, heights []int) {
	for i := 1; i < len(heights); i++ {
		step := float32(at.columns) / float32(len(heights)-1)
		x, x1 := at.x+int(float32(step*float32(i-1))), at.x+int(float32(step*float32(i)))
		render.Line(c.RGBA, image.Pt(x, height-heights[i-1]), image.Pt(x1, height-heights[i]), at.ink)
	}
}

// stale is the colour of the frame around an app whose lifetime is over.
var stale = color.RGBA{0x6e, 0x07, 0x00, 255}

// Mark returns the frame around the picture of an app whose lifetime is over, clear within, for
// a panel of that size.
func Mark(panel image.Point) *image.RGBA {
	size, scale := Grid(panel)
	c := newCanvas(size, stale)
	render.Outline(c.RGBA, c.Rect, stale)
	out := image.NewRGBA(image.Rectangle{Max: panel})
	(&Picture{panel: panel, size: size, scale: scale}).enlarge(out, image.Point{}, c.RGBA)
	return out
}
