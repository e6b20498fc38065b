// SPDX-License-Identifier: Apache-2.0

package hub75

import "image"

// A multiplexing is how a panel with fewer addresses than half its rows puts
// them on the wire: stretch times as many columns in shrink times fewer rows.
//
// What the kinds do is public knowledge of the people who took such panels
// apart; the names are those they are known by. README.md has each in words.
type multiplexing struct {
	stretch, shrink int
	// wire is where pixel p of a panel is on the wire.
	wire func(p, panel image.Point) image.Point
}

// multiplexings are all kinds by name.
func multiplexings() map[string]multiplexing {
	half := func(b func(panel image.Point) blocks) multiplexing {
		return multiplexing{2, 2, func(p, panel image.Point) image.Point { return b(panel).wire(p) }}
	}
	fixed := func(b blocks) multiplexing { return half(func(image.Point) blocks { return b }) }
	quarters := func(columns int, upperFirst, upperBack bool) multiplexing {
		return half(func(panel image.Point) blocks {
			return blocks{height: panel.Y / 4, width: panel.X / columns, upperFirst: upperFirst, upperBack: upperBack}
		})
	}
	return map[string]multiplexing{
		"direct":        {1, 1, func(p, _ image.Point) image.Point { return p }},
		"stripe":        quarters(1, false, false),
		"flippedstripe": quarters(1, true, false),
		"checkered":     quarters(2, false, false),
		"coreman":       quarters(2, true, false),
		"spiral":        quarters(4, true, true),
		"doublez":       quarters(4, false, false),
		"p3outdoor64x64multiplexmapper": half(func(panel image.Point) blocks {
			return blocks{height: panel.Y / 4, width: 1}
		}),
		"zstripe":                          fixed(blocks{height: 4, width: 8, upperFirst: true}),
		"zstripeuneven":                    fixed(blocks{height: 4, width: 8}),
		"inversedzstripe":                  fixed(blocks{height: 4, width: 8, upperBack: true}),
		"p10outdoor1r1g1-1":                fixed(blocks{height: 4, width: 8, upperBack: true, lowerBack: true}),
		"p10outdoor1r1g1-2":                fixed(blocks{height: 4, width: 8, upperFirst: true, upperBack: true}),
		"p10outdoor1r1g1-3":                fixed(blocks{height: 4, width: 8, upperFirst: true, lowerBack: true}),
		"qiangliq8":                        fixed(blocks{height: 5, width: 4}),
		"p4outdoor80x40mapper":             fixed(blocks{height: 10, width: 8, upperFirst: true, upperBack: true}),
		"znmirrorzstripe":                  {2, 2, split},
		"p8outdoor1r1g1":                   {2, 2, p8Outdoor},
		"kaler2scan":                       {4, 4, kaler2scan},
		"p10coremanmapper":                 {4, 4, p10Coreman},
		"p10-128x4-z":                      {4, 4, p10Z},
		"p10outdoor32x16halfscan":          {4, 4, p10HalfScan},
		"p10outdoor32x16quarterscanmapper": {4, 2, p10QuarterScan},
	}
}

// blocks is how two stripes of height rows come into one: blocks of width pixels of the
// upper and the lower stripe alternate on the wire.
type blocks struct {
	height, width        int
	upperFirst           bool // its block comes before the lower one's
	upperBack, lowerBack bool // its blocks run from right to left
}

// wire is where pixel p is, or a place outside if the panel is too small.
func (b blocks) wire(p image.Point) image.Point {
	if b.height == 0 || b.width == 0 {
		return image.Pt(-1, -1)
	}
	block, x := p.X/b.width, p.X%b.width
	upper := p.Y/b.height%2 == 0
	if upper && b.upperBack || !upper && b.lowerBack {
		x = b.width - 1 - x
	}
	x += 2 * block * b.width
	if upper != b.upperFirst {
		x += b.width
	}
	return image.Pt(x, p.Y/(2*b.height)*b.height+p.Y%b.height)
}

// split is zstripe with the lower stripe's block between the halves of the upper one's.
func split(p, _ image.Point) image.Point {
	block, x := p.X/8, p.X%8
	switch lower := p.Y/4%2 == 1; {
	case lower:
		x += 4
	case x >= 4:
		x += 8
	}
	return image.Pt(16*block+x, p.Y/8*4+p.Y%4)
}

// p8Outdoor is two stripes of five rows, the lower one backwards, and all of it upside
// down.
func p8Outdoor(p, panel image.Point) image.Point {
	w := blocks{height: 5, width: 8, upperFirst: true, lowerBack: true}.wire(p)
	return image.Pt(2*panel.X-1-w.X, panel.Y/2-1-w.Y)
}

// fours is eight rows in two: first the lower four, then the upper, each as two
// stripes of two rows.
func fours(p, panel image.Point, b blocks) image.Point {
	w := b.wire(p)
	if w.Y/2%2 == 0 { // of the upper four
		w.X += 2 * panel.X
	}
	return image.Pt(w.X, w.Y/4*2+w.Y%2)
}

func kaler2scan(p, panel image.Point) image.Point {
	return fours(p, panel, blocks{height: 2, width: 8, upperFirst: true, upperBack: true})
}

func p10Coreman(p, panel image.Point) image.Point {
	return fours(p, panel, blocks{height: 2, width: 8})
}

// pairs is eight rows in two, in blocks of eight pixels of each of the four pairs in
// turn; place is a pixel's place among the 32 of its block's four.
func pairs(p image.Point, place func(pair, x int) int) image.Point {
	return image.Pt(p.X/8*32+place(p.Y%8/2, p.X%8), p.Y/8*2+p.Y%2)
}

// p10Z begins at the far end of the wire with the upper pair; every second pair runs
// backwards.
func p10Z(p, panel image.Point) image.Point {
	w := pairs(p, func(pair, x int) int {
		if pair%2 == 1 {
			x = 7 - x
		}
		return 8*pair + x
	})
	return image.Pt(4*panel.X-1-w.X, panel.Y/4-1-w.Y)
}

// p10HalfScan begins with the lower pair; the first and the third run backwards.
func p10HalfScan(p, _ image.Point) image.Point {
	return pairs(p, func(pair, x int) int {
		if pair%2 == 0 {
			x = 7 - x
		}
		return 8*(3-pair) + x
	})
}

// p10QuarterScan is four stripes of four rows, the lowest first, on the inputs of the
// upper half alone.
func p10QuarterScan(p, _ image.Point) image.Point { return image.Pt(p.X/8*32+8*(3-p.Y/4)+p.X%8, p.Y%4) }
