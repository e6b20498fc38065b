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
		return nil, keyerr.New("multiplexing", "hub75: unknown multiplexing %q, want one of: %s", c.Multiplexing, strings.Join(slices.Sorted(maps.Keys(multiplexings())), ", "))
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
	unfolded := image.Pt(c.Cols*c.Chain, c.Rows*c.Parallel)
	folded := image.Pt(unfolded.X/c.Fold, unfolded.Y*c.Fold)
	turned, err := pixel.Layout{Width: folded.X, Height: folded.Y, Wiring: pixel.Rows,
		Rotate: c.Rotate, Mirror: c.Mirror, Size: c.Size}.Map(folded.X * folded.Y)
	if err != nil {
		return nil, fmt.Errorf("hub75: %w", err)
	}
	g.size = turned.Size
	g.source = slices.Repeat([]int32{-1}, 2*g.addresses*g.width*c.Parallel)
	filled := make([]bool, len(g.source))
	for y := range folded.Y {
		for x := range folded.X {
			// From the picture to the wire: out of the folds, which panel, where in
			// it, and where its multiplexing puts that.
			p := unfold(image.Pt(x, y), folded, c.Rows*c.Fold, c.Rows, c.Fold)
			chain, nth := p.Y/c.Rows, p.X/c.Cols
			w := mux.wire(image.Pt(p.X%c.Cols, p.Y%c.Rows), panel)
			if !w.In(image.Rect(0, 0, c.Cols*mux.stretch, c.Rows/mux.shrink)) {
				return nil, keyerr.New("multiplexing", "hub75: multiplexing %s does not fit panels of %d×%d", c.Multiplexing, c.Cols, c.Rows)
			}
			i := g.position(chain, w.Y%g.addresses, nth*c.Cols*mux.stretch+w.X, w.Y/g.addresses)
			if filled[i] {
				return nil, keyerr.New("multiplexing", "hub75: multiplexing %s does not fit panels of %d×%d", c.Multiplexing, c.Cols, c.Rows)
			}
			filled[i] = true
			g.source[i] = turned.Pixel[y*folded.X+x]
		}
	}
	return g, nil
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
