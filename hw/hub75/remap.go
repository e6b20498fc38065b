// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"image"
	"strconv"
	"strings"
)

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
		return nil, fmt.Errorf("a picture of %d×%d, want 1 to %d a side and at most %d pixels", canvas.X, canvas.Y, maxWall, maxPixels)
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
