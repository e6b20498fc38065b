// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"image"
	"maps"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// geometry is what follows from a Config: how words leave the pins.
type geometry struct {
	addresses int         // rows that one panel lights in turn, 2 to 32
	lines     int         // of A to E in use
	width     int         // words of one line: columns of the chain
	size      image.Point // of the picture
	// source is the pixel of each position, or -1: for each chain, address,
	// column and half of the panel, in this order.
	source []int32
}

// position is the index into source.
func (g *geometry) position(chain, address, column, half int) int {
	return ((chain*g.addresses+address)*g.width+column)*2 + half
}

// newGeometry follows each pixel of the panels to its place on the wire.
func newGeometry(c *Config) (*geometry, error) {
	mux, ok := multiplexings()[c.Multiplexing]
	if !ok {
		return nil, keyerr.New("multiplexing", "hub75: unknown multiplexing %q, want one of: %s", c.Multiplexing,
			strings.Join(slices.Sorted(maps.Keys(multiplexings())), ", "))
	}
	panel := image.Pt(c.Cols, c.Rows)
	if c.Rows%(2*mux.shrink) != 0 || c.Rows/(2*mux.shrink) < 2 || c.Rows/(2*mux.shrink) > 32 {
		return nil, keyerr.New("rows", "hub75: %d rows do not go with multiplexing %s", c.Rows, c.Multiplexing)
	}
	g := &geometry{addresses: c.Rows / (2 * mux.shrink), width: c.Cols * mux.stretch * c.Chain}
	if err := c.checkAddress(g.addresses); err != nil {
		return nil, err
	}
	g.lines = addressLines(c.RowAddress, g.addresses)
	if c.Map != "" {
		return g, g.read(c)
	}
	seen, to, err := c.arrange()
	if err != nil {
		return nil, err
	}
	whole, err := pixel.Layout{Width: seen.X, Height: seen.Y, Wiring: pixel.Rows,
		Rotate: c.Rotate, Mirror: c.Mirror, Size: c.Size}.Map(seen.X * seen.Y)
	if err != nil {
		return nil, fmt.Errorf("hub75: %w", err)
	}
	g.size = whole.Size
	g.source = slices.Repeat([]int32{-1}, 2*g.addresses*g.width*c.Parallel)
	filled := make([]bool, len(g.source))
	for y := range c.Rows * c.Parallel {
		for x := range c.Cols * c.Chain {
			// From the chains to the wire, where the multiplexing puts an LED, and to the
			// picture, where the panel stands.
			w := mux.wire(image.Pt(x%c.Cols, y%c.Rows), panel)
			if !w.In(image.Rect(0, 0, c.Cols*mux.stretch, c.Rows/mux.shrink)) {
				return nil, keyerr.New("multiplexing", "hub75: multiplexing %s does not fit panels of %d×%d", c.Multiplexing, c.Cols, c.Rows)
			}
			i := g.position(y/c.Rows, w.Y%g.addresses, x/c.Cols*c.Cols*mux.stretch+w.X, w.Y/g.addresses)
			if filled[i] {
				return nil, keyerr.New("multiplexing", "hub75: multiplexing %s does not fit panels of %d×%d", c.Multiplexing, c.Cols, c.Rows)
			}
			filled[i] = true
			if p, ok := to(image.Pt(x, y)); ok {
				g.source[i] = whole.Pixel[p.Y*seen.X+p.X]
			}
		}
	}
	return g, nil
}

// arrange returns the size of the picture on all chains, and a function from a place of
// the chains to a place of the picture. Each chain is a row, the first panel at the right.
func (c *Config) arrange() (size image.Point, to func(image.Point) (image.Point, bool), err error) {
	w := wall{image.Pt(c.Cols*c.Chain, c.Rows*c.Parallel), c.Chain, c.Parallel}
	if c.Mappers == "" {
		return anywhere(image.Pt(w.size.X/c.Fold, w.size.Y*c.Fold), func(p image.Point) image.Point { return c.folded(p, w.size.X/c.Fold) })
	}
	steps, err := c.Mappers.steps()
	if err != nil {
		return image.Point{}, nil, err
	}
	to = func(p image.Point) (image.Point, bool) { return p, true }
	for _, step := range steps {
		if w.size.X%w.chain != 0 || w.size.Y%w.parallel != 0 {
			return image.Point{}, nil, keyerr.New("mappers",
				"hub75: before a mapper a picture of %d×%d is not %d equal panels side by side and %d below each other", w.size.X, w.size.Y,
				w.chain, w.parallel)
		}
		before := to
		size, next, err := step(w)
		if err != nil {
			return image.Point{}, nil, keyerr.New("mappers", "hub75: mappers: %w", err)
		}
		w.size, to = size, func(p image.Point) (image.Point, bool) {
			p, ok := before(p)
			if !ok {
				return p, false
			}
			return next(p)
		}
	}
	return w.size, to, nil
}

// read takes the places of a map.
func (g *geometry) read(c *Config) error {
	leds := g.width * c.Rows * c.Parallel
	m, err := pixel.Layout{MapFile: c.Map, Rotate: c.Rotate, Mirror: c.Mirror, Size: c.Size}.Map(leds)
	if err != nil {
		return fmt.Errorf("hub75: %w", err)
	}
	g.size = m.Size
	g.source = slices.Repeat([]int32{-1}, leds)
	for led, p := range m.Pixel {
		x, y := led%g.width, led/g.width%c.Rows
		g.source[g.position(led/g.width/c.Rows, y%g.addresses, x, y/g.addresses)] = p
	}
	return nil
}
