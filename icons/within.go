// SPDX-License-Identifier: Apache-2.0

package icons

import "image"

// In returns ic for a box of so many pixels, which is not larger than the box that it
// was made for: of a built-in icon the drawing for that box, of others every n-th
// pixel, which brings back an enlarged picture. An icon no larger than side is returned as it
// is, and so is every icon where side is below 1. Do not call it while drawing frames.
func (ic *Icon) In(side int) *Icon {
	if side < 1 || ic.Frames[0].Image.Rect.Dx() <= side {
		return ic
	}
	if ic.other != nil {
		return ic.other(side)
	}
	out := &Icon{Loops: ic.Loops}
	for _, f := range ic.Frames {
		out.Frames = append(out.Frames, Frame{sampled(f.Image, side), f.Delay})
	}
	return out
}

// Grown is In for a box that may also be larger: there a built-in icon has its drawing for that box, and others grow by
// the rule for pixel art. Do not call it while drawing frames.
func (ic *Icon) Grown(side int) *Icon {
	switch {
	case side <= ic.Frames[0].Image.Rect.Dx():
		return ic.In(side)
	case ic.other != nil:
		return ic.other(side)
	}
	return ic.Fit(side)
}

// still returns the first frame alone.
func (ic *Icon) still() *Icon {
	if ic.first != nil {
		return ic.first
	}
	return ic
}

// sampled returns m with side columns: the middle of each cell.
func sampled(m *image.RGBA, side int) *image.RGBA {
	wide := m.Rect.Dx()
	out := image.NewRGBA(image.Rect(0, 0, side, m.Rect.Dy()*side/wide))
	from := func(i int) int { return (2*i + 1) * wide / (2 * side) }
	for y := range out.Rect.Max.Y {
		for x := range side {
			out.SetRGBA(x, y, m.RGBAAt(m.Rect.Min.X+from(x), m.Rect.Min.Y+from(y)))
		}
	}
	return out
}
