// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"image"

	"github.com/ledpost/ledpost/fonts"
)

// Entry is a row of a list: words at the left, and at the right a figure or a short word, which stands whole. Words
// that do not fit beside it scroll. Text that is read from right to left has the sides exchanged.
type Entry struct{ Words, End []fonts.Span }

// List is how a list stands: its letters, and how many of its entries have room at once. It comes from [Grid.List].
type List struct {
	Slots int // entries that a page has room for, 1 or more
	Rows  int // that so many entries take

	size, body, gap int
}

// List returns how entries, of which there are some, stand in a room: all of them in the largest letters in which no
// words scroll; in smaller ones if that takes fewer pages.
func (g *Grid) List(entries []Entry, room image.Point) (best List) {
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
// right edge.
func (p *Page) List(g *Grid, l List, room image.Rectangle, entries []Entry) {
	l.gap += max(0, min(g.Gap, (room.Dy()-l.Rows)/l.Slots)) // free rows go between them first
	y := room.Min.Y + (room.Dy()-l.Slots*(l.body+l.gap)+l.gap)/2
	for _, e := range entries {
		p.entry(g, l, image.Rect(room.Min.X, y, room.Max.X, y+l.body), e)
		y += l.body + l.gap
	}
}

// entry puts one entry into its rows.
func (p *Page) entry(g *Grid, l List, room image.Rectangle, e Entry) {
	end := set{}
	if text(e.End) != "" {
		end = g.draw(Line{Role: Value}, e.End, l.size)
		if wide := end.picture.Rect.Dx(); 3*wide > 2*room.Dx() { // no room for both
			e.Words = append(append([]fonts.Span{}, e.Words...), append([]fonts.Span{{Text: " ", Color: e.End[0].Color}}, e.End...)...)
			end = set{}
		}
	}
	rtl := fonts.RightToLeft(text(e.Words))
	if end.picture != nil {
		wide := end.picture.Rect.Dx()
		at := image.Pt(room.Max.X-wide, room.Min.Y)
		if rtl {
			at.X, room.Min.X = room.Min.X, room.Min.X+wide+l.between()
		} else {
			room.Max.X -= wide + l.between()
		}
		g.place(p, end, at, room)
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
