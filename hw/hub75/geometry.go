// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"image"
	"maps"
	"slices"
	"strconv"
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
				return nil, keyerr.New("multiplexing", "hub75: multiplexing %s does not fit panels of %d×%d", c.Multiplexing,
					c.Cols, c.Rows)
			}
			i := g.position(y/c.Rows, w.Y%g.addresses, x/c.Cols*c.Cols*mux.stretch+w.X, w.Y/g.addresses)
			if filled[i] {
				return nil, keyerr.New("multiplexing", "hub75: multiplexing %s does not fit panels of %d×%d", c.Multiplexing,
					c.Cols, c.Rows)
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
		return anywhere(image.Pt(w.size.X/c.Fold, w.size.Y*c.Fold), func(p image.Point) image.Point {
			return c.folded(p, w.size.X/c.Fold)
		})
	}
	steps, err := c.Mappers.steps()
	if err != nil {
		return image.Point{}, nil, err
	}
	to = func(p image.Point) (image.Point, bool) { return p, true }
	for _, step := range steps {
		if w.size.X%w.chain != 0 || w.size.Y%w.parallel != 0 {
			return image.Point{}, nil, keyerr.New("mappers",
				"hub75: before a mapper a picture of %d×%d is not %d equal panels side by side and %d below each other",
				w.size.X, w.size.Y, w.chain, w.parallel)
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

// A tile is where a panel stands in a picture: its top left corner and where its own top
// points to, N, E, S or W; X is a panel that is not seen.
type tile struct {
	at     image.Point
	points byte
}

// maxWall bounds the sides of a picture that a remap makes, and maxPixels how large it is.
const (
	maxWall   = 2048
	maxPixels = 1 << 19
)

// newRemap puts each panel anywhere: the size of the picture, then each panel of chain 1
// from the Pi on, then each of chain 2 and so on, as in "128,64|64,0n|0,0s".
func newRemap(param string) (mapper, error) {
	size, rest, _ := strings.Cut(param, "|")
	canvas, err := pair(size)
	if err != nil {
		return nil, err
	}
	if canvas.X < 1 || canvas.Y < 1 || canvas.X > maxWall || canvas.Y > maxWall || canvas.X*canvas.Y > maxPixels {
		return nil, fmt.Errorf("a picture of %d×%d, want 1 to %d a side and at most %d pixels", canvas.X, canvas.Y,
			maxWall, maxPixels)
	}
	var tiles []tile
	for text := range strings.SplitSeq(rest, "|") {
		t, err := newTile(text)
		if err != nil {
			return nil, err
		}
		tiles = append(tiles, t)
	}
	return func(w wall) (image.Point, func(image.Point) (image.Point, bool), error) {
		if len(tiles) != w.chain*w.parallel {
			return image.Point{}, nil, fmt.Errorf("%d panels behind the size, there are %d", len(tiles), w.chain*w.parallel)
		}
		one := w.panel()
		return canvas, func(p image.Point) (image.Point, bool) {
			nth := p.Y/one.Y*w.chain + w.chain - 1 - p.X/one.X // the Pi feeds the rightmost
			to, seen := tiles[nth].place(image.Pt(p.X%one.X, p.Y%one.Y), one)
			return to, seen && to.In(image.Rectangle{Max: canvas})
		}, nil
	}, nil
}

// newTile reads such as "64,0n".
func newTile(text string) (tile, error) {
	n := len(text) - 1
	if n < 0 || !strings.Contains("NESWX", text[n:]) {
		return tile{}, fmt.Errorf("%q is not a place such as 64,0n, with n, e, s, w or x at its end", strings.ToLower(text))
	}
	at, err := pair(text[:n])
	if err == nil && (at.X < -maxWall || at.X > maxWall || at.Y < -maxWall || at.Y > maxWall) {
		err = fmt.Errorf("%d,%d is more than %d away", at.X, at.Y, maxWall)
	}
	return tile{at: at, points: text[n]}, err
}

// place is where p of a panel of a size is seen.
func (t tile) place(p, panel image.Point) (image.Point, bool) {
	switch t.points {
	case 'E': // the panel's top is at the right
		p = image.Pt(panel.Y-1-p.Y, p.X)
	case 'S':
		p = flip(p, panel)
	case 'W':
		p = image.Pt(p.Y, panel.X-1-p.X)
	}
	return t.at.Add(p), t.points != 'X'
}

// pair reads two numbers with a comma between them.
func pair(text string) (p image.Point, err error) {
	x, y, ok := strings.Cut(text, ",")
	if p.X, err = strconv.Atoi(strings.TrimSpace(x)); err == nil && ok {
		p.Y, err = strconv.Atoi(strings.TrimSpace(y))
	}
	if err != nil || !ok {
		return image.Point{}, fmt.Errorf("%q is not two numbers such as 128,64", strings.ToLower(text))
	}
	return p, nil
}

// folded is where place p of chains that each stand in one row, the panel that is fed
// first at the right, is seen when they run as snakes through rows of the given width.
func (c *Config) folded(p image.Point, width int) image.Point {
	chain := p.Y / c.Rows
	row := c.Fold - 1 - p.X/width // of panels, from the top
	at := image.Pt(p.X%width, p.Y%c.Rows)
	if row%2 == 1 { // upside down
		at = flip(at, image.Pt(width, c.Rows))
	}
	return at.Add(image.Pt(0, (chain*c.Fold+row)*c.Rows))
}
