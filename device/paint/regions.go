// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"image/color"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// Pale is the colour of labels, notes and other second lines.
var Pale = color.RGBA{150, 150, 150, 255}

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

// parts are the regions of a page by where they may stand.
type parts struct {
	lines []typeset.Line // in reading order
	list  []typeset.Entry
	chart *note.Region // nil = none
	bar   *note.Region
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
	}
	return l
}

// headOf returns the number of the region that is the largest: the head, else the first value that is a figure or the
// only words of its page; -1 = none.
func headOf(regions []note.Region) int {
	head, written := -1, 0
	for i := range regions {
		if regions[i].Role.Written() {
			written++
		}
	}
	alone := written == 1
	for i := range regions {
		switch r := &regions[i]; {
		case r.Role == note.RoleHead:
			return i
		case r.Role == note.RoleValue && head < 0 && (typeset.Figure(words(r)) || alone):
			head = i
		}
	}
	return head
}

// add adds a region of f.
func (s *parts) add(p *Painter, f *note.Frame, r *note.Region, head bool) {
	ink := p.roleInk(f, r)
	switch r.Role {
	case note.RolePicture:
	case note.RoleBar:
		s.bar = r
	case note.RoleChart:
		s.chart = r
	case note.RoleRow:
		s.list = append(s.list, typeset.Entry{Words: spansOf(r, r.Text, ink), End: span(flat(r.End), p.ink(f.Color))})
	default:
		line := typeset.Line{Role: lineRole(r.Role, head), Spans: spansOf(r, r.Text, ink), Widest: r.Widest,
			Spare: r.Spare || r.Role == note.RoleNote}
		if said := words(r); line.Widest == "" && typeset.Figure(said) {
			line.Widest = typeset.Usual(said)
		}
		for _, short := range r.Short {
			line.Shorter = append(line.Shorter, spansOf(r, []note.Fragment{{Text: short}}, ink))
		}
		s.lines = append(s.lines, line)
	}
}

// lineRole returns the role of a line. Letters of a value are read, those of a head are what the page is about.
func lineRole(r note.Role, head bool) typeset.Role {
	switch {
	case head:
		return typeset.Head
	case r == note.RoleLabel:
		return typeset.Label
	case r == note.RoleNote:
		return typeset.Note
	}
	return typeset.Value
}

// roleInk returns the colour of a region of f.
func (p *Painter) roleInk(f *note.Frame, r *note.Region) color.RGBA {
	switch {
	case r.Color.Set:
		return r.Color.Opaque()
	case r.Role == note.RoleLabel || r.Role == note.RoleNote || r.Role == note.RoleRow && r.End != "":
		return Pale
	}
	return p.ink(f.Color)
}

// spansOf returns text with the unit of r.
func spansOf(r *note.Region, text []note.Fragment, ink color.RGBA) (spans []fonts.Span) {
	for _, t := range text {
		c := ink
		if t.Color.Set {
			c = t.Color.Opaque()
		}
		spans = append(spans, span(flat(t.Text), c)...)
	}
	if r.Unit == "" || len(spans) == 0 {
		return spans
	}
	return append(spans, span(unitOf(r), spans[len(spans)-1].Color)...)
}

// span returns words in a colour; nil of none.
func span(words string, c color.RGBA) []fonts.Span {
	if words == "" {
		return nil
	}
	return []fonts.Span{{Text: words, Color: c}}
}

// unitOf returns the unit of r as it stands behind a number: signs without a space.
func unitOf(r *note.Region) string {
	unit := flat(r.Unit)
	if strings.ContainsAny(unit[:min(len(unit), 3)], "°%‰′″") || unit == "" {
		return unit
	}
	return " " + unit
}

// words returns what r says, with its unit.
func words(r *note.Region) string { return plain(spansOf(r, r.Text, color.RGBA{})) }

// flat returns words as one line.
func flat(words string) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if c == '\n' || c == '\r' || c == '\t' {
			return ' '
		}
		return c
	}, words))
}

// pages returns the pages that take turns.
func (l *layout) pages() (pages []*typeset.Page) {
	switch {
	case l.grid.Margin == 0:
		pages = l.low()
	case l.grid.Narrow():
		pages = append(append(l.top(l.foot), l.entries(nil, 0)...), l.charts(nil, 0)...)
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
	least := l.least()
	above, top := l.above(least)
	if len(l.now.list) > 0 {
		if l.foot-top < l.grid.Rows(typeset.Label)+3 { // no room for one more line
			pages, above, top = l.top(l.foot), nil, 0
		}
		pages = append(pages, l.entries(above, top)...)
	}
	if l.now.chart == nil {
		return pages
	}
	if above, top = l.above(min(least, l.Size.Y*9/16)); len(l.now.list) == 0 && l.now.lead() {
		above, top = l.above(l.Size.Y * 9 / 16)
	}
	return append(pages, l.charts(above, top)...)
}

// lead reports whether there is a line that the page is about.
func (s *parts) lead() bool {
	return slices.ContainsFunc(s.lines, func(l typeset.Line) bool { return l.Role == typeset.Head })
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
	grid := *l.grid
	grid.Size.Y = rows
	return l.solved(&grid, l.iconSize())
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
	return animation(l.Icons.Icon(l.frame.Icon).In(side))
}

// entries returns the pages of the list, below what is above it.
func (l *layout) entries(above *typeset.Page, top int) (pages []*typeset.Page) {
	room := l.grid.Inner()
	room.Min.Y, room.Max.Y = max(room.Min.Y, top), l.foot-l.grid.Margin
	list := l.grid.List(l.first.list, room.Size())
	for at := 0; at < len(l.now.list); at += list.Slots {
		page := l.copied(above)
		page.List(l.grid, list, room, at, l.now.list[at:min(at+list.Slots, len(l.now.list))]...)
		pages = append(pages, page)
	}
	return pages
}

// charts returns the page of the chart, below what is above it.
func (l *layout) charts(above *typeset.Page, top int) []*typeset.Page {
	if l.now.chart == nil {
		return nil
	}
	r := l.now.chart
	f := note.Frame{Chart: r.Values, Scale: r.Scale, Color: r.Color}
	if !f.Color.Set {
		f.Color = l.frame.Color
	}
	page, foot := l.copied(above), l.foot
	if l.now.bar != nil && l.Size.Y > 8 { // a dark row between them
		foot--
	}
	l.chart(page, image.Rect(0, top, l.Size.X, foot), &f, note.Chart{Columns: r.Values})
	return []*typeset.Page{page}
}

// copied returns a page with what is on another one; nil has nothing.
func (l *layout) copied(from *typeset.Page) *typeset.Page {
	page := l.page()
	if from != nil {
		page.Layers, page.Items = append(page.Layers, from.Layers...), append(page.Items, from.Items...)
	}
	return page
}

// low returns the pages of a panel with room for one line: what stands beside each other is a label with its value, and
// a row of the list with its end; the picture is at the left of all, or before them.
func (l *layout) low() (pages []*typeset.Page) {
	room, side := image.Rectangle{Max: image.Pt(l.Size.X, l.foot)}, l.iconSize()
	beside := l.page()
	if icon := l.icon(side); icon != nil {
		at := image.Pt(0, (l.Size.Y-side)/2)
		if l.Size.X-side-side/8 >= 16 {
			room.Min.X = side + side/8
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
	if len(l.now.list) > 0 {
		list := l.grid.List(l.first.list, room.Size())
		for at := range l.now.list {
			page := l.copied(beside)
			page.List(l.grid, list, room, at, l.now.list[at])
			pages = append(pages, page)
		}
	}
	if l.now.chart != nil {
		pages = append(pages, l.charts(beside, 0)...)
	}
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
	widest := plain(end.Spans)
	if end.Widest != "" {
		widest = end.Widest
	}
	return l.Fonts.Small.Width(plain(words.Spans))+l.Fonts.Small.Width(widest)+2 <= room.X
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
