// SPDX-License-Identifier: Apache-2.0

package pixelfont

import (
	"image"
	"slices"
)

// outline returns a picture as a simple glyph (OpenType 1.9, "glyf"), with its bounds in
// units. Pixels beside each other have one outline, so that no seam shows between them.
func (f *Font) outline(m *image.Alpha) (data []byte, box image.Rectangle, points, contours int) {
	loops := f.trace(m)
	if len(loops) == 0 {
		return nil, box, 0, 0
	}
	var ends []uint16
	var flags, xs, ys []byte
	last := image.Point{}
	box = image.Rectangle{loops[0][0], loops[0][0]}
	for _, loop := range loops {
		for _, p := range loop {
			box.Min, box.Max = image.Pt(min(box.Min.X, p.X), min(box.Min.Y, p.Y)),
				image.Pt(max(box.Max.X, p.X), max(box.Max.Y, p.Y))
			x, fx := delta(p.X-last.X, 0x02, 0x10)
			y, fy := delta(p.Y-last.Y, 0x04, 0x20)
			flags, xs, ys, last = append(flags, 0x01|fx|fy), append(xs, x...), append(ys, y...), p
		}
		points += len(loop)
		ends = append(ends, uint16(points-1))
	}
	data = be(int16(len(loops)), int16(box.Min.X), int16(box.Min.Y), int16(box.Max.X), int16(box.Max.Y), ends, uint16(0),
		flags, xs, ys)
	return append(data, make([]byte, -len(data)&3)...), box, points, len(loops)
}

// delta returns a step along an axis: nothing for none, a byte for a short one. short and
// same are the bits of the point's flag for that axis.
func delta(d int, short, same byte) (bytes []byte, flag byte) {
	switch {
	case d == 0:
		return nil, same
	case d > 0 && d < 256:
		return []byte{byte(d)}, short | same
	case d < 0 && d > -256:
		return []byte{byte(-d)}, short
	}
	return be(int16(d)), 0
}

// trace returns the outlines of the lit pixels, in units above the baseline, with the ink
// to the right of the way.
func (f *Font) trace(m *image.Alpha) (loops [][]image.Point) {
	ways := map[image.Point][]image.Point{} // corner → the corners that an edge leads to
	lit := func(x, y int) bool { return m != nil && m.AlphaAt(x, y).A > 127 }
	if m == nil {
		return nil
	}
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			if !lit(x, y) {
				continue
			}
			left, top := x-m.Rect.Min.X, f.Ascent-(y-m.Rect.Min.Y)
			a, b, c, d := image.Pt(left, top), image.Pt(left+1, top), image.Pt(left+1, top-1), image.Pt(left, top-1)
			for _, edge := range []struct {
				from, to image.Point
				beside   bool
			}{{a, b, lit(x, y-1)}, {b, c, lit(x+1, y)}, {c, d, lit(x, y+1)}, {d, a, lit(x-1, y)}} {
				if !edge.beside {
					ways[edge.from] = append(ways[edge.from], edge.to)
				}
			}
		}
	}
	for len(ways) > 0 {
		loops = append(loops, follow(ways))
	}
	return loops
}

// follow takes one outline out of ways, from its first corner in reading order, and leaves
// out corners on straight lines. Where two pixels touch by a corner it turns right.
func follow(ways map[image.Point][]image.Point) (loop []image.Point) {
	var at image.Point
	first := true
	for p := range ways {
		if first || p.Y > at.Y || p.Y == at.Y && p.X < at.X {
			at, first = p, false
		}
	}
	begin, way := at, image.Point{}
	for {
		next := ways[at]
		i := 0
		if right := image.Pt(way.Y, -way.X); len(next) > 1 && way != (image.Point{}) {
			i = max(0, slices.Index(next, at.Add(right)))
		}
		to := next[i]
		if ways[at] = slices.Delete(next, i, i+1); len(ways[at]) == 0 {
			delete(ways, at)
		}
		if step := to.Sub(at); step != way {
			loop, way = append(loop, at.Mul(unit)), step
		}
		if at = to; at == begin {
			return loop
		}
	}
}
