// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"math"
	"slices"
	"time"
)

// Chart draws values as columns, or as a line, filling the width: more values than
// pixel columns are averaged, and of at most a fourth as many a quarter of each
// is dark, between it and the next. It does not move. New ones come from Plot.Chart.
type Chart struct {
	bounds  image.Point
	columns []column // in the order of drawing
}

// column is the rows from, up to but not including to, in one colour.
type column struct {
	x        int
	from, to int
	ink      color.RGBA
}

// Plot describes a chart.
type Plot struct {
	Columns   []float64 // from the zero line up or down
	Line      []float64 // over the columns, on the same scale
	Low, High float64   // values at the bottom and at the top; equal = derived from the values, see Chart

	Ink     func(v float64) color.RGBA // of a column
	LineInk func(v float64) color.RGBA // of the line; nil = Ink
}

// Chart returns the chart of p, which must have columns or a line, scaled to bounds. Where
// the scale is derived, 0 lies at the bottom, or higher if some values are negative; those
// hang down from it. If all values have the same sign and the one nearest to 0 is more than
// half of the furthest, the scale begins at the nearest, so that 20 to 23 degrees are not a
// solid block. Equal values are half as high as the chart; nothing but zeros is a line at
// the bottom. A value that is not 0 shows at least one pixel.
func (p Plot) Chart(bounds image.Point) *Chart {
	if bounds.X < 1 || bounds.Y < 1 {
		return &Chart{}
	}
	if p.LineInk == nil {
		p.LineInk = p.Ink
	}
	columns, line := resample(p.Columns, bounds.X), resample(p.Line, bounds.X)
	a := p.axis(append(columns[:len(columns):len(columns)], line...), bounds.Y)
	c := &Chart{bounds: bounds}
	for x, v := range columns {
		if between(x, len(p.Columns), bounds.X) {
			continue
		}
		from, to := a.column(v)
		c.columns = append(c.columns, column{x, from, to, p.Ink(v)})
	}
	for x, v := range line {
		from, to := a.row(v), a.row(v)+1
		if x > 0 { // it is connected to the row before
			before := a.row(line[x-1])
			from, to = min(from, before+1), max(to, before)
		}
		c.columns = append(c.columns, column{x, from, to, p.LineInk(v)})
	}
	return c
}

// axis maps values to rows of a chart.
type axis struct {
	scale
	low, high float64 // values outside are drawn at the edge
	zero      int     // the row under the upright columns
	rows      int
}

func (p Plot) axis(values []float64, rows int) axis {
	low, high := slices.Min(values), slices.Max(values)
	a := axis{newScale(low, high, rows), low, high, zeroRow(min(0, low), max(0, high), rows), rows}
	if p.Low != p.High {
		a.low, a.high = p.Low, p.High
		a.scale = scale{per: float64(rows) / (p.High - p.Low)}
		if p.Low*p.High > 0 { // 0 is outside: start from the edge nearer to it
			a.from = min(math.Abs(p.Low), math.Abs(p.High))
		}
		a.zero = zeroRow(min(0, p.Low), max(0, p.High), rows)
	}
	return a
}

// column returns the rows of the value v.
func (a *axis) column(v float64) (from, to int) {
	v = min(max(v, a.low), a.high)
	if n := a.scale.rows(v); v < 0 {
		return a.zero, min(a.zero+n, a.rows)
	} else {
		return max(a.zero-n, 0), a.zero
	}
}

// row returns the row at the end of v's column.
func (a *axis) row(v float64) int {
	from, to := a.column(v)
	if v < 0 {
		return min(max(to-1, 0), a.rows-1)
	}
	return max(min(from, a.zero-1), 0) // 0 itself is above the line of 0
}

// scale converts values to rows, on either side of 0.
type scale struct {
	from  float64 // the absolute value that is shown at the minimum height
	least float64
	per   float64 // rows per unit
}

// newScale returns the scale for values from low to high.
func newScale(low, high float64, rows int) scale {
	near, far := min(math.Abs(low), math.Abs(high)), max(math.Abs(low), math.Abs(high))
	switch {
	case far == 0:
		return scale{least: 1}
	case low == high:
		return scale{least: float64((rows + 1) / 2)}
	case low*high > 0 && near > far/2:
		return scale{from: near, least: 1, per: float64(rows-1) / (far - near)}
	}
	return scale{per: float64(rows) / (max(0, high) - min(0, low))}
}

// rows returns the height of v.
func (s scale) rows(v float64) int {
	n := int(s.least + (math.Abs(v)-s.from)*s.per + 0.5)
	if v != 0 {
		n = max(n, 1)
	}
	return n
}

// zeroRow returns the row under the upright columns. It leaves at least one row to each
// side that has values.
func zeroRow(low, high float64, rows int) int {
	if low == 0 {
		return rows
	}
	zero := int(high*float64(rows)/(high-low) + 0.5)
	if high > 0 {
		zero = max(zero, 1)
	}
	return min(zero, rows-1)
}

// resample spreads or averages values over columns. The average of equal values
// is exactly that value; no values give no columns.
func resample(values []float64, columns int) []float64 {
	if len(values) == 0 {
		return nil
	}
	out := make([]float64, columns)
	for x := range out {
		from := x * len(values) / columns
		to := max((x+1)*len(values)/columns, from+1)
		for _, v := range values[from:to] {
			out[x] += v
		}
		out[x] /= float64(to - from)
	}
	return out
}

// between reports whether the pixel column x is in the gap between two of n values.
func between(x, n, columns int) bool {
	i := x * n / columns
	first := (i*columns + n - 1) / n
	next := ((i+1)*columns + n - 1) / n
	gap := (next - first) / 4
	return i > 0 && x-first < gap/2 || i < n-1 && next-x <= gap-gap/2
}

func (c *Chart) Size() image.Point     { return c.bounds }
func (c *Chart) Period() time.Duration { return 0 }

func (c *Chart) Draw(dst *image.RGBA, p image.Point, _ time.Duration) {
	for _, col := range c.columns {
		Block(dst, image.Rect(p.X+col.x, p.Y+col.from, p.X+col.x+1, p.Y+col.to), col.ink)
	}
}

// Bar is a track that is partly filled from the left. It does not move.
type Bar struct {
	Bounds image.Point
	Filled float64 // 0 to 1, clamped
	Fill   color.RGBA
	Track  color.RGBA
}

func (b *Bar) Size() image.Point     { return b.Bounds }
func (b *Bar) Period() time.Duration { return 0 }

func (b *Bar) Draw(dst *image.RGBA, p image.Point, _ time.Duration) {
	filled := int(min(max(b.Filled, 0), 1)*float64(b.Bounds.X) + 0.5)
	Block(dst, image.Rect(p.X, p.Y, p.X+filled, p.Y+b.Bounds.Y), b.Fill)
	Block(dst, image.Rect(p.X+filled, p.Y, p.X+b.Bounds.X, p.Y+b.Bounds.Y), b.Track)
}

// Clear makes all of dst opaque black; dst must not be a sub-image.
func Clear(dst *image.RGBA) {
	copy(dst.Pix, []uint8{0, 0, 0, 255})
	// Each round doubles the cleared length: a few large copies, no loop over pixels.
	for n := 4; n < len(dst.Pix); n *= 2 {
		copy(dst.Pix[n:], dst.Pix[:n])
	}
}
