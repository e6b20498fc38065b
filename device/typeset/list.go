// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"image"
	"image/color"
	"image/draw"
	"slices"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// Entry is a row of a list: words at the left, and at the right a figure or a short word, which stands whole. Words
// that do not fit beside it scroll, and so does an end that needs more columns than its list has for it.
// Text that is read from right to left has the sides exchanged.
type Entry struct {
	Badge      Badge
	Words, End []fonts.Span
	Shorter    [][]fonts.Span // Words in fewer letters, the longest first
	Brief      []fonts.Span   // End in fewer letters, for a list in which words would scroll; nil = none
}

// brief returns the entry with its brief end.
func (e Entry) brief() Entry {
	if e.Brief != nil {
		e.End, e.Brief = e.Brief, nil
	}
	return e
}

// Badge is a short word before the words of an entry, such as the number of a bus. The badges of a list are equally
// wide, and stand on their colour where there is a row for it around the letters; elsewhere the letters have it. With
// the zero value an entry has no badge.
type Badge struct {
	Text string
	Back color.RGBA // alpha 0 = none
	Ink  color.RGBA // of letters without a colour behind them
}

// List is how a list stands: its letters, and how many of its entries have room at once. It comes from [Grid.List].
type List struct {
	Slots int // entries that a page has room for, 1 or more
	Rows  int // that so many entries take

	size, body, gap int
	badge           int   // columns of the badges; 0 = the list has none
	boxed           bool  // there are rows for the colour around them
	brief           bool  // the ends are the brief ones
	ends            []int // columns that the end of each entry may have; 0 = it follows the words
}

// List returns how entries, of which there are some, stand in a room: all of them in the largest letters in which no
// words scroll; in smaller ones if that takes fewer pages.
func (g *Grid) List(entries []Entry, room image.Point) List {
	l, wide := g.largest(entries, room)
	if wide && slices.ContainsFunc(entries, func(e Entry) bool { return e.Brief != nil }) {
		brief := slices.Clone(entries)
		for i, e := range brief {
			brief[i] = e.brief()
		}
		l = g.List(brief, room)
		l.brief = true
		return l
	}
	for _, e := range entries {
		l.ends = append(l.ends, g.end(&l, e, room.X-l.lead()))
	}
	return l
}

// end returns the columns that the end of an entry may have: what the words leave, if they stand; two thirds of the
// row, if they scroll; 0 where that is too few.
func (g *Grid) end(l *List, e Entry, columns int) int {
	if fonts.Plain(e.End) == "" {
		return columns
	}
	words, end := 0, g.columns(e.End, l.size)
	if fonts.Plain(e.Words) != "" {
		words = g.columns(g.form(e, l.size, columns-end-l.between()), l.size) + l.between()
	}
	switch {
	case words+end <= columns:
		return columns - words
	case 3*end <= 2*columns:
		return 2 * columns / 3
	}
	return 0
}

// columns returns how many columns text takes in a size.
func (g *Grid) columns(spans []fonts.Span, size int) int {
	return g.draw(Line{Role: Value}, spans, size).picture.Rect.Dx()
}

// form returns the longest form of the words of an entry that fits into so many columns; all of them if none does.
func (g *Grid) form(e Entry, size, columns int) []fonts.Span {
	for _, form := range slices.Concat([][]fonts.Span{e.Words}, e.Shorter) {
		if g.columns(form, size) <= columns {
			return form
		}
	}
	return e.Words
}

// largest is List without the columns of the ends; wide says that words scroll.
func (g *Grid) largest(entries []Entry, room image.Point) (best List, scrolls bool) {
	sizes := append(append([]int{}, g.sizes[Value]...), g.sizes[Label][len(g.sizes[Label])-1])
	for i, size := range sizes {
		if i > 0 && size >= sizes[i-1] {
			continue
		}
		l, wide := g.listed(entries, size, room)
		if best.size == 0 || l.Slots > best.Slots && best.Slots < len(entries) {
			best, scrolls = l, wide
		}
		if !wide && l.Slots >= len(entries) {
			return l, false
		}
	}
	return best, scrolls
}

// listed returns how entries stand in a size, and whether the words of one scroll.
func (g *Grid) listed(entries []Entry, size int, room image.Point) (l List, wide bool) {
	below, least := 0, 0
	l.size = size
	for _, e := range entries {
		if e.Badge.Text == "" {
			continue
		}
		one := g.draw(Line{Role: Value}, e.Badge.spans(false), size)
		l.body, below, l.badge = max(l.body, one.body), max(below, one.below()), max(l.badge, one.picture.Rect.Dx())
		if e.Badge.Back.A != 0 {
			least = badgeEdge
		}
	}
	if l.badge > 0 {
		l.badge += 2 * least
	}
	for _, e := range entries {
		columns := room.X - l.lead()
		for _, spans := range [][]fonts.Span{e.End, e.Words} {
			if fonts.Plain(spans) != "" {
				one := g.draw(Line{Role: Value}, spans, size)
				l.body, below = max(l.body, one.body), max(below, one.below(), -one.top)
			}
		}
		if fonts.Plain(e.End) != "" {
			columns -= g.columns(e.End, size) + l.between()
		}
		wide = wide || columns+l.between() < 0 ||
			fonts.Plain(e.Words) != "" && g.columns(g.form(e, size, columns), size) > columns
	}
	l.gap = max(1+size/5, below+1, 3*least)
	if l.Slots = max(1, (room.Y-below+l.gap)/(l.body+l.gap)); l.Slots >= len(entries) {
		l.Slots = len(entries)
	} else { // the pages are alike
		pages := (len(entries) + l.Slots - 1) / l.Slots
		l.Slots = (len(entries) + pages - 1) / pages
	}
	l.Rows = l.Slots*(l.body+l.gap) - l.gap + max(below, 2*least)
	l.boxed = least > 0 && l.Rows <= room.Y
	return l, wide
}

// badgeEdge is how many rows and columns the colour of a badge reaches beyond its letters.
const badgeEdge = 1

// lead returns the columns before the words of an entry.
func (l *List) lead() int {
	if l.badge == 0 {
		return 0
	}
	return l.badge + l.between()
}

// spans returns the letters of the badge; boxed says that they stand on their colour.
func (b Badge) spans(boxed bool) []fonts.Span {
	c := b.Ink
	switch light := 299*int(b.Back.R) + 587*int(b.Back.G) + 114*int(b.Back.B); {
	case b.Back.A == 0:
	case !boxed:
		c = legible(b.Back)
	case light > 140_000: // of 255,000, as ITU-R BT.601 weighs the colours
		c = color.RGBA{A: 255}
	default:
		c = color.RGBA{255, 255, 255, 255}
	}
	return []fonts.Span{{Text: b.Text, Color: c}}
}

// between returns the columns between the words and the end of an entry.
func (l *List) between() int { return max(2, l.size/2) }

// List puts entries, at most as many as l has slots, into room: the first in the first slot, at the left and the
// right edge. They have the places of those from number at on for which l was chosen.
func (p *Page) List(g *Grid, l List, room image.Rectangle, at int, entries ...Entry) {
	free := max(0, min(g.Gap, (room.Dy()-l.Rows)/l.Slots)) // rows go between them first
	l.gap += free
	y := room.Min.Y + (room.Dy()-l.Slots*(l.body+l.gap)+l.gap)/2
	if last := room.Max.Y - l.Rows - (l.Slots-1)*free; last >= room.Min.Y {
		y = min(y, last) // below the letters of the last one there may be more of them, such as a p
	}
	for i, e := range entries {
		p.entry(g, l, image.Rect(room.Min.X, y, room.Max.X, y+l.body), l.ends[at+i], e)
		y += l.body + l.gap
	}
}

// legible returns a colour that is light enough to read letters in it, with the hue of c; white for black.
func legible(c color.RGBA) color.RGBA {
	const least = 200 // of the lightest of the three
	switch top := int(max(c.R, c.G, c.B)); {
	case top == 0:
		return color.RGBA{least, least, least, 255}
	case top < least:
		return color.RGBA{uint8(int(c.R) * least / top), uint8(int(c.G) * least / top), uint8(int(c.B) * least / top), 255}
	}
	return c
}

// badged puts the badge of an entry into its rows, and returns the room that is left beside it.
func (p *Page) badged(g *Grid, l List, room image.Rectangle, b Badge, rtl bool) image.Rectangle {
	slot, left := room, room
	if rtl {
		slot.Min.X, left.Max.X = room.Max.X-l.badge, room.Max.X-l.lead()
	} else {
		slot.Max.X, left.Min.X = room.Min.X+l.badge, room.Min.X+l.lead()
	}
	if b.Text == "" {
		return left
	}
	if b.Back.A != 0 && l.boxed {
		box := image.NewRGBA(image.Rect(0, 0, slot.Dx(), slot.Dy()+2*badgeEdge))
		draw.Draw(box, box.Rect, image.NewUniform(b.Back), image.Point{}, draw.Src)
		p.Layers = append(p.Layers, render.Layer{At: slot.Min.Sub(image.Pt(0, badgeEdge)), Widget: &render.Still{Image: box}})
	}
	letters := g.draw(Line{Role: Value}, b.spans(l.boxed), l.size)
	letters.item.Scrolls = letters.picture.Rect.Dx() > slot.Dx()
	g.place(p, letters, slot.Min.Add(image.Pt((slot.Dx()-letters.picture.Rect.Dx())/2, 0)), slot)
	return left
}

// entry puts one entry into its rows, with so many columns for its end at most.
func (p *Page) entry(g *Grid, l List, room image.Rectangle, most int, e Entry) {
	if l.brief {
		e = e.brief()
	}
	if l.badge > 0 {
		room = p.badged(g, l, room, e.Badge, fonts.RightToLeft(fonts.Plain(e.Words)))
	}
	apart := fonts.Plain(e.End) != "" && most > 0
	if fonts.Plain(e.End) != "" && !apart {
		e.Words = slices.Concat(e.Words, []fonts.Span{{Text: " ", Color: e.End[0].Color}}, e.End)
	}
	rtl := fonts.RightToLeft(fonts.Plain(e.Words))
	if apart {
		slot, end := room, g.draw(Line{Role: Value}, e.End, l.size)
		wide := min(end.picture.Rect.Dx(), most)
		end.item.Scrolls = wide < end.picture.Rect.Dx()
		if rtl {
			slot.Max.X, room.Min.X = room.Min.X+wide, room.Min.X+wide+l.between()
		} else {
			slot.Min.X, room.Max.X = room.Max.X-wide, room.Max.X-wide-l.between()
		}
		g.place(p, end, slot.Min, slot)
	}
	if fonts.Plain(e.Words) == "" {
		return
	}
	words := g.draw(Line{Role: Value}, g.form(e, l.size, room.Dx()), l.size)
	words.item.Scrolls = words.picture.Rect.Dx() > room.Dx()
	at := room.Min
	if rtl {
		at.X = room.Max.X - words.picture.Rect.Dx()
	}
	g.place(p, words, at, room)
}

// Line puts a line into the middle of room, in the size and the place of first, which may have other words: it scrolls
// where it needs more columns.
func (p *Page) Line(g *Grid, room image.Rectangle, first, now Line) {
	first.id, now.id = 1, 1
	one := g.NewPage()
	g.Column(one, room, Middle, first)
	one = g.kept(one.Items, Content{Lines: []Line{now}})
	p.Layers, p.Items = append(p.Layers, one.Layers...), append(p.Items, one.Items...)
}
