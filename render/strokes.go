// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"math"
)

// Block sets the pixels of r that dst has to c.
func Block(dst *image.RGBA, r image.Rectangle, c color.RGBA) {
	r = r.Intersect(dst.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := dst.Pix[dst.PixOffset(r.Min.X, y):][:4*r.Dx()]
		for ; len(row) > 0; row = row[4:] {
			row[0], row[1], row[2], row[3] = c.R, c.G, c.B, c.A
		}
	}
}

// Ridge sets the pixels of r below a line of hills to c. The line goes softly through rows above the foot of r that are
// evenly spaced from its left edge to its right one, and counted in units.
func Ridge(dst *image.RGBA, r image.Rectangle, c color.RGBA, unit float64, rows []float64) {
	for x := range r.Dx() {
		at := float64(x) / float64(r.Dx()) * float64(len(rows)-1)
		i, part := int(at), at-math.Floor(at)
		high := rows[i] + (rows[i+1]-rows[i])*part*part*(3-2*part)
		Block(dst, image.Rect(r.Min.X+x, r.Max.Y-int(high*unit+0.5), r.Min.X+x+1, r.Max.Y), c)
	}
}

// Outline sets the outermost pixels of r to c, those that dst has.
func Outline(dst *image.RGBA, r image.Rectangle, c color.RGBA) {
	for _, edge := range [...]image.Rectangle{
		{r.Min, image.Pt(r.Max.X, r.Min.Y+1)}, {image.Pt(r.Min.X, r.Max.Y-1), r.Max},
		{r.Min, image.Pt(r.Min.X+1, r.Max.Y)}, {image.Pt(r.Max.X-1, r.Min.Y), r.Max},
	} {
		Block(dst, edge.Intersect(r), c)
	}
}

// Line sets the pixels of a line to c, both ends included, by Bresenham's algorithm.
func Line(dst *image.RGBA, from, to image.Point, c color.RGBA) {
	way, step := to.Sub(from), image.Pt(1, 1)
	if way.X < 0 {
		way.X, step.X = -way.X, -1
	}
	if way.Y < 0 {
		way.Y, step.Y = -way.Y, -1
	}
	for wrong := way.X - way.Y; ; {
		dst.SetRGBA(from.X, from.Y, c)
		if from == to {
			return
		}
		twice := 2 * wrong
		if twice >= -way.Y {
			wrong, from.X = wrong-way.Y, from.X+step.X
		}
		if twice <= way.X {
			wrong, from.Y = wrong+way.X, from.Y+step.Y
		}
	}
}
