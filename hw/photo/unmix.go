// SPDX-License-Identifier: Apache-2.0

package photo

import (
	"errors"
	"image"
)

// rings are the neighbours whose light falls on an LED, by distance.
var rings = [][]image.Point{
	{{1, 0}, {-1, 0}, {0, 1}, {0, -1}},
	{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}},
	{{2, 0}, {-2, 0}, {0, 2}, {0, -2}},
}

// unmix returns the light of the LEDs alone, beside the brightest one's, from a
// photograph, which also holds light of their neighbours and of the surroundings. How much that
// is, it learns from the picture itself: it guesses which LEDs are lit, fits the shares
// of each ring of neighbours to that, guesses again without them, and so on.
func unmix(seen [][3]float64, size image.Point) ([][3]float64, error) {
	f := fit{size: size, seen: seen, own: 1}
	f.light = make([][3]float64, len(seen))
	copy(f.light, seen)
	for range 4 {
		if alike(seen) || !f.learn() {
			break // there is nothing to learn
		}
		f.refine()
	}
	top := 0.0
	for _, l := range f.light {
		top = max(top, l[0], l[1], l[2])
	}
	if top <= 0 {
		return nil, errors.New("photo: no LED of the photograph is brighter than its surroundings")
	}
	for i := range f.light {
		for c := range f.light[i] {
			f.light[i][c] = min(max(f.light[i][c]/top, 0), 1)
		}
	}
	return f.light, nil
}

// alike reports whether all LEDs of a photograph are about as bright, in each colour.
func alike(seen [][3]float64) bool {
	low, high := seen[0], seen[0]
	for _, l := range seen {
		for c, v := range l {
			low[c], high[c] = min(low[c], v), max(high[c], v)
		}
	}
	for c := range low {
		if high[c]-low[c] > 0.4*max(high[0], high[1], high[2]) {
			return false
		}
	}
	return true
}

// fit is the knowledge about a picture.
type fit struct {
	size   image.Point
	seen   [][3]float64
	light  [][3]float64 // of the LEDs alone
	base   float64      // of the surroundings
	own    float64      // share of an LED's light that is seen in its place
	spread [3]float64   // share that is seen in the place of one neighbour, by ring
}

// around returns the sum of the light of each ring around an LED.
func (f *fit) around(light [][3]float64, i, channel int) (sum [3]float64) {
	x, y := i%f.size.X, i/f.size.X
	for r, ring := range rings {
		for _, d := range ring {
			if p := image.Pt(x, y).Add(d); p.In(image.Rectangle{Max: f.size}) {
				sum[r] += light[p.Y*f.size.X+p.X][channel]
			}
		}
	}
	return sum
}

// learn fits base, own and spread by least squares to the LEDs, each lit or dark as it
// seems; it reports whether it could.
func (f *fit) learn() bool {
	lit := f.guess()
	rows := make([][]float64, 5)
	for r := range rows {
		rows[r] = make([]float64, 6)
	}
	for i := range f.seen {
		for c := range 3 {
			n := f.around(lit, i, c)
			v := [6]float64{1, lit[i][c], n[0], n[1], n[2], f.seen[i][c]}
			for r := range rows {
				for k := range v {
					rows[r][k] += v[r] * v[k]
				}
			}
		}
	}
	s, ok := solve(rows)
	if !ok || s[1] <= 0 {
		return false
	}
	f.base, f.own = max(s[0], 0), s[1]
	for r := range f.spread {
		f.spread[r] = min(max(s[2+r]/f.own, 0), 0.2) // more would not be a point any more
	}
	return true
}

// guess returns the light of LEDs that seem lit, and 0 of others.
func (f *fit) guess() [][3]float64 {
	top, low := 0.0, 1.0
	for _, l := range f.light {
		for _, v := range l {
			top, low = max(top, v), min(low, v)
		}
	}
	out := make([][3]float64, len(f.light))
	for i, l := range f.light {
		for c, v := range l {
			if v > low+(top-low)*0.3 {
				out[i][c] = (v - low) / (top - low)
			}
		}
	}
	return out
}

// refine takes the light of neighbours away: it solves seen = base + light + spread of
// the neighbours' light, by iteration.
func (f *fit) refine() {
	for range 8 {
		next := make([][3]float64, len(f.light))
		for i := range f.light {
			for c := range 3 {
				n := f.around(f.light, i, c)
				next[i][c] = max(f.seen[i][c]-f.base-f.spread[0]*n[0]-f.spread[1]*n[1]-f.spread[2]*n[2], 0)
			}
		}
		f.light = next
	}
}
