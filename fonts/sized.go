// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"image"
	"image/color"
	"slices"
	"strconv"
	"sync"

	"github.com/ledpost/ledpost/internal/epx"
)

// cut says how one size of the tall family is drawn. Its glyphs are in the
// folder of data that is named after its rows.
type cut struct {
	rows    int  // of a capital and of a digit
	above   int  // rows above the capitals, for marks
	below   int  // rows below the baseline
	gap     int  // columns between neighbours
	letters bool // false: digits and the signs beside them
	emoji   int  // rows of a pictograph, at most as many as a line has
	lend    lend // draws what the size itself has not
}

// lend is another size, enlarged by a whole number, that fits into the rows of
// the one that borrows from it.
type lend struct{ rows, times int }

// cuts are the sizes of the tall family, the smallest first.
var cuts = []cut{
	{rows: 8, below: 2, gap: 1, emoji: 8, lend: lend{7, 1}},
	{rows: 10, above: 3, below: 3, gap: 1, letters: true, emoji: 12, lend: lend{7, 1}},
	{rows: 12, above: 3, below: 3, gap: 2, letters: true, emoji: 12, lend: lend{7, 1}},
	{rows: 14, below: 3, gap: 2, emoji: 12, lend: lend{10, 1}},
	{rows: 16, above: 4, below: 4, gap: 2, letters: true, emoji: 24, lend: lend{7, 2}},
	{rows: 20, below: 4, gap: 2, emoji: 24, lend: lend{16, 1}},
	{rows: 24, below: 4, gap: 2, emoji: 24, lend: lend{16, 1}},
	{rows: 32, below: 6, gap: 3, emoji: 32, lend: lend{12, 2}},
}

// smooth is the least height of a size that is enlarged: below it the squares
// would show.
const smooth = 10

// tall is the faces of the tall family, each read when it is first wanted.
type tall map[int]func() *Face

// newTall prepares the family of a set whose other faces are there.
func newTall(s *Set) tall {
	t := tall{}
	for _, c := range cuts {
		t[c.rows] = sync.OnceValue(func() *Face { return c.face(s) })
	}
	return t
}

func (c cut) face(s *Set) *Face {
	own := load(&book{ascent: c.above + c.rows, descent: c.below, cap: c.rows, gap: c.gap, floats: true},
		strconv.Itoa(c.rows))
	f := &Face{books: []drawn{{own, 1}}, sources: s.Normal.sources, scale: 1, unknown: s.unknown, looks: new(looks),
		reader: &s.reader}
	lender := s.Normal
	if c.lend.rows > lender.Cap() {
		lender = s.tall[c.lend.rows]()
	}
	for _, b := range lender.books {
		f.books = append(f.books, drawn{b.book, b.times * c.lend.times})
	}
	above := min(c.above+c.rows, (c.emoji+c.rows)/2) // with the same middle as a capital, where there is room
	f.emoji = func(r rune) *glyph {
		g := small()[single(r)]
		if drawn := large()[single(r)]; drawn != nil && c.emoji >= largeRows {
			g = drawn
		}
		if g == nil {
			return nil
		}
		return g.grown(c.emoji, above)
	}
	return f
}

// Digits returns the face with the largest digits that are at most rows high:
// drawn for 5, 7, 8 (bold), 10, 12, 14, 16, 20, 24 and 32 rows; above that the
// larger ones enlarged by a whole number. All digits of a face have one width,
// and a space is as wide as the colon in faces without letters. Below 5 rows it
// returns Small. Any goroutine may call.
func (s *Set) Digits(rows int) *Face {
	return s.sized(rows, func() *Face { return s.Clock }, func(cut) bool { return true })
}

// Letters returns the face with the largest letters whose capitals are at most
// rows high: drawn for 5, 7, 10, 12 and 16 rows for Latin, Greek and Cyrillic;
// above that enlarged by a whole number, by the rule for pixel art where it is even. What a size
// does not draw comes from Normal. On panels of 24 rows and more the letters of 7 rows are
// Normal's with marks above whole capitals, in 3 rows more. Below 5 rows it returns Small. Any goroutine may call.
func (s *Set) Letters(rows int) *Face {
	return s.sized(rows, s.raised, func(c cut) bool { return c.letters })
}

// sized returns the largest face of at most rows, by the sizes that want picks.
// Of two ways to one height the less enlarged wins.
func (s *Set) sized(rows int, seven func() *Face, want func(cut) bool) *Face {
	best, times := cut{}, 0
	for _, c := range slices.Backward(cuts) {
		k := min(rows/c.rows, MaxScale)
		if c.rows < smooth {
			k = min(k, 1)
		}
		if want(c) && c.rows*k > best.rows*times {
			best, times = c, k
		}
	}
	switch {
	case times > 0:
		return s.tall[best.rows]().Scale(times)
	case rows >= s.Normal.Cap():
		return seven()
	}
	return s.Small
}

// grown returns a pictograph of 8 or 12 rows in so many rows: the rule for
// pixel art enlarges it by a whole number, and rows beyond the number go in pairs from
// both halves, so that a face stays even. above of the rows are above the baseline.
func (g *glyph) grown(rows, above int) *glyph {
	n := (rows + len(g.rows) - 1) / len(g.rows)
	m := epx.Enlarge(g.image(), n)
	m = thinned(m, m.Rect.Dy()-rows)
	m = turned(thinned(turned(m), m.Rect.Dx()-g.w*rows/len(g.rows)))
	return glyphOf(m, above)
}

// image returns a pictograph as a picture.
func (g *glyph) image() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, g.w, len(g.rows)))
	for i, c := range g.pix {
		if g.rows[i/g.w]&bit(i%g.w) != 0 {
			m.SetRGBA(i%g.w, i/g.w, c)
		}
	}
	return m
}

// glyphOf returns m, of up to 32 columns, as a pictograph.
func glyphOf(m *image.RGBA, above int) *glyph {
	g := &glyph{w: m.Rect.Dx(), top: above, rows: make([]uint32, m.Rect.Dy()),
		pix: make([]color.RGBA, m.Rect.Dx()*m.Rect.Dy())}
	for i := range g.pix {
		if c := m.RGBAAt(i%g.w, i/g.w); c.A != 0 {
			g.pix[i], g.rows[i/g.w] = c, g.rows[i/g.w]|bit(i%g.w)
		}
	}
	return g
}

// thinned returns m without n of its rows, an even number: the pair whose loss changes
// least, one from each half as far from the middle as the other, and the next one.
func thinned(m *image.RGBA, n int) *image.RGBA {
	for ; n > 1; n -= 2 {
		high := m.Rect.Dy()
		best, least := 0, -1
		for y := 0; y < high/2-1; y++ {
			if loss := unlike(m, y, y+1) + unlike(m, high-1-y, high-2-y); least < 0 || loss < least {
				best, least = y, loss
			}
		}
		m = without(m, best, high-1-best)
	}
	return m
}

// unlike counts the pixels in which two rows differ.
func unlike(m *image.RGBA, a, b int) (n int) {
	for x := range m.Rect.Dx() {
		if m.RGBAAt(x, a) != m.RGBAAt(x, b) {
			n++
		}
	}
	return n
}

// without returns m without two rows.
func without(m *image.RGBA, a, b int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, m.Rect.Dx(), m.Rect.Dy()-2))
	to := 0
	for y := range m.Rect.Dy() {
		if y != a && y != b {
			copy(out.Pix[to*out.Stride:(to+1)*out.Stride], m.Pix[y*m.Stride:])
			to++
		}
	}
	return out
}

// turned returns m with rows and columns exchanged.
func turned(m *image.RGBA) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, m.Rect.Dy(), m.Rect.Dx()))
	for i := range m.Rect.Dx() * m.Rect.Dy() {
		x, y := i%m.Rect.Dx(), i/m.Rect.Dx()
		out.SetRGBA(y, x, m.RGBAAt(x, y))
	}
	return out
}
