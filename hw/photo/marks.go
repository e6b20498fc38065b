// SPDX-License-Identifier: Apache-2.0

package photo

import (
	"fmt"
	"image"
	"math"
	"slices"
)

// leastMark is how many pixels a mark has at least, so that noise does not count.
const leastMark = 6

// marks finds the four marks of a photograph: the outermost bright spots.
func marks(m *image.RGBA) (at [4]point, err error) {
	spots := bright(m)
	outer := hull(spots)
	if len(outer) != 4 {
		const instead = "give the corner LEDs, or darken the surroundings of the panel"
		return at, fmt.Errorf("photo: %d corners are found, not four marks; %s", len(outer), instead)
	}
	// Clockwise, from the side that runs most to the right.
	first := 0
	for i := range outer {
		if slope(outer[i], outer[(i+1)%4]) > slope(outer[first], outer[(first+1)%4]) {
			first = i
		}
	}
	for i := range at {
		at[i] = outer[(first+i)%4]
	}
	return at, nil
}

// slope is how much a side runs to the right, -1 to 1.
func slope(a, b point) float64 { return (b.x - a.x) / math.Hypot(b.x-a.x, b.y-a.y) }

// bright returns the middle of each spot of the photograph that is bright.
func bright(m *image.RGBA) (spots []point) {
	b := m.Bounds()
	w, h := b.Dx(), b.Dy()
	light := make([]float32, w*h)
	var count [256]int
	for i := range light {
		l := lightAt(m, b.Min.X+i%w, b.Min.Y+i/w)
		light[i] = float32(max(l[0], l[1], l[2]))
		count[int(light[i]*255)]++
	}
	least := threshold(count, len(light))
	var todo []int
	for i := range light {
		if light[i] < least {
			continue
		}
		var sum, x, y float64
		n := 0
		todo = append(todo[:0], i)
		weight := light[i] - least
		light[i] = -1 - weight // taken
		for len(todo) > 0 {
			at := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			v := float64(-1 - light[at])
			sum, x, y, n = sum+v, x+v*float64(at%w), y+v*float64(at/w), n+1
			for _, next := range [4]int{at - 1, at + 1, at - w, at + w} {
				if next < 0 || next >= len(light) || next%w != at%w && next/w != at/w || light[next] < least {
					continue
				}
				light[next] = -1 - (light[next] - least)
				todo = append(todo, next)
			}
		}
		if n >= leastMark && sum > 0 {
			spots = append(spots, pt(float64(b.Min.X)+x/sum, float64(b.Min.Y)+y/sum))
		}
	}
	return spots
}

// threshold returns the light from which on a pixel is bright: a quarter of the way from
// the dark half of the photograph to its brightest thousandth.
func threshold(count [256]int, pixels int) float32 {
	dark, top, n := 0, 255, 0
	for v, c := range count {
		if n += c; n <= pixels/2 {
			dark = v
		}
		if n < pixels-pixels/1000 {
			top = v
		}
	}
	return float32(dark)/255 + max(float32(top-dark)/255/4, 0.02)
}

// hull returns the outermost points, clockwise where y points down (Andrew's monotone
// chain). A point that stands out by less than a fiftieth of the whole does not count.
func hull(points []point) []point {
	slices.SortFunc(points, func(a, b point) int {
		if a.x != b.x {
			return int(math.Copysign(1, a.x-b.x))
		}
		return int(math.Copysign(1, a.y-b.y))
	})
	points = slices.Compact(points)
	if len(points) < 3 {
		return points
	}
	chain := func(points []point) (out []point) {
		for _, p := range points {
			for len(out) > 1 && turn(out[len(out)-2], out[len(out)-1], p) <= 0 {
				out = out[:len(out)-1]
			}
			out = append(out, p)
		}
		return out[:len(out)-1]
	}
	upper := chain(points)
	slices.Reverse(points)
	return blunt(append(upper, chain(points)...))
}

// blunt leaves out corners that hardly are some.
func blunt(all []point) []point {
	for i := 0; len(all) > 3 && i < len(all); {
		a, b, c := all[(i+len(all)-1)%len(all)], all[i], all[(i+1)%len(all)]
		side := math.Hypot(c.x-a.x, c.y-a.y)
		if turn(a, b, c)/side < side/50 {
			all = slices.Delete(all, i, i+1)
			i = 0
			continue
		}
		i++
	}
	return all
}
