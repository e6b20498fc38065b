// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"cmp"
	"image/color"
	"slices"
	"unicode/utf8"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// Content is what a page says, without places and sizes. At least one line is needed.
type Content struct {
	Picture Drawing
	Lines   []Line // in reading order
	Titled  bool   // the first line is the name of all, and may have the columns above the picture, too
	// Edge is the colour of a bar at the left edge, which takes the place of a picture that would stand beside the
	// lines, or of none; zero = the picture stays.
	Edge color.RGBA
}

// Drawing is a picture beside or above lines. The zero value draws nothing.
type Drawing struct {
	Widget render.Widget                // as large as the panel's icons
	Draw   func(side int) render.Widget // draws it smaller, with a multiple of 8 pixels; nil = it has one size
	Spare  bool                         // is left out rather than a line
	Square bool                         // is a picture to see, such as a cover: a narrow panel has it first, and then each line
}

// In returns the picture with that side.
func (d Drawing) In(side int) render.Widget {
	if d.Widget.Size().X == side || d.Draw == nil {
		return d.Widget
	}
	return d.Draw(side)
}

// way is one of the arrangements of a page.
type way struct {
	side   int  // of the picture that Draw draws; 0 = the picture as it is
	bare   bool // without the picture
	titled bool
	beside bool // a unit stands beside its figure, not below it
	lines  int  // of a text at most; 0 = as many as it may have
	head   int  // rows of what the page is about, at most; 0 = as the panel has it
	parted bool // lines are split
	cut    int  // the number of a label that is left out; 0 = none is
	tight  bool // lines may have less than half of the panel's gap between them
}

// Solve returns the pages of c, of all arrangements the best by merit. It is chosen for the widest forms of the lines,
// so that a page looks alike on all days; words of today that have no room then change it by themselves, and what
// gets smaller is marked so.
func (g *Grid) Solve(c Content) []*Page {
	own := *g
	own.memo = newMemo()
	pages := own.solve(c)
	if g.Solved != nil { // for Keep
		g.Solved.of(g, c, func() []*Page { return pages })
	}
	return pages
}

// numbered returns c with the numbers of its lines.
func (c Content) numbered() Content {
	c.Lines = slices.Clone(c.Lines)
	for i := range c.Lines {
		c.Lines[i].id = i + 1
	}
	return c
}

// solve is Solve of a grid with a memo.
func (g *Grid) solve(c Content) []*Page {
	c = c.numbered()
	usual, as, _ := g.best(g.known(c.usual()), way{})
	c.Lines = slices.DeleteFunc(c.Lines, func(l Line) bool { return fonts.Plain(l.Spans) == "" })
	if len(c.Lines) == 0 {
		return g.Hero(c.Picture.Widget)
	}
	if c.Picture.Square && g.Narrow() {
		return g.inTurn(c)
	}
	c = g.known(c)
	if usual.titled && !g.titles(c, usual) { // it has more columns, and keeps its size
		usual.titled, usual.head = false, as.head
	}
	pages, good := g.lay(c, usual)
	if good.faults(as) >= 0 && good.scrolls <= c.floor().scrolls {
		return pages
	}
	most := usual
	if as.flat == 0 && c.alike() {
		most.head = as.head
	}
	got, _, pages := g.best(c, most)
	for _, p := range pages {
		for i := range p.Items {
			p.Items[i].Smaller = p.Items[i].Smaller || p.Items[i].Role == c.lead() && got != usual
		}
	}
	return pages
}

// inTurn returns the picture of c, and then the pages of each of its lines.
func (g *Grid) inTurn(c Content) []*Page {
	first := g.NewPage()
	first.Put(Picture, c.Picture.Widget, g.Size.Sub(c.Picture.Widget.Size()).Div(2))
	pages := []*Page{first}
	for _, l := range c.Lines {
		pages = append(pages, g.solve(Content{Lines: []Line{l}})...)
	}
	return pages
}

// usual returns c with the widest forms of its lines, and with a capital and its mark for words that anybody may write.
func (c Content) usual() Content {
	c.Lines = slices.Clone(c.Lines)
	for i := range c.Lines {
		l := &c.Lines[i]
		switch unit := cmp.Or(l.Units, fonts.Plain(l.Unit)); {
		case holdsHan(unit):
			l.Unit = []fonts.Span{{Text: "DA"}} // a character is as wide as two letters
		case unit != "":
			l.Unit = []fonts.Span{{Text: "É" + string([]rune(unit)[1:])}} // as it may begin in another language
		}
		switch {
		case l.Widest != "":
			l.Spans, l.Shorter = []fonts.Span{{Text: l.Widest}}, nil
		case l.Spare && Figure(fonts.Plain(l.Spans)): // one without room leaves its rows to no other line
			l.Spans, l.Shorter = []fonts.Span{{Text: "0"}}, nil
		case l.Role == Label || l.Role == Value || l.Role == Head && !Figure(fonts.Plain(l.Spans)):
			l.Spans, l.Shorter = []fonts.Span{{Text: "É"}}, nil
		}
	}
	return c
}

// known returns c with lines that the memo knows by numbers. One that has no room in any arrangement scrolls at
// once, whatever the search tries; one whose parts have room is parted instead.
func (g *Grid) known(c Content) Content {
	for i, l := range c.Lines {
		l = g.memo.numbered(l)
		if l.runs = !g.stands(l) && !(l.Split && g.stand(g.parts(l))); l.runs {
			l.Lines, l.Split = 1, false
		}
		c.Lines[i] = l
	}
	return c
}

// stands reports whether a form of l could stand on a page of its own, in the smallest of its sizes.
func (g *Grid) stands(l Line) bool {
	ways := l.forms()
	sizes := g.rowsOf(l.Role, fonts.Plain(ways[0]))
	return slices.ContainsFunc(ways, func(way []fonts.Span) bool {
		words, width := fonts.Plain(way), g.Inner().Dx()-g.tail(l, sizes[len(sizes)-1])
		return !endless(g.memo.face(g, sizes[len(sizes)-1], words), words, width, max(1, l.Lines))
	})
}

// stand reports whether each of lines stands.
func (g *Grid) stand(lines []Line) bool {
	return !slices.ContainsFunc(lines, func(l Line) bool { return !g.stands(l) })
}

// parts returns the pieces of a line that is split.
func (g *Grid) parts(l Line) []Line {
	return l.Parts(func(s string) bool { return g.wide(0, s) <= g.Inner().Dx() })
}

// best returns the best way for c, whose head is no larger than that of most, how good it is, and its pages.
func (g *Grid) best(c Content, most way) (best way, top merit, pages []*Page) {
	floor, usual := c.floor(), 0
	for _, w := range g.ways(c, most) {
		if pages != nil && top.faults(floor) == 0 && top.side > g.sideOf(c, w) {
			break // it can only be smaller
		}
		if pages != nil && top.vain(w, floor) {
			continue
		}
		if w.side > 0 && w.head == 0 {
			w.head = usual
		}
		p, m := g.lay(c, w)
		if pages == nil && m.flat+m.lost == 0 && c.alike() {
			usual = m.head // the room that a smaller picture makes is for words
		}
		if pages == nil || m.beats(top) {
			best, pages, top = w, p, m
		}
	}
	return best, top, pages
}

// ways returns the arrangements that c may have, those with the largest picture first.
func (g *Grid) ways(c Content, most way) (all []way) {
	pictures := []way{{}}
	if c.Picture.Draw != nil && g.Margin > 0 {
		for _, side := range sides {
			if side < c.Picture.Widget.Size().X {
				pictures = append(pictures, way{side: side})
			}
		}
	}
	if c.Picture.Spare {
		pictures = append(pictures, way{bare: true})
	}
	lead := c.lead()
	heads, texts, cuts := []int{most.head}, []int{0}, []int{0}
	units, parts := []bool{false}, []bool{false}
	for _, l := range c.Lines {
		if l.Role == lead && (lead == Head || l.Lines > 1) {
			for _, rows := range g.rowsOf(lead, fonts.Plain(l.Spans)) {
				if most.head == 0 || rows < most.head {
					heads = append(heads, rows)
				}
			}
		}
		for n := l.Lines - 1; n > 0; n-- {
			texts = append(texts, n)
		}
		if l.Role == Label && (lead == Head || counted(c.Lines, lead)) {
			cuts = append(cuts, l.id)
		}
		if l.Split {
			parts = []bool{false, true}
		}
		if len(l.Unit) > 0 {
			units = append(units, true)
		}
	}
	for _, w := range pictures {
		w.titled = g.titles(c, w)
		for _, w.cut = range cuts {
			for _, w.beside = range units {
				for _, w.parted = range parts {
					for _, w.lines = range texts {
						for _, w.head = range heads {
							for _, w.tight = range []bool{false, true} {
								all = append(all, w)
							}
						}
					}
				}
			}
		}
	}
	return all
}

// titles reports whether the first line stands above all else: where there is room for letters above the picture.
func (g *Grid) titles(c Content, w way) bool {
	first := c.Lines[0]
	return c.Titled && c.Picture.Widget != nil && first.id == 1 && len(c.Lines) > 1 && !w.bare && g.Wide() && !g.Tall() &&
		g.Size.Y-g.sideOf(c, w) >= 8 && len(first.Spans) > 0 && g.set.Letters(5).Draws(fonts.Plain(first.Spans))
}

// sideOf returns the side of the picture of c.
func (g *Grid) sideOf(c Content, w way) int {
	switch {
	case w.bare || c.Picture.Widget == nil:
		return 0
	case w.side > 0:
		return w.side
	}
	return c.Picture.Widget.Size().Y
}

// lay returns the pages of c in one way, and how good they are.
func (g *Grid) lay(c Content, w way) (pages []*Page, m merit) {
	own := *g
	own.airy, g = !w.tight, &own
	var lines []Line
	lead, least := c.lead(), 0 // rows of a figure that needs its unit beside it no longer
	for _, l := range c.Lines {
		if w.cut == l.id {
			continue
		}
		if l.Role == lead && w.head > 0 {
			l.Most = min(w.head, cmp.Or(l.Most, w.head))
		}
		if w.lines > 0 {
			l.Lines = min(l.Lines, w.lines)
		}
		if w.parted && l.Split {
			for _, part := range g.parts(l) {
				lines = append(lines, g.memo.numbered(part))
			}
			continue
		}
		unit := l.Unit
		if fonts.Plain(unit) == "" {
			unit = nil
		}
		if l.Unit = nil; len(unit) > 0 && w.beside {
			l.Tail = capitals(unit)
			l, unit = g.memo.numbered(l), nil
		}
		if lines = append(lines, l); len(unit) > 0 {
			if utf8.RuneCountInString(fonts.Plain(unit)) <= 2 {
				least = g.rowsOf(l.Role, fonts.Plain(l.Spans))[0]
			}
			lines = append(lines, g.memo.numbered(Line{Role: Note, Spans: unit, Spare: true, id: l.id + unitID}))
		}
	}
	picture := c.Picture.Widget
	switch {
	case w.bare:
		picture = nil
	case w.side > 0:
		picture = c.Picture.Draw(w.side)
	}
	switch {
	case c.Edge.A != 0 && g.Wide() && (!g.above || picture == nil):
		pages = []*Page{g.Edged(c.Edge, lines...)}
	case w.titled && w.cut != 1:
		pages = []*Page{g.Titled(lines[0], picture, lines[1:]...)}
	default:
		pages = g.Hero(picture, lines...)
	}
	if m = g.judge(lines, lead, pages); w.cut > 0 {
		m.lost += lost[Label]
	}
	m.lower = m.head < least
	if m.side = g.sideOf(c, w); picture != nil && m.side < min(g.keeps, c.Picture.Widget.Size().Y) {
		m.tiny = 1
	}
	if w.tight {
		m.tight = 1
	}
	return pages, m
}

// unitID is added to the number of a line for its unit.
const unitID = 1 << 8
