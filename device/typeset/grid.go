// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"image"
	"strings"
	"unicode"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// Grid is the grid of one panel. New ones come from NewGrid; any goroutine may use it.
type Grid struct {
	Size    image.Point // of the panel, pixels
	Margin  int         // dark columns and rows at each edge of still text
	Gap     int         // rows between two lines, and columns beside a picture
	Picture int         // side of the picture of a page, pixels
	Speed   float64     // of scrolling text of 7 rows, pixels a second; larger text is faster in proportion. 0 = render.DefaultSpeed
	Smooth  bool        // scrolls between pixels
	Beside  Align       // of lines beside a picture
	Solved  *Solved     // that Keep need not solve again; nil = none

	set   *fonts.Set
	room  room
	sizes rows
	words []int // sizes of a head that is of letters
	texts []int // sizes of text that somebody sends, the largest first
	least int   // of them beside a picture that keeps its side: it gets smaller before they do
	runs  int   // rows of a capital of such text, where it scrolls
	keeps int   // side that a picture keeps, or its own if less, where words beside it could be larger than the least
	above bool  // the picture stands above the text, not beside it
	turns bool  // there is room for the picture and one line

	airy bool  // each two lines keep half of the gap
	memo *memo // of the solver of one page; nil = none
}

// class is a kind of panels. Panels of one class may differ in what has room on them, never in their letters.
type class struct {
	name          string // what it was drawn for
	columns, rows int    // at least
	room          room
	grid          Grid
}

// room is what has room on panels of a class.
type room struct {
	wide   bool // two lines beside a picture
	tall   bool // a picture above two lines
	narrow bool // a square picture or words, but not both
	slim   bool // no word
}

// leastSide is the side of the smallest panel whose text keeps a margin: with fewer rows or columns it has one line.
const leastSide = 16

// classes are the kinds of panels, the largest first, each from the smallest panel on for which it was drawn: another
// size is as the next smaller one, with its free rows and columns shared out. The least size of text that somebody sends
// never falls when a panel grows, and such text scrolls in no smaller letters than it stands in on smaller panels.
var classes = []class{
	{"128×64", 96, 64, room{wide: true, tall: true}, Grid{Margin: 1, Gap: 6, Picture: 48,
		words: []int{24, 20, 16, 12, 10}, texts: []int{16, 12, 10, 7}, least: 12, runs: 16, keeps: 32,
		sizes: rows{{32, 24, 20, 16, 12, 10}, {16, 12, 10}, {10, 7}, {10, 7}}}},
	{"64×64", 48, 64, room{wide: true, tall: true}, Grid{Margin: 1, Gap: 4, Picture: 24, above: true,
		words: []int{16, 12, 10, 7}, texts: []int{12, 10, 7}, least: 7, runs: 12, keeps: 16,
		sizes: rows{{20, 16, 12, 10, 7}, {10, 7}, {7, 5}, {7, 5}}}},
	{"96×48", 80, 48, room{wide: true}, Grid{Margin: 1, Gap: 4, Picture: 32, words: []int{16, 10, 7},
		texts: []int{10, 7, 5}, least: 7, runs: 12, keeps: 16,
		sizes: rows{{24, 20, 16, 14, 12, 10, 7}, {10, 7}, {7, 5}, {7, 5}}}},
	{"48×48", 48, 48, room{wide: true}, squareGrid},
	{"40×64", 40, 64, room{tall: true}, squareGrid},
	{"40×48", 40, 48, room{}, squareGrid},
	{"64×32", 48, 32, room{wide: true}, Grid{Margin: 1, Gap: 3, Picture: 24, words: []int{12, 10, 7, 5},
		texts: []int{10, 7, 5}, least: 7, runs: 10, keeps: 16,
		sizes: rows{{16, 14, 12, 10, 7, 5}, {7, 5}, {5}, {5}}}},
	{"48×24", 48, 24, room{}, Grid{Margin: 1, Gap: 2, Picture: 16, texts: []int{10, 7, 5}, least: 7, runs: 10, keeps: 16,
		sizes: rows{{10, 7, 5}, {7, 5}, {5}, {5}}}},
	{"32×64", 28, 64, room{tall: true}, highGrid},
	{"32×32", 28, 24, room{}, highGrid},
	{"16×64", leastSide, 64, room{tall: true, narrow: true}, highGrid},
	{"24×24", leastSide, 24, room{narrow: true}, highGrid},
	{"64×16", 48, 16, room{}, Grid{Margin: 1, Gap: 1, Picture: 16, texts: []int{10, 7, 5}, least: 7, runs: 10, keeps: 16,
		sizes: rows{{8, 7, 5}, {7, 5}, {5}, {5}}}},
	{"32×16", 28, 16, room{}, Grid{Margin: 1, Gap: 1, Picture: 8, texts: []int{10, 7, 5}, least: 7, runs: 10, keeps: 8,
		sizes: rows{{8, 7, 5}, {7, 5}, {5}, {5}}}},
	{"16×16", leastSide, 16, room{narrow: true}, Grid{Margin: 1, Gap: 1, Picture: 8, above: true, turns: true,
		texts: []int{7, 5}, least: 7, runs: 7, keeps: 8,
		sizes: rows{{5}, {5}, {5}, {5}}}},
	{"37×8", leastSide, 0, room{}, lowGrid},
	{"8×8", 0, 0, room{slim: true}, lowGrid},
}

// Grids of several classes.
var (
	squareGrid = Grid{Margin: 1, Gap: 3, Picture: 16, above: true, words: []int{12, 10, 7, 5},
		texts: []int{10, 7, 5}, least: 7, runs: 10, keeps: 16,
		sizes: rows{{16, 14, 12, 10, 7, 5}, {7, 5}, {5}, {5}}}
	highGrid = Grid{Margin: 1, Gap: 3, Picture: 8, above: true, texts: []int{10, 7, 5}, least: 7, runs: 10, keeps: 16,
		sizes: rows{{10, 7, 5}, {7, 5}, {5}, {5}}}
	lowGrid = Grid{Gap: 1, Picture: 8, texts: []int{7}, least: 7, runs: 7, keeps: 8,
		sizes: rows{{7, 5}, {7, 5}, {5}, {5}}}
)

// classOf returns the class of a panel: the last takes all.
func classOf(size image.Point) (c class) {
	for _, c = range classes {
		if size.X >= c.columns && size.Y >= c.rows {
			break
		}
	}
	return c
}

// NewGrid returns the grid of a panel of that size.
func NewGrid(set *fonts.Set, size image.Point) *Grid {
	c := classOf(size)
	g := c.grid
	g.Size, g.set, g.room = size, set, c.room
	return &g
}

// Margin returns the dark columns and rows at each edge of still text on a panel.
func Margin(panel image.Point) int { return classOf(panel).grid.Margin }

// Inner returns the panel without its margins.
func (g *Grid) Inner() image.Rectangle { return image.Rectangle{Max: g.Size}.Inset(g.Margin) }

// Wide reports whether there is room for two lines beside a picture.
func (g *Grid) Wide() bool { return g.room.wide }

// Tall reports whether there is room for a picture above two lines.
func (g *Grid) Tall() bool { return g.room.tall }

// Holds reports whether a panel has the columns and the rows of least.
func Holds(panel, least image.Point) bool { return panel.X >= least.X && panel.Y >= least.Y }

// Low reports whether there is room for one line, which needs all rows.
func (g *Grid) Low() bool { return g.Margin == 0 }

// Slim reports whether a panel is too narrow for a word.
func (g *Grid) Slim() bool { return g.room.slim }

// CharacterRows are the rows of a line of Han characters.
const CharacterRows = 12

// Characters reports whether so many lines of Han characters have room.
func (g *Grid) Characters(lines int) bool { return g.Size.Y >= lines*CharacterRows }

// Narrow reports whether there is room for a square picture or for words, but not for both.
func (g *Grid) Narrow() bool { return g.room.narrow }

// Icon returns the side of an icon: 8 pixels on 8 rows, 24 on 64×32. Above words it leaves them their rows.
func Icon(size image.Point) int {
	rows := size.Y
	if g := classOf(size).grid; g.above {
		rows -= 2*g.Margin + g.Gap + g.least
	}
	return 8 * max(1, min(rows/8, size.X*3/64))
}

// Lower reports whether what a page is about is smaller below a picture and beside a name, which is in small letters
// above or below it, than below a picture alone.
func (g *Grid) Lower(name string) bool {
	top, bottom := g.Face(g.Rows(Label), name).Body(name)
	rows := bottom - top + (g.Gap+1)/2 + g.Rows(Head)
	return g.Narrow() || g.above && min(g.keeps, Icon(g.Size))+g.Gap+rows > g.Inner().Dy()
}

// Square returns the side of a picture to see: as large as an icon, larger above words, and all of a narrow panel.
func (g *Grid) Square() int {
	switch {
	case g.Narrow():
		return min(g.Size.X, g.Size.Y)
	case g.above && g.Tall():
		return min(32, g.Size.X/8*8)
	}
	return Icon(g.Size)
}

// Banner returns the size of a picture to see that may be wider than high: above words nearly as wide as the panel.
func (g *Grid) Banner() image.Point {
	if g.above && g.Tall() && g.Wide() {
		return image.Pt(g.Size.X-4, g.Size.Y*7/16)
	}
	return image.Pt(g.Square(), g.Square())
}

// Above reports whether the picture of a page stands above its words, not beside them.
func (g *Grid) Above() bool { return g.above }

// Rows returns the size of a role, rows of a capital.
func (g *Grid) Rows(r Role) int { return g.sizes[r][0] }

// rowsOf returns the sizes of a role for text.
func (g *Grid) rowsOf(r Role, text string) []int {
	if r == Head && g.words != nil && !Numeric(text) {
		return g.words
	}
	return g.sizes[r]
}

// Face returns the face with the largest letters of at most so many rows that draws all
// of text, else the smallest higher face that does. Digits and the signs
// beside them have their own sizes.
func (g *Grid) Face(rows int, text string) *fonts.Face {
	if Numeric(text) {
		return g.set.Digits(rows)
	}
	if f := g.set.Digits(rows); rows > 16 && Figure(text) && f.Draws(text) { // its letters are smaller than the digits
		return f
	}
	switch {
	case rows > 12 && rows < 22 && mixed(text): // characters have 11 rows or 22
		rows = 12
	case rows < 10 && g.Size.Y >= 48 && holdsHan(text): // those of 7 rows are for panels without room for more
		rows = 10
	}
	for n := rows; n >= 5; n-- { // the smallest letters
		if f := g.set.Letters(n); f.Draws(text) {
			return f
		}
	}
	for n := rows + 1; n <= max(10, g.sizes[Value][0]); n++ { // beside characters digits are no higher than they are
		if f := g.set.Letters(n); f.Draws(text) {
			return f
		}
	}
	for k := 1; k <= g.Size.Y/8; k++ {
		if f := g.set.Normal.Scale(k); f.Draws(text) {
			return f
		}
	}
	return g.set.Letters(rows)
}

// figures are the sizes of digits, drawn ones alone.
var figures = []int{32, 24, 20, 16, 14, 12, 10, 7, 5}

// Texts returns the faces for text that somebody sends, the largest first: a number with
// its unit is what its page is about, and so is a short word that has a small panel alone,
// or one in characters, which have 11 rows or 22 and none between. All else is to be read, in
// a size that does not depend on the word.
func (g *Grid) Texts(text string, alone bool) (role Role, faces []*fonts.Face) {
	role = g.RoleOf(text, alone)
	sizes, most, last := g.texts, g.texts[0], g.texts[len(g.texts)-1]
	if role == Head {
		sizes, most = g.rowsOf(Head, text), g.rowsOf(Head, text)[0]
	}
	if role == Head && Figure(text) { // a number is read as a whole, in small letters rather than in motion
		sizes, last = figures, sizes[len(sizes)-1]
	}
	for _, rows := range sizes {
		if rows > most || rows < last {
			continue
		}
		if f := g.Face(rows, text); faces == nil || f.Cap() < faces[len(faces)-1].Cap() {
			faces = append(faces, f)
		}
	}
	return role, faces
}

// RoleOf returns the role of text that somebody sends: Head or Value.
func (g *Grid) RoleOf(text string, alone bool) Role {
	if (Figure(text) || short(text) && (alone && g.texts[0] < 16 || holdsHan(text))) && g.sizes[Head][0] > g.texts[0] {
		return Head
	}
	return Value
}

// Reading returns the rows of a capital of text that somebody sends and that scrolls, of a figure, too.
func (g *Grid) Reading() int { return g.runs }

// short reports whether text is one word of a few signs, such as "open".
func short(text string) bool { return len(strings.Fields(text)) == 1 && len([]rune(text)) <= 6 }

// Numeric reports whether text is of digits and the signs that every size has: a comma before one or two decimals, too.
func Numeric(text string) bool {
	const behind = "%°↑↓"
	if whole, decimals, ok := strings.Cut(text, ","); ok && len(strings.TrimRight(decimals, behind)) <= 2 {
		text = whole + "." + decimals
	}
	for _, r := range text {
		if (r < '0' || r > '9') && r != ':' && r != '.' && r != '-' && !strings.ContainsRune(behind, r) {
			return false
		}
	}
	return text != ""
}

// mixed reports whether text is of characters that have no size between 11 rows and 22, and of letters or pictures.
func mixed(text string) bool {
	arabic := strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Arabic, r) })
	return (arabic || holdsHan(text)) && strings.ContainsFunc(text, func(r rune) bool {
		return r < '\u0300' && unicode.IsLetter(r) || unicode.Is(unicode.So, r)
	})
}

// holdsHan reports whether text has a character of Chinese, Japanese or Korean.
func holdsHan(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
	})
}

// speed returns how fast a line in f scrolls, pixels a second.
func (g *Grid) speed(f *fonts.Face) float64 {
	s := g.Speed
	if s == 0 {
		s = render.DefaultSpeed
	}
	// The default speed is for letters of 7 rows: larger ones cover more columns in the same time.
	return s * max(1, float64(f.Cap())/7)
}

// Upper returns the grid of the upper rows of the panel, with its letters; a picture stands beside them.
func (g *Grid) Upper(rows int) *Grid {
	upper := g.Cut(rows)
	upper.above, upper.turns = false, false
	return upper
}

// Cut returns the grid of so many rows of the panel, with its letters.
func (g *Grid) Cut(rows int) *Grid {
	cut := *g
	cut.Size.Y = rows
	cut.room = classOf(cut.Size).room
	return &cut
}

// Needs returns the rows that lines take above something else on their page, with the margin above them: the rows of
// their roles, or half of rows if one of them is a Head. Of lines that are all spare it counts the last alone.
func (g *Grid) Needs(rows int, lines ...Line) int {
	sum := g.Margin
	for i, l := range lines {
		if l.Role == Head {
			return rows / 2
		}
		if !l.Spare || sum == g.Margin && i == len(lines)-1 {
			sum += g.Rows(l.Role) + 1 + (g.Gap+1)/2
		}
	}
	return sum
}
