// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"

	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// low returns the pages of a panel with room for one line: a label stands beside its value, and a row of the list beside
// its end; the picture is at the left of all pages, or before them.
func (l *layout) low() (pages []*typeset.Page) {
	room, side := image.Rectangle{Max: image.Pt(l.Size.X, l.foot)}, l.iconSize()
	beside := l.page()
	if icon := l.icon(side); icon != nil {
		at := image.Pt(0, (l.Size.Y-side)/2)
		if left := side + side/8; room.Dx()-left >= 16 {
			room.Min.X = left
			beside.Put(typeset.Picture, icon, at)
		} else {
			alone := l.page()
			alone.Put(typeset.Picture, icon, image.Pt((l.Size.X-side)/2, at.Y))
			pages = append(pages, alone)
		}
	}
	for i := 0; i < len(l.now.lines); i++ {
		page := l.copied(beside)
		if n := i + 1; n < len(l.now.lines) && l.pairs(i, room.Size()) {
			words, end := l.first.lines[i], l.first.lines[n]
			list := l.grid.List([]typeset.Entry{{Words: words.Spans, End: end.Spans}}, room.Size())
			page.List(l.grid, list, room, 0, typeset.Entry{Words: l.now.lines[i].Spans, End: l.now.lines[n].Spans})
			i = n
		} else {
			page.Line(l.grid, room, l.first.lines[i], l.now.lines[i])
		}
		pages = append(pages, page)
	}
	pages = append(append(pages, l.entries(beside, room)...), l.charts(beside, 0)...)
	if len(pages) == 0 && len(beside.Layers) > 0 {
		pages = []*typeset.Page{beside}
	}
	return pages
}

// pairs reports whether line i is a label that stands beside the value behind it.
func (l *layout) pairs(i int, room image.Point) bool {
	words, end := l.first.lines[i], l.first.lines[i+1]
	if words.Role != typeset.Label || end.Role > typeset.Value {
		return false
	}
	widest := fonts.Plain(end.Spans)
	if end.Widest != "" {
		widest = end.Widest
	}
	return l.Fonts.Small.Width(fonts.Plain(words.Spans))+l.Fonts.Small.Width(widest)+2 <= room.X
}
