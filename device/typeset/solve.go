// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"cmp"
	"image"
	"image/color"
	"slices"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// Content is what a page says, without places and sizes. At least one line is needed.
type Content struct {
	Picture Drawing
	Lines   []Line     // in reading order
	Titled  bool       // the first line is the name of all, and may have the columns above the picture, too
	Edge    color.RGBA // of a bar at the left edge, on panels where it takes the picture's place; zero = the picture stays
}

// Drawing is a picture beside or above lines. The zero value draws nothing.
type Drawing struct {
	Widget render.Widget                // as large as the panel's icons
	Draw   func(side int) render.Widget // draws it smaller, with a multiple of 8 pixels; nil = it has one size
	Spare  bool                         // is left out rather than a line
	Square bool                         // is a picture to see, such as a cover: a narrow panel has it first, and then each line
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

// merit is how good a page is. The rules are in the order in which they count.
type merit struct {
	lost    int // lines left out that may not be, by their roles
	off     int // 1 = a mark is in the margin, or the page is not in the middle of the rows
	dense   int // 1 = four lines or more take over four fifths of the rows
	scrolls int // lines in motion
	flat    int // 1 = what the page is about is lower than 7/5 of the letters beside it, or than characters
	tiny    int // 1 = the picture has not the pixels that it keeps beside words
	spare   int // lines left out that may be
	tight   int // 1 = lines are near each other
	side    int // of the picture
	short   int // lines below or above what the page is about that say less than they could
	head    int // rows of what the page is about
}

// beats reports whether m is better than n.
func (m merit) beats(n merit) bool {
	return cmp.Or(m.faults(n), cmp.Compare(m.side, n.side),
		cmp.Compare(n.short, m.short), cmp.Compare(m.head, n.head)) > 0
}

// faults compares what is wrong with two pages: above 0 = less with m.
func (m merit) faults(n merit) int {
	return cmp.Or(cmp.Compare(n.lost, m.lost), cmp.Compare(n.off, m.off), cmp.Compare(n.dense, m.dense),
		cmp.Compare(n.scrolls, m.scrolls), cmp.Compare(n.flat, m.flat), cmp.Compare(n.tiny, m.tiny),
		cmp.Compare(n.spare, m.spare), cmp.Compare(n.tight, m.tight))
}

// Solve returns the pages of c, of all arrangements the best by merit. It is chosen for the widest forms of the lines,
// so that a page looks alike on all days; words of today that have no room then change it by themselves, and what
// gets smaller is marked so.
func (g *Grid) Solve(c Content) []*Page {
	own := *g
	own.memo = newMemo()
	return own.solve(c)
}

// solve is Solve of a grid with a memo.
func (g *Grid) solve(c Content) []*Page {
	c.Lines = slices.Clone(c.Lines)
	for i := range c.Lines {
		c.Lines[i].id = i + 1
	}
	usual, as, _ := g.best(g.known(c.usual()), way{})
	c.Lines = slices.DeleteFunc(c.Lines, func(l Line) bool { return text(l.Spans) == "" })
	if len(c.Lines) == 0 {
		return g.Hero(c.Picture.Widget)
	}
	if c.Picture.Square && g.Narrow() {
		return g.inTurn(c)
	}
	c = g.known(c)
	usual.titled = usual.titled && g.titles(c, usual)
	pages, good := g.lay(c, usual)
	if good.faults(as) >= 0 {
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
		if holdsHan(text(l.Unit)) {
			l.Unit = []fonts.Span{{Text: "D"}} // a character is as high as a line of its own
		}
		switch {
		case l.Widest != "":
			l.Spans, l.Shorter = []fonts.Span{{Text: l.Widest}}, nil
		case l.Role == Label || l.Role == Value || l.Role == Head && !Figure(text(l.Spans)):
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
	sizes := g.rowsOf(l.Role, text(ways[0]))
	return slices.ContainsFunc(ways, func(way []fonts.Span) bool {
		words, width := text(way), g.Inner().Dx()-g.tail(l, sizes[len(sizes)-1])
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

// floor returns what is wrong with every page of c, at least.
func (c Content) floor() (m merit) {
	for _, l := range c.Lines {
		if l.runs && !l.Spare {
			m.scrolls++
		}
	}
	return m
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

// vain reports whether w makes good nothing that is wrong with m and that another page of the kind has not.
func (m merit) vain(w way, floor merit) bool {
	worse := m
	worse.tight = 0
	return w.cut > 0 && m.lost == 0 || w.parted && m.scrolls == floor.scrolls || w.beside && m.flat+m.spare == 0 ||
		w.tight && worse.faults(floor) == 0 || w.head > 0 && m.faults(floor) == 0 && m.short == 0
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
			for _, rows := range g.rowsOf(lead, text(l.Spans)) {
				if most.head == 0 || rows < most.head {
					heads = append(heads, rows)
				}
			}
		}
		for n := l.Lines - 1; n > 0; n-- {
			texts = append(texts, n)
		}
		if l.Role == Label && lead == Head {
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
							all = append(all, w)
							w.tight = true
							all = append(all, w)
							w.tight = false
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
		g.Size.Y-g.sideOf(c, w) >= 8 && len(first.Spans) > 0 && g.set.Letters(5).Draws(text(first.Spans))
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
	lead := c.lead()
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
		if text(unit) == "" {
			unit = nil
		}
		if l.Unit = nil; len(unit) > 0 && w.beside {
			l.Tail = capitals(unit)
			l, unit = g.memo.numbered(l), nil
		}
		if lines = append(lines, l); len(unit) > 0 {
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
	case c.Edge.A != 0 && g.Wide():
		pages = []*Page{g.Edged(c.Edge, lines...)}
	case w.titled && w.cut != 1:
		pages = []*Page{g.Titled(lines[0], picture, lines[1:]...)}
	default:
		pages = g.Hero(picture, lines...)
	}
	if m = g.judge(lines, lead, pages); w.cut > 0 {
		m.lost += lost[Label]
	}
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

// lost is how much it counts that a line is left out.
var lost = [...]int{Head: 4, Value: 2, Label: 1, Note: 1}

// lead returns the role that a page is about.
func (c Content) lead() Role {
	if slices.ContainsFunc(c.Lines, func(l Line) bool { return l.Role == Head }) {
		return Head
	}
	return Value
}

// alike reports whether what the page is about has one size on all days. Without, it takes all room that a smaller
// picture makes, as a time does below a long name.
func (c Content) alike() bool {
	lead := c.lead()
	return slices.ContainsFunc(c.Lines, func(l Line) bool { return l.Role == lead && l.Widest != "" })
}

// judge returns the merit of pages that say lines.
func (g *Grid) judge(lines []Line, lead Role, pages []*Page) (m merit) {
	stand := map[int]bool{}
	small, texts, rows, near := 0, 0, 0, 6
	if !g.airy {
		near = 8
	}
	for _, p := range pages {
		var whole image.Rectangle
		for _, item := range p.Items {
			stand[item.line] = true
			if item.Role != Bar && (item.Rows > 0 || item.Body.Dy() < g.Size.Y) {
				whole = whole.Union(item.Body)
			}
			if g.Margin > 0 && item.Rows > 0 && !item.Scrolls && !item.Ink.In(g.Inner()) {
				m.off = 1
			}
			if item.Role == lead {
				m.head = min(item.Rows, cmp.Or(m.head, item.Rows))
			}
			switch item.Role {
			case Label, Note:
				small = max(small, 7*min(item.Rows, g.sizes[item.Role][0]), 5*(item.Rows-1))
				if item.line/unitID%2 == 1 && holdsHan(item.Text) {
					small = max(small, near*item.Body.Dy()) // it may stand beside its figure
				}
				m.short += item.form
			}
			if item.Scrolls {
				m.scrolls++
			}
			if item.Rows > 0 {
				texts, rows = texts+1, rows+item.Rows
			}
		}
		if over := whole.Min.Y + whole.Max.Y - g.Size.Y; g.Margin > 0 && (over > 2 || over < -2) {
			m.off = 1
		}
	}
	if lead == Head && m.head > 0 && 5*m.head < small {
		m.flat = 1
	}
	if len(pages) == 1 && texts > 3 && 5*rows > 4*g.Inner().Dy() {
		m.dense = 1
	}
	for _, l := range lines {
		switch {
		case stand[l.id]:
		case l.Spare:
			m.spare++
		default:
			m.lost += lost[l.Role]
		}
	}
	return m
}
