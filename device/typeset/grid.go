package typeset

import (
	"image"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// Grid is the grid of one panel. New ones come from NewGrid; any goroutine may use it.
type Grid struct {
	Size    image.Point // of the panel, pixels
	Margin  int         // dark columns and rows at each edge of still text
	Gap     int         // rows between two lines, and columns beside a picture
	Picture int         // side of the picture of a page, pixels
	Speed   float64     // of text of 7 rows that scrolls, pixels a second; larger ones are as much faster as they are larger. 0 = render.DefaultSpeed
	Smooth  bool        // scrolls between pixels

	set   *fonts.Set
	sizes rows
	above bool // the picture stands above the text, not beside it
	turns bool // there is room for the picture and one line
}

// class is a kind of panels.
type class struct {
	rows, columns int // at least
	grid          Grid
}

// classes are the kinds of panels, the largest first.
var classes = []class{
	{56, 96, Grid{Margin: 1, Gap: 6, Picture: 48, sizes: rows{{32, 20, 16, 10}, {16, 12, 10}, {10, 7}, {10, 7}}}},
	{56, 48, Grid{Margin: 1, Gap: 4, Picture: 24, above: true, sizes: rows{{20, 16, 12, 10, 7}, {10, 7}, {7, 5}, {7, 5}}}},
	{28, 48, Grid{Margin: 1, Gap: 3, Picture: 24, sizes: rows{{16, 12, 10, 7, 5}, {7, 5}, {5}, {5}}}},
	{24, 0, Grid{Margin: 1, Gap: 3, Picture: 8, above: true, sizes: rows{{10, 7, 5}, {7, 5}, {5}, {5}}}},
	{16, 48, Grid{Margin: 1, Gap: 1, Picture: 16, sizes: rows{{8, 7, 5}, {7, 5}, {5}, {5}}}},
	{16, 28, Grid{Margin: 1, Gap: 1, Picture: 8, sizes: rows{{8, 7, 5}, {7, 5}, {5}, {5}}}},
	{16, 0, Grid{Margin: 1, Gap: 1, Picture: 8, above: true, turns: true, sizes: rows{{5}, {5}, {5}, {5}}}},
	{0, 0, Grid{Gap: 1, Picture: 8, sizes: rows{{7, 5}, {7, 5}, {5}, {5}}}},
}

// NewGrid returns the grid of a panel of that size.
func NewGrid(set *fonts.Set, size image.Point) *Grid {
	for _, c := range classes {
		if size.Y >= c.rows && size.X >= c.columns {
			g := c.grid
			g.Size, g.set = size, set
			return &g
		}
	}
	return nil // cannot happen: the last class takes all
}

// Inner returns the panel without its margins.
func (g *Grid) Inner() image.Rectangle { return image.Rectangle{Max: g.Size}.Inset(g.Margin) }

// Rows returns the size of a role, rows of a capital.
func (g *Grid) Rows(r Role) int { return g.sizes[r][0] }

// Face returns the face with the largest letters of at most so many rows that draws all
// of text, digits and the signs beside them in their own sizes.
func (g *Grid) Face(rows int, text string) *fonts.Face {
	if numeric(text) {
		return g.set.Digits(rows)
	}
	for n := rows; n > 5; n-- {
		if f := g.set.Letters(n); f.Draws(text) {
			return f
		}
	}
	for k := rows / 5; k > 1; k-- {
		if f := g.set.Normal.Scale(k); f.Draws(text) && f.Height() <= rows+rows/4 {
			return f
		}
	}
	return g.set.Letters(rows)
}

// numeric reports whether text is of digits and the signs that every size has.
func numeric(text string) bool {
	for _, r := range text {
		if (r < '0' || r > '9') && r != ':' && r != '.' && r != '-' && r != '%' && r != '°' {
			return false
		}
	}
	return text != ""
}

// speed returns how fast a line in f scrolls, pixels a second.
func (g *Grid) speed(f *fonts.Face) float64 {
	s := g.Speed
	if s == 0 {
		s = render.DefaultSpeed
	}
	return s * max(1, float64(f.Cap())/7)
}
