package render

import (
	"image"
	"image/color"
	"math"
	"slices"
	"time"
)

// Chart draws values as columns, one a pixel column, filling the width: more
// values than columns are averaged down. It does not move. New ones come from
// NewChart.
type Chart struct {
	bounds  image.Point
	columns []column
}

// column is rows from, up to but not including to, in one colour.
type column struct {
	from, to int
	ink      color.RGBA
}

// NewChart scales values, at least one, to bounds: 0 lies at the bottom, or
// between when some are negative; those hang from it in the colour below. A
// value that is not 0 shows at least one pixel.
func NewChart(bounds image.Point, values []int, above, below color.RGBA) *Chart {
	if bounds.X < 1 || bounds.Y < 1 {
		return &Chart{}
	}
	heights := resample(values, bounds.X)
	low, high := min(0, slices.Min(heights)), max(0, slices.Max(heights))
	c := &Chart{bounds: bounds, columns: make([]column, bounds.X)}
	if low == high {
		return c
	}
	scale := float64(bounds.Y) / (high - low)
	zero := zeroRow(low, high, bounds.Y) // the row under the upright columns
	for x, v := range heights {
		n := max(int(math.Abs(v)*scale+0.5), 1)
		switch {
		case v > 0:
			c.columns[x] = column{max(zero-n, 0), zero, above}
		case v < 0:
			c.columns[x] = column{zero, min(zero+n, bounds.Y), below}
		}
	}
	return c
}

// zeroRow leaves each side that has values at least a row.
func zeroRow(low, high float64, rows int) int {
	zero := int(high*float64(rows)/(high-low) + 0.5)
	if high > 0 {
		zero = max(zero, 1)
	}
	if low < 0 {
		zero = min(zero, rows-1)
	}
	return zero
}

// resample spreads or averages values over columns.
func resample(values []int, columns int) []float64 {
	out := make([]float64, columns)
	for x := range out {
		from := x * len(values) / columns
		to := max((x+1)*len(values)/columns, from+1)
		for _, v := range values[from:to] {
			out[x] += float64(v) / float64(to-from)
		}
	}
	return out
}

func (c *Chart) Size() image.Point     { return c.bounds }
func (c *Chart) Period() time.Duration { return 0 }

func (c *Chart) Draw(dst *image.RGBA, p image.Point, _ time.Duration) {
	for x, col := range c.columns {
		fill(dst, image.Rect(p.X+x, p.Y+col.from, p.X+x+1, p.Y+col.to), col.ink)
	}
}
