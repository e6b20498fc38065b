// SPDX-License-Identifier: Apache-2.0

package max7219

import (
	"fmt"
	"image"
	"math/bits"

	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// A geometry says which cell of the picture each module shows, and how.
//
// A cell is 8×8 pixels in a word: byte y is row y, its bit 7-x is column x.
type geometry struct {
	leds    image.Point // size of the LEDs in pixels, turned as the picture
	size    image.Point // size of the picture
	modules []module    // from the one next to the Pi on
}

// module is what one chip shows: a cell, turned and mirrored.
type module struct {
	cell int
	turn turn
}

// turn is one of the eight symmetries of a square: transposed, then rows
// reversed, then columns reversed.
type turn uint8

const (
	transposed turn = 1 << iota
	rowsReversed
	colsReversed
)

// apply brings a cell into the order of the chip: byte d is digit d, its bit s
// segment s.
func (t turn) apply(cell uint64) uint64 {
	if t&transposed != 0 {
		cell = transpose(cell)
	}
	if t&rowsReversed != 0 {
		cell = bits.ReverseBytes64(cell)
	}
	if t&colsReversed != 0 {
		cell = bits.ReverseBytes64(bits.Reverse64(cell))
	}
	return cell
}

// transpose swaps bytes and bits, bit j of byte i with bit i of byte j, in three
// rounds of swapping blocks (Knuth, The Art of Computer Programming 4A, 7.1.3).
func transpose(c uint64) uint64 {
	t := (c ^ c>>7) & 0x00AA00AA00AA00AA
	c ^= t ^ t<<7
	t = (c ^ c>>14) & 0x0000CCCC0000CCCC
	c ^= t ^ t<<14
	t = (c ^ c>>28) & 0x00000000F0F0F0F0
	return c ^ t ^ t<<28
}

// newGeometry places the modules of a checked configuration.
func newGeometry(c Config) (geometry, error) {
	wiring := pixel.Rows
	if c.Serpentine != "" {
		wiring = pixel.SerpentineRows
	}
	cols := c.Modules / c.Rows
	m, err := pixel.Layout{
		Width: 8, Height: 8, Wiring: pixel.Rows,
		Tiles: [2]int{cols, c.Rows}, TileWiring: wiring, TileStart: c.First,
		Rotate: c.Rotate,
	}.Map(64 * c.Modules)
	if err != nil {
		return geometry{}, fmt.Errorf("max7219: %w", err)
	}
	g := geometry{leds: m.Size, size: image.Point(c.Size)}
	if g.size == (image.Point{}) {
		g.size = g.leds
	}
	if g.size.X > g.leds.X || g.size.Y > g.leds.Y {
		return geometry{}, keyerr.New("size", "max7219: size %v is larger than the %v LEDs", c.Size, pixel.Size(g.leds))
	}
	for k := range c.Modules {
		turned := c.Serpentine == "turned" && k/cols%2 == 1
		g.modules = append(g.modules, newModule(m, k, c.Wiring, turned))
	}
	return g, nil
}

// newModule finds the cell of the k-th module, and the symmetry that puts each
// of its pixels on the digit and segment that lights it.
func newModule(m pixel.Map, k int, w Wiring, turned bool) module {
	at := func(digit, segment int) image.Point { // in the picture
		p := w.local(digit, segment)
		if turned {
			p = image.Pt(7-p.X, 7-p.Y)
		}
		i := int(m.Pixel[k*64+p.Y*8+p.X])
		return image.Pt(i%m.Size.X, i/m.Size.X)
	}
	p := at(0, 0)
	out := module{cell: p.Y/8*(m.Size.X/8) + p.X/8}
	for ; out.turn < 8; out.turn++ {
		if out.fits(at) {
			break
		}
	}
	return out
}

// fits reports whether the module's symmetry lights every digit and segment by
// the pixel that it stands for.
func (m module) fits(at func(digit, segment int) image.Point) bool {
	for i := range 64 {
		p := at(i/8, i%8)
		cell := uint64(1) << (8*(p.Y%8) + 7 - p.X%8)
		if m.turn.apply(cell) != 1<<i {
			return false
		}
	}
	return true
}
