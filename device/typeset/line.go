// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"image"
	"image/draw"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/fonts"
)

// Line is a text in a role.
type Line struct {
	Role  Role
	Spans []fonts.Span
	// Shorter says the same in fewer words, the longest first: taken before a smaller
	// size is.
	Shorter [][]fonts.Span
	// Widest is the longest text that the line has on other days: it chooses the size, so
	// that 9 and 10 look the same. "" = the text itself.
	Widest string
	Most   int  // rows of a capital at most, for a kind of page whose words need more columns than others; 0 = the columns of the role
	Least  int  // rows of a capital at least: a longer text scrolls in the size of its role; 0 = any
	Lines  int  // that the text may be broken into, as by Broken; 0 = 1
	Spare  bool // is left out where there is no room for it
	Split  bool // is parted at its spaces, and its times at the colon, rather than scroll
	Full   bool // comes before a larger size: Shorter is taken rather than the least size or motion
	// Unit belongs to a figure, in a page that is solved: beside it or, in small capitals, below it.
	Unit  []fonts.Span
	Units string       // the widest form that Unit has on other days, as "days" beside "day"; "" = Unit itself
	Tail  []fonts.Span // stands behind a figure, at its foot in small letters: AM or PM

	small bool // begins with the size for words that do not fit
	runs  bool // has no room in any size on any page of the panel: it scrolls at once
	id    int  // of a Content, from 1 on
	says  int  // number of its words in a memo; 0 = none
}

// partID is the step between the numbers of the pieces of a line.
const partID = 1 << 9

// Parts returns the pieces of a line that is split, in its last form: where fits says that a piece has no room, its time
// is parted, too.
func (l Line) Parts(fits func(words string) bool) (all []Line) {
	spans := append([][]fonts.Span{l.Spans}, l.Shorter...)[len(l.Shorter)]
	for _, words := range strings.Fields(fonts.Plain(spans)) {
		pieces := []string{words}
		if !fits(words) {
			pieces = strings.Split(words, ":")
		}
		for _, piece := range pieces {
			one := l
			one.id += len(all) * partID
			one.Spans, one.Shorter, one.Split = []fonts.Span{{Text: piece, Color: spans[len(spans)-1].Color}}, nil, false
			if one.says = 0; len(pieces) > 1 { // hours and minutes are alike
				one.Widest = "00"
			}
			all = append(all, one)
		}
	}
	return all
}

// capital leaves out the accents that Greek has in words of small letters alone, and writes SS for ß.
var capital = strings.NewReplacer("Ά", "Α", "Έ", "Ε", "Ή", "Η", "Ί", "Ι", "Ό", "Ο", "Ύ", "Υ", "Ώ", "Ω", "ΐ", "Ϊ", "ΰ", "Ϋ", "ß", "SS")

// capitals returns spans as labels and notes have them.
func capitals(spans []fonts.Span) (out []fonts.Span) {
	for _, s := range spans {
		out = append(out, fonts.Span{Text: capital.Replace(strings.ToUpper(s.Text)), Color: s.Color})
	}
	return out
}

// set is a line of one face, drawn.
type set struct {
	item    Item
	picture *image.RGBA // the rows with ink
	top     int         // of the first row with ink, below the upper edge of Body; negative = above it
	body    int         // rows
	rtl     bool
	face    *fonts.Face
}

// fit sets l into so many columns and rows: in the first words and the largest size in
// which it fits, else scrolling in the size of its role. The sets are not to be changed.
func (g *Grid) fit(l Line, width, rows int) []set {
	return g.memo.fit(l, width, rows, func() []set { return g.fitted(l, width, rows) })
}

// fitted is fit without the memo.
func (g *Grid) fitted(l Line, width, rows int) []set {
	ways := l.forms()
	sizes := g.rowsOf(l.Role, fonts.Plain(ways[len(ways)-1]))
	first, own := 0, g.rowsOf(l.Role, fonts.Plain(ways[0]))[0]
	if l.Most > 0 {
		own = max(largest(sizes, l.Most), sizes[len(sizes)-1])
	}
	if l.runs {
		return g.running(l, ways[0], own)
	}
	for l.Widest != "" && first < len(sizes)-1 && !g.widest(l, sizes[first], width) {
		first++
	}
	if l.Full {
		for _, way := range ways[:len(ways)-1] {
			one := l
			one.Full, one.Spans, one.Shorter, one.Least = false, way, nil, sizes[max(0, len(sizes)-2)]
			if set := g.fit(g.memo.numbered(one), width, rows); !set[0].item.Scrolls {
				return set
			}
		}
	}
	for n, size := range sizes {
		if n < first || (l.small && n == 0 || l.Most > 0 && size > l.Most) && n < len(sizes)-1 {
			continue
		}
		if size < min(l.Least, own) {
			break
		}
		for form, way := range ways {
			if size > g.rowsOf(l.Role, fonts.Plain(way))[0] { // figures may be larger than words
				continue
			}
			if all := g.lines(l, form, way, size, width); all != nil && (len(all) == 1 || high(all) <= rows) {
				all = slices.Clone(all)
				for i := range all {
					all[i].item.Smaller, all[i].item.form = n > first, form
					if l.Most > 0 {
						all[i].item.Smaller = size < largest(sizes, l.Most)
					}
				}
				return all
			}
		}
	}
	return g.running(l, ways[0], own)
}

// running sets one way to say l as one line that scrolls.
func (g *Grid) running(l Line, way []fonts.Span, rows int) []set {
	one := g.draw(l, way, rows)
	one.item.Scrolls = true
	return []set{one}
}

// forms returns what l may say, the longest first, as its role writes it.
func (l Line) forms() [][]fonts.Span {
	ways := append([][]fonts.Span{l.Spans}, l.Shorter...)
	if l.Role == Label || l.Role == Note {
		for i := range ways {
			ways[i] = capitals(ways[i])
		}
	}
	return ways
}

// lines sets one way to say l in one size; nil if it does not fit. The sets are not to be changed.
func (g *Grid) lines(l Line, form int, way []fonts.Span, rows, width int) []set {
	return g.memo.lines(l, form, rows, width, func() (all []set) {
		words := fonts.Plain(way)
		g.memo.count(words)
		for _, spans := range Broken(g.memo.face(g, rows, words), way, width-g.tail(l, rows), max(1, l.Lines)) {
			all = append(all, g.draw(l, spans, rows))
		}
		return all
	})
}

// wide returns the columns of words in the size of so many rows.
func (g *Grid) wide(rows int, words string) int {
	g.memo.count(words)
	return g.memo.face(g, rows, words).Width(words)
}

// widest reports whether the widest text of l has room in the size of so many rows.
func (g *Grid) widest(l Line, rows, width int) bool {
	width -= g.tail(l, rows)
	if l.Lines < 2 {
		return g.wide(rows, l.Widest) <= width
	}
	return Broken(g.memo.face(g, rows, l.Widest), []fonts.Span{{Text: l.Widest}}, width, l.Lines) != nil
}

// tailFace is of the letters behind digits of so many rows.
func (g *Grid) tailFace(l Line, rows int) *fonts.Face {
	return g.memo.face(g, max(5, rows/4), fonts.Plain(l.Tail))
}

// tail returns the columns that l's Tail takes behind digits of so many rows.
func (g *Grid) tail(l Line, rows int) int {
	if len(l.Tail) == 0 {
		return 0
	}
	return max(1, rows/8) + g.tailFace(l, rows).Width(fonts.Plain(l.Tail))
}

// tailed puts l's Tail behind what it says.
func (g *Grid) tailed(l Line, one set) set {
	if len(l.Tail) == 0 {
		return one
	}
	small := g.tailFace(l, one.item.Rows).Line(l.Tail).Image
	ink := Ink(small)
	up := max(0, ink.Dy()-one.body+one.top) // a character may be higher than digits
	size := image.Pt(one.picture.Rect.Dx()+g.tail(l, one.item.Rows), up+max(one.picture.Rect.Dy(), one.body-one.top))
	m := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(m, m.Rect.Add(image.Pt(0, up)), one.picture, image.Point{}, draw.Src)
	at := image.Pt(m.Rect.Max.X-ink.Dx(), one.body-one.top+up-ink.Dy())
	draw.Draw(m, image.Rectangle{at, at.Add(ink.Size())}, small, ink.Min, draw.Src)
	one.picture, one.top, one.item.Tail = m, one.top-up, fonts.Plain(l.Tail)
	return one
}

// largest returns the largest of sizes that is at most most.
func largest(sizes []int, most int) int {
	for _, s := range sizes {
		if s <= most {
			return s
		}
	}
	return 0
}

// high returns the rows of the lines of one text.
func high(all []set) (rows int) {
	for i, s := range all {
		rows += s.body
		if i > 0 {
			rows += gapOf(&all[i-1], &s)
		}
	}
	last := all[len(all)-1]
	return rows + max(0, last.below()-1)
}

// gapOf returns the rows between two lines of one text: a dark one between descenders
// and marks, and some more between larger letters.
func gapOf(above, below *set) int { return max(1+above.body/5, above.below()+1, 1-below.top) }

// draw draws spans in a size.
func (g *Grid) draw(l Line, spans []fonts.Span, rows int) set {
	words := fonts.Plain(spans)
	face := g.memo.face(g, rows, words)
	return g.memo.draw(l, spans, face, func() set {
		g.memo.count(words)
		drawn := face.Line(spans)
		top, bottom := face.Body(words)
		ink := Ink(drawn.Image)
		if ink.Empty() {
			ink = image.Rect(0, top, max(1, drawn.Image.Rect.Dx()), bottom)
		}
		return g.tailed(l, set{
			item:    Item{Role: l.Role, Text: words, Rows: face.Cap(), line: l.id},
			picture: Cropped(drawn.Image, ink),
			top:     ink.Min.Y - top, body: bottom - top, rtl: drawn.RTL, face: face,
		})
	})
}

// Cropped returns the part r of m as a separate picture.
func Cropped(m *image.RGBA, r image.Rectangle) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: r.Size()})
	draw.Draw(out, out.Rect, m, r.Min, draw.Src)
	return out
}

// Ink returns the smallest rectangle with all pixels of m that are not transparent.
func Ink(m *image.RGBA) (r image.Rectangle) {
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		row := m.Pix[m.PixOffset(m.Rect.Min.X, y):][:4*m.Rect.Dx()]
		from, to := 0, len(row)
		for from < to && row[from+3] == 0 {
			from += 4
		}
		for from < to && row[to-1] == 0 {
			to -= 4
		}
		r = r.Union(image.Rect(m.Rect.Min.X+from/4, y, m.Rect.Min.X+to/4, y+1))
	}
	return r
}
