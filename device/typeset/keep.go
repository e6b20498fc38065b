// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"fmt"
	"image"
	"sync"

	"github.com/ledpost/ledpost/fonts"
)

// Solved has the places of the pages that were solved last, for those whose words change often. The zero value has
// none; any goroutine may use it. It is of one size of panel and one set of fonts.
type Solved struct {
	mu    sync.Mutex
	pages map[string][][]Item // by what they say
}

// maxSolved is how many it has: a page has its lines in one room, or in two above a list and above a chart.
const maxSolved = 4

// of returns the items of the pages that solve makes of c on g. A nil s has none.
func (s *Solved) of(g *Grid, c Content, solve func() []*Page) [][]Item {
	places := func() (all [][]Item) {
		for _, p := range solve() {
			all = append(all, p.Items)
		}
		return all
	}
	if s == nil {
		return places()
	}
	side := 0
	if c.Picture.Widget != nil {
		side = c.Picture.Widget.Size().X
	}
	key := fmt.Sprintf("%v %d %#v", g.Size, side, c.Lines)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pages) > maxSolved {
		clear(s.pages)
	}
	if s.pages == nil {
		s.pages = map[string][][]Item{}
	}
	return kept(s.pages, key, places)
}

// Keep returns the pages that Solve makes of first, with the picture and the words of now, which has the same lines,
// none of them with a unit or split: every line keeps its place and its size, and a line that no longer fits scrolls
// there.
func (g *Grid) Keep(first, now Content) (pages []*Page) {
	own := *g
	own.memo = newMemo()
	now = now.numbered()
	for _, items := range g.Solved.of(g, first, func() []*Page { return own.solve(first) }) {
		pages = append(pages, own.kept(items, now))
	}
	return pages
}

// kept returns the page of items with what now says.
func (g *Grid) kept(items []Item, now Content) *Page {
	out := g.NewPage()
	for _, item := range items {
		if item.line < 1 {
			out.Put(item.Role, now.Picture.In(item.Body.Dx()), item.Body.Min)
		} else if l := now.Lines[item.line-1]; fonts.Plain(l.Spans) != "" {
			g.again(out, item, l)
		}
	}
	return out
}

// again puts a line where item was.
func (g *Grid) again(p *Page, item Item, l Line) {
	var s set
	for _, way := range l.forms() {
		if s = g.draw(l, way, item.Rows); s.picture.Rect.Dx() <= item.room.Dx() {
			break
		}
	}
	if s.picture.Rect.Dx() > item.room.Dx() {
		s = g.running(l, l.forms()[0], item.Rows)[0]
	}
	s.item.Align = item.Align
	g.place(p, s, image.Pt(s.column(item.room), item.Body.Min.Y), item.room)
}
