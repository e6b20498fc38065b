// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"image"
	"slices"

	"github.com/ledpost/ledpost/fonts"
)

// Entry is a row of a list: words at the left, and at the right a figure or a short word, which stands whole. Words
// that do not fit beside it scroll, and so does an end that needs more columns than its list has for it.
// Text that is read from right to left has the sides exchanged.
type Entry struct{ Words, End []fonts.Span }

// List is how a list stands: its letters, and how many of its entries have room at once. It comes from [Grid.List].
type List struct {
	Slots int // entries that a page has room for, 1 or more
	Rows  int // that so many entries take

	size, body, gap int
	ends            []int // columns that the end of each entry may have; 0 = it follows the words
}

// List returns how entries, of which there are some, stand in a room: all of them in the largest letters in which no
// words scroll; in smaller ones if that takes fewer pages.
func (g *Grid) List(entries []Entry, room image.Point) List {
	l := g.largest(entries, room)
	for _, e := range entries {
		l.ends = append(l.ends, g.end(&l, e, room.X))
	}
	return l
}

// end returns the columns that the end of an entry may have: what the words leave, if they stand; two thirds of the
// row, if they scroll; 0 where that is too few.
func (g *Grid) end(l *List, e Entry, columns int) int {
	if text(e.End) == "" {
		return columns
	}
	words, end := 0, g.draw(Line{Role: Value}, e.End, l.size).picture.Rect.Dx()
	if text(e.Words) != "" {
		words = g.draw(Line{Role: Value}, e.Words, l.size).picture.Rect.Dx() + l.between()
	}
	switch {
	case words+end <= columns:
		return columns - words
	case 3*end <= 2*columns:
		return 2 * columns / 3
	}
	return 0
}

// largest is List without the columns of the ends.
func (g *Grid) largest(entries []Entry, room image.Point) (best List) {
	sizes := append(append([]int{}, g.sizes[Value]...), g.sizes[Label][len(g.sizes[Label])-1])
	for i, size := range sizes {
		if i > 0 && size >= sizes[i-1] {
			continue
		}
		l, wide := g.listed(entries, size, room)
		if best.size == 0 || l.Slots > best.Slots && best.Slots < len(entries) {
			best = l
		}
		if !wide && l.Slots >= len(entries) {
			return l
		}
	}
	return best
}

// listed returns how entries stand in a size, and whether the words of one scroll.
func (g *Grid) listed(entries []Entry, size int, room image.Point) (l List, wide bool) {
	below := 0
	l.size = size
	for _, e := range entries {
		width := 0
		for _, spans := range [][]fonts.Span{e.Words, e.End} {
			if text(spans) != "" {
				one := g.draw(Line{Role: Value}, spans, size)
				l.body, below, width = max(l.body, one.body), max(below, one.below(), -one.top), width+one.picture.Rect.Dx()+l.between()
			}
		}
		wide = wide || width-l.between() > room.X
	}
	l.gap = max(1+size/5, below+1)
	if l.Slots = max(1, (room.Y-below+l.gap)/(l.body+l.gap)); l.Slots >= len(entries) {
		l.Slots = len(entries)
	} else { // the pages are alike
		pages := (len(entries) + l.Slots - 1) / l.Slots
		l.Slots = (len(entries) + pages - 1) / pages
	}
	l.Rows = l.Slots*(l.body+l.gap) - l.gap + below
	return l, wide
}

// between returns the columns between the words and the end of an entry.
func (l *List) between() int { return max(2, l.size/2) }

// List puts entries, at most as many as l has slots, into room: the first in the first slot, at the left and the
// right edge. They have the places of those from number at on for which l was chosen.
func (p *Page) List(g *Grid, l List, room image.Rectangle, at int, entries ...Entry) {
	l.gap += max(0, min(g.Gap, (room.Dy()-l.Rows)/l.Slots)) // free rows go between them first
	y := room.Min.Y + (room.Dy()-l.Slots*(l.body+l.gap)+l.gap)/2
	for i, e := range entries {
		p.entry(g, l, image.Rect(room.Min.X, y, room.Max.X, y+l.body), l.ends[at+i], e)
		y += l.body + l.gap
	}
}

// entry puts one entry into its rows, with so many columns for its end at most.
func (p *Page) entry(g *Grid, l List, room image.Rectangle, most int, e Entry) {
	apart := text(e.End) != "" && most > 0
	if text(e.End) != "" && !apart {
		e.Words = slices.Concat(e.Words, []fonts.Span{{Text: " ", Color: e.End[0].Color}}, e.End)
	}
	rtl := fonts.RightToLeft(text(e.Words))
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
	if text(e.Words) == "" {
		return
	}
	words := g.draw(Line{Role: Value}, e.Words, l.size)
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
