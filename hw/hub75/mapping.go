package hub75

import "image"

// unfold is where pixel p of a picture of folded chains lies when each chain
// stands in one row, the panel that is fed first at the right. A chain takes slab
// rows of the picture, in fold rows of panels of the given height.
func unfold(p, folded image.Point, slab, height, fold int) image.Point {
	chain, y := p.Y/slab, p.Y%slab
	row := y / height // of panels, from the top
	y %= height
	if row%2 == 1 { // upside down
		p.X = folded.X - 1 - p.X
		y = height - 1 - y
	}
	return image.Pt((fold-1-row)*folded.X+p.X, chain*height+y)
}

// A multiplexing is how a panel with fewer addresses than half its rows puts
// them on the wire: stretch times as many columns in as many fewer rows.
//
// What the kinds do is public knowledge of the people who took such panels
// apart; the names are those they are known by.
type multiplexing struct {
	stretch int
	// wire is where pixel p of a panel is on the wire.
	wire func(p, panel image.Point) image.Point
}

func multiplexings() map[string]multiplexing {
	quarter := func(panel image.Point) int { return panel.Y / 4 }
	return map[string]multiplexing{
		"direct": {1, func(p, _ image.Point) image.Point { return p }},
		"stripe": {2, func(p, panel image.Point) image.Point {
			return interleave(p, quarter(panel), panel.X, false, false)
		}},
		"checkered": {2, func(p, panel image.Point) image.Point {
			return interleave(p, quarter(panel), panel.X/2, false, false)
		}},
		"coreman": {2, func(p, panel image.Point) image.Point {
			return interleave(p, quarter(panel), panel.X/2, true, false)
		}},
		"spiral": {2, func(p, panel image.Point) image.Point {
			return interleave(p, quarter(panel), panel.X/4, true, true)
		}},
		"zstripe":    {2, func(p, _ image.Point) image.Point { return interleave(p, 4, 8, true, false) }},
		"kaler2scan": {4, kaler2scan},
	}
}

// interleave puts two stripes of height rows into one: blocks of width pixels
// of the upper and the lower stripe alternate on the wire. upperFirst says whose
// block comes first; mirrored runs the upper one's blocks backwards.
func interleave(p image.Point, height, width int, upperFirst, mirrored bool) image.Point {
	if height == 0 || width == 0 {
		return image.Pt(-1, -1)
	}
	block, x := p.X/width, p.X%width
	upper := p.Y/height%2 == 0
	if upper && mirrored {
		x = width - 1 - x
	}
	x += 2 * block * width
	if upper != upperFirst {
		x += width
	}
	return image.Pt(x, p.Y/(2*height)*height+p.Y%height)
}

// kaler2scan puts eight rows into two: first the lower four, then the upper,
// each as two stripes of two rows in blocks of eight pixels.
func kaler2scan(p, panel image.Point) image.Point {
	w := interleave(p, 2, 8, true, true)
	if w.Y/2%2 == 0 { // of the upper four
		w.X += 2 * panel.X
	}
	return image.Pt(w.X, w.Y/4*2+w.Y%2)
}
