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
// between when some are negative; those hang from it in the colour below. Where
// all are on one side of 0 and the nearest to it is more than half of the
// furthest, the scale begins at the nearest: 20 to 23 degrees are no solid block.
// Equal values are half as high as the chart; nothing but zeros is a line at the
// bottom. A value that is not 0 shows at least one pixel.
func NewChart(bounds image.Point, values []float64, above, below color.RGBA) *Chart {
	if bounds.X < 1 || bounds.Y < 1 {
		return &Chart{}
	}
	heights := resample(values, bounds.X)
	low, high := slices.Min(heights), slices.Max(heights)
	s, zero := newScale(low, high, bounds.Y), zeroRow(min(0, low), max(0, high), bounds.Y)
	c := &Chart{bounds: bounds, columns: make([]column, bounds.X)}
	for x, v := range heights {
		if n := s.rows(v); v < 0 {
			c.columns[x] = column{zero, min(zero+n, bounds.Y), below}
		} else {
			c.columns[x] = column{max(zero-n, 0), zero, above}
		}
	}
	return c
}

// scale turns values into rows, either side of 0.
type scale struct {
	from  float64 // the absolute value that is least rows high
	least float64
	per   float64 // rows for each 1 more
}

// newScale is for values from low to high.
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

// rows is how high v is.
func (s scale) rows(v float64) int {
	n := int(s.least + (math.Abs(v)-s.from)*s.per + 0.5)
	if v != 0 {
		n = max(n, 1)
	}
	return n
}

// zeroRow is the row under the upright columns. It leaves each side that has
// values at least a row.
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
// is exactly that value.
func resample(values []float64, columns int) []float64 {
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

func (c *Chart) Size() image.Point     { return c.bounds }
func (c *Chart) Period() time.Duration { return 0 }

func (c *Chart) Draw(dst *image.RGBA, p image.Point, _ time.Duration) {
	for x, col := range c.columns {
		fill(dst, image.Rect(p.X+x, p.Y+col.from, p.X+x+1, p.Y+col.to), col.ink)
	}
}
