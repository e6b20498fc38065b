// SPDX-License-Identifier: Apache-2.0

package photo

import (
	"errors"
	"image"
	"math"
)

// A point is a place, in pixels of a photograph or in LEDs of a panel.
type point struct{ x, y float64 }

func pt(x, y float64) point { return point{x, y} }

// turn is twice the area of a triangle in pixels, above 0 if it is clockwise where y
// points down.
func turn(a, b, c point) float64 { return (b.x-a.x)*(c.y-a.y) - (b.y-a.y)*(c.x-a.x) }

// A projection maps the plane of a panel to a photograph: the first eight numbers of a
// 3×3 matrix whose last one is 1.
type projection [8]float64

// project returns the projection that maps four points.
func project(from, to [4]point) (projection, error) {
	var a [8][9]float64 // the equations of both coordinates of each point
	for i, f := range from {
		t := to[i]
		a[2*i] = [9]float64{f.x, f.y, 1, 0, 0, 0, -f.x * t.x, -f.y * t.x, t.x}
		a[2*i+1] = [9]float64{0, 0, 0, f.x, f.y, 1, -f.x * t.y, -f.y * t.y, t.y}
	}
	var q projection
	rows := make([][]float64, 8)
	for i := range a {
		rows[i] = a[i][:]
	}
	solution, ok := solve(rows)
	if !ok {
		return q, errors.New("photo: the corners do not form a quadrangle")
	}
	copy(q[:], solution)
	return q, nil
}

// solve solves linear equations, by Gauss with pivots; ok is false if they have no single
// solution. It changes the rows.
func solve(rows [][]float64) (solution []float64, ok bool) {
	n := len(rows)
	for col := range n {
		best := col
		for r := col; r < n; r++ {
			if math.Abs(rows[r][col]) > math.Abs(rows[best][col]) {
				best = r
			}
		}
		if rows[col], rows[best] = rows[best], rows[col]; math.Abs(rows[col][col]) < 1e-12 {
			return nil, false
		}
		for r := range n {
			if r == col {
				continue
			}
			by := rows[r][col] / rows[col][col]
			for c := col; c <= n; c++ {
				rows[r][c] -= by * rows[col][c]
			}
		}
	}
	solution = make([]float64, n)
	for i := range n {
		solution[i] = rows[i][n] / rows[i][i]
	}
	return solution, true
}

// at returns where a place of the panel is in the photograph.
func (q projection) at(p point) point {
	w := q[6]*p.x + q[7]*p.y + 1
	return pt((q[0]*p.x+q[1]*p.y+q[2])/w, (q[3]*p.x+q[4]*p.y+q[5])/w)
}

// pitch returns the least distance between two LEDs at the corners, in pixels.
func (q projection) pitch(far point) float64 {
	least := math.Inf(1)
	for _, c := range []point{{0, 0}, {far.x, 0}, far, {0, far.y}} {
		for _, side := range []point{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			a, b := q.at(c), q.at(pt(c.x+side.x, c.y+side.y))
			least = min(least, math.Hypot(a.x-b.x, a.y-b.y))
		}
	}
	return least
}

// sampled reads the light at places of the panel.
type sampled struct {
	source *image.RGBA
	q      projection
}

// disc returns the mean light of a disc around a place, by 21 of its points.
func (s sampled) disc(x, y, radius float64) (mean [3]float64) {
	n := 0.0
	for i := -2; i <= 2; i++ {
		for j := -2; j <= 2; j++ {
			if i*i+j*j > 5 {
				continue
			}
			at := s.q.at(pt(x+float64(i)*radius/2, y+float64(j)*radius/2))
			l := lightAt(s.source, int(math.Round(at.x)), int(math.Round(at.y)))
			for c := range mean {
				mean[c] += l[c]
			}
			n++
		}
	}
	for c := range mean {
		mean[c] /= n
	}
	return mean
}

// lightAt returns the light of a pixel, 0 to 1, linear; black outside of the photograph.
func lightAt(m *image.RGBA, x, y int) (light [3]float64) {
	if !image.Pt(x, y).In(m.Bounds()) {
		return light
	}
	p := m.Pix[m.PixOffset(x, y):]
	return [3]float64{decoded[p[0]], decoded[p[1]], decoded[p[2]]}
}

// decoded is the linear light of each value of sRGB (IEC 61966-2-1).
var decoded = func() (t [256]float64) {
	for i := range t {
		v := float64(i) / 255
		if t[i] = v / 12.92; v > 0.04045 {
			t[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return t
}()

// encode returns the value of sRGB for some light.
func encode(light float64) int {
	for i, l := range decoded {
		if l >= light {
			return i
		}
	}
	return 255
}
