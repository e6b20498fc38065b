// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// regions adds a page of regions, or several in turn where the panel has no room for one; it returns how long they are
// shown.
func (p *Painter) regions(stack *typeset.Page, f *note.Frame) time.Duration {
	l := p.laid(f)
	pages := l.pages()
	if len(pages) == 1 {
		stack.Layers, stack.Items = append(stack.Layers, pages[0].Layers...), append(stack.Items, pages[0].Items...)
		return l.stand(pages[0])
	}
	var steps []render.Step
	for _, page := range pages {
		steps = append(steps, render.Step{Widget: page, For: l.stand(page)})
	}
	turns := render.NewSequence(render.Step{}, 0, render.Transition{Style: render.Cut}, steps...)
	stack.Layers = append(stack.Layers, render.Layer{Widget: turns})
	return turns.Period()
}

// layout is a page of regions while it is laid out. Sizes and places follow from first; now is what shows.
type layout struct {
	*Painter
	frame      *note.Frame
	grid       *typeset.Grid
	first, now parts
	kept       bool // first is the page before the changes
	foot       int  // row below which the bar is
}

// laid returns the layout of f.
func (p *Painter) laid(f *note.Frame) *layout {
	l := &layout{Painter: p, frame: f, grid: p.grid(), kept: f.Laid != nil, foot: p.Size.Y}
	l.grid.Solved = p.Solved
	l.grid.Smooth, l.grid.Speed = p.smooth(), p.Look.WithDefaults().ScrollSpeed
	if f.Speed != 0 {
		l.grid.Speed = f.Speed
	}
	first := f.Regions
	if l.kept {
		first = f.Laid
	}
	head := headOf(first)
	for i := range f.Regions {
		l.first.add(p, f, &first[i], i == head)
		l.now.add(p, f, &f.Regions[i], i == head)
	}
	if l.now.bar != nil {
		l.foot -= l.barRows()
		if l.grid.Margin == 0 {
			l.foot-- // a dark row between the bar and what stands above it
		}
	}
	return l
}

// pages returns the pages that take turns.
func (l *layout) pages() (pages []*typeset.Page) {
	switch {
	case l.grid.Low():
		pages = l.low()
	case l.grid.Narrow():
		pages = append(append(l.top(l.foot), l.entries(nil, l.below(0))...), l.charts(nil, 0)...)
	default:
		pages = l.whole()
	}
	if len(pages) == 0 {
		pages = []*typeset.Page{l.page()}
	}
	for _, page := range pages {
		l.putBar(page, len(l.now.lines)+len(l.now.list) == 0 && l.now.chart == nil && l.icon(8) == nil)
	}
	return pages
}

// page returns an empty page.
func (l *layout) page() *typeset.Page { return &typeset.Page{Stack: render.Stack{Bounds: l.Size}} }

// whole returns the pages of a panel with room for a list or a chart below the lines.
func (l *layout) whole() (pages []*typeset.Page) {
	if len(l.now.list) == 0 && l.now.chart == nil {
		return l.top(l.foot)
	}
	l.title()
	least := l.least()
	if len(l.now.list) > 0 {
		above, top := l.above(least)
		if l.foot-top < l.grid.Rows(typeset.Label)+3 { // no room for one more line
			pages, above, top = l.top(l.foot), nil, 0
		}
		pages = append(pages, l.entries(above, l.below(top))...)
	}
	if l.now.chart == nil {
		return pages
	}
	rows := l.Size.Y * 9 / 16
	if len(l.now.list) > 0 || !l.now.lead() {
		rows = min(rows, least)
	}
	above, top := l.above(rows)
	return append(pages, l.charts(above, top)...)
}

// title leaves out the lines above a list where all of them may be, and would take the rows of an entry.
func (l *layout) title() {
	needed := func(line typeset.Line) bool { return !line.Spare }
	if len(l.now.list) == 0 || slices.ContainsFunc(l.first.lines, needed) {
		return
	}
	without := *l
	without.first.lines = nil
	slots := func(top int) int { return l.grid.List(l.first.list, l.below(top).Size()).Slots }
	if slots(l.least()) < slots(without.least()) {
		l.first.lines, l.now.lines = nil, nil
	}
}

// least returns the rows of the lines above a list or a chart.
func (l *layout) least() int {
	least := l.grid.Needs(l.foot, l.first.lines...)
	if l.icon(8) != nil {
		least = max(least, 8+l.grid.Margin)
	}
	return least
}

// above returns the lines and the picture in the upper rows, and the row below them: nil and 0 without any.
func (l *layout) above(rows int) (*typeset.Page, int) {
	if len(l.now.lines) == 0 && l.icon(8) == nil {
		return nil, 0
	}
	return l.solved(l.grid.Upper(rows), rows/8*8)[0], rows
}

// top returns the lines and the picture in the rows above the bar.
func (l *layout) top(rows int) []*typeset.Page {
	if len(l.now.lines) == 0 && l.icon(8) == nil {
		return nil
	}
	return l.solved(l.grid.Cut(rows), l.iconSize())
}

// solved returns the lines beside the picture, which has at most that side, as typeset arranges them.
func (l *layout) solved(grid *typeset.Grid, side int) (pages []*typeset.Page) {
	picture := typeset.Drawing{}
	if side = min(side, l.iconSize()); side >= 8 && l.icon(8) != nil {
		picture = typeset.Drawing{Widget: l.icon(side), Draw: l.icon}
	}
	first, now := typeset.Content{Picture: picture, Lines: l.first.lines}, typeset.Content{Picture: picture, Lines: l.now.lines}
	switch {
	case len(now.Lines) == 0:
		page := grid.NewPage()
		page.Put(typeset.Picture, picture.Widget, grid.Size.Sub(picture.Widget.Size()).Div(2))
		pages = []*typeset.Page{page}
	case l.kept:
		pages = grid.Keep(first, now)
	default:
		pages = grid.Solve(now)
	}
	for i, part := range pages {
		page := l.page()
		page.Layers, page.Items = part.Layers, part.Items
		pages[i] = page
	}
	return pages
}

// icon returns the picture with that side; nil if the page has none.
func (l *layout) icon(side int) render.Widget {
	if l.frame.Icon.IsZero() {
		return nil
	}
	return Icon(l.Icons.Icon(l.frame.Icon).In(side))
}

// below returns the room from a row on, above the bar.
func (l *layout) below(top int) image.Rectangle {
	room := l.grid.Inner()
	room.Min.Y, room.Max.Y = max(room.Min.Y, top), l.foot-l.grid.Margin
	return room
}

// entries returns the pages of the list: in room, with the content of beside.
func (l *layout) entries(beside *typeset.Page, room image.Rectangle) (pages []*typeset.Page) {
	list := l.grid.List(l.first.list, room.Size())
	for at := 0; at < len(l.now.list); at += list.Slots {
		page := l.copied(beside)
		page.List(l.grid, list, room, at, l.now.list[at:min(at+list.Slots, len(l.now.list))]...)
		pages = append(pages, page)
	}
	return pages
}

// charts returns the page of the chart from row top on, below the content of above.
func (l *layout) charts(above *typeset.Page, top int) []*typeset.Page {
	if l.now.chart == nil {
		return nil
	}
	r := l.now.chart
	f := note.Frame{Chart: r.Values, Scale: r.Scale}
	page, foot := l.copied(above), l.foot
	if l.now.bar != nil {
		foot -= l.grid.Margin
	}
	l.chart(page, image.Rect(0, top, l.Size.X, foot), &f, note.Chart{Columns: r.Values}, r.Color.Or(l.ink(l.frame.Color)))
	return []*typeset.Page{page}
}

// copied returns a page with the content of another one; nil has nothing.
func (l *layout) copied(from *typeset.Page) *typeset.Page {
	page := l.page()
	if from != nil {
		page.Layers, page.Items = append(page.Layers, from.Layers...), append(page.Items, from.Items...)
	}
	return page
}

// barRows returns the rows of the bar.
func (l *layout) barRows() int { return max(l.Size.Y/16, 1) }

// putBar puts the bar along the foot, or, alone, across the middle.
func (l *layout) putBar(page *typeset.Page, alone bool) {
	r := l.now.bar
	if r == nil {
		return
	}
	low, high := 0.0, 100.0
	if r.Scale != nil {
		low, high = r.Scale.Low, r.Scale.High
	}
	bar := &render.Bar{Bounds: image.Pt(l.Size.X, l.barRows()), Filled: (r.Number - low) / (high - low),
		Fill: l.roleInk(l.frame, r), Track: l.track()}
	at := image.Pt(0, l.Size.Y-bar.Bounds.Y)
	if alone {
		bar.Bounds.Y = max(1, l.Size.Y/4)
		at.Y = (l.Size.Y - bar.Bounds.Y) / 2
	}
	page.Put(typeset.Bar, bar, at)
}

// stand returns how long a page shows: long enough to read it, and for one pass of what moves.
func (l *layout) stand(page *typeset.Page) time.Duration {
	var said strings.Builder
	stand := time.Duration(0)
	for _, item := range page.Items {
		said.WriteString(item.Text)
		if item.Role == typeset.Chart {
			stand = standChart
		}
	}
	for _, layer := range page.Layers {
		if m, ok := layer.Widget.(*render.Marquee); ok {
			stand = max(stand, m.Period())
		}
	}
	return max(stand, reading(said.String()))
}
