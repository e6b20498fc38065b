// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"cmp"
	"image"
	"image/color"
	"slices"

	"github.com/ledpost/ledpost/render"
)

// Align says where lines stand in their room.
type Align int

// Alignments.
const (
	Middle Align = iota
	Left
	Right
)

// Column places lines below each other into room, in the middle of its rows. Where there
// are too few rows, lines that may be spared are left out, the last first; then texts of
// several lines become one, which may scroll; then values get smaller; then the last line
// is left out.
func (g *Grid) Column(p *Page, room image.Rectangle, align Align, lines ...Line) {
	for len(lines) > 0 {
		groups := g.groups(lines, room.Size())
		if tooWide(lines, groups) {
			lines = fewer(lines)
			continue
		}
		airy := g.airy || g.memo == nil && slices.ContainsFunc(lines, func(l Line) bool { return l.Spare })
		if all, gaps := g.spaced(groups, room.Dy(), airy); all != nil {
			g.stack(p, room, align, all, gaps)
			return
		}
		lines = fewer(lines)
	}
}

// groups fits each of lines into a room. What the page is about has one size in all its lines, and a value is no larger.
func (g *Grid) groups(lines []Line, room image.Point) (all [][]set) {
	head := 0
	for _, l := range lines {
		group := g.fit(l, room.X, room.Y)
		if all = append(all, group); l.Role == Head {
			head = min(group[0].item.Rows, cmp.Or(head, group[0].item.Rows))
		}
	}
	for i, l := range lines {
		if l.Role <= Value && head > 0 && all[i][0].item.Rows > head {
			l.Most = head
			all[i] = slices.Clone(g.fit(l, room.X, room.Y))
			all[i][0].item.Smaller = all[i][0].item.Smaller || l.Role == Head
		}
	}
	return all
}

// tooWide reports whether a line that may be spared would scroll.
func tooWide(lines []Line, groups [][]set) bool {
	for i, l := range lines {
		if l.Spare && len(lines) > 1 && groups[i][0].item.Scrolls {
			return true
		}
	}
	return false
}

// fewer returns lines that take fewer rows.
func fewer(lines []Line) []Line {
	lines = slices.Clone(lines)
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i].Spare {
			return slices.Delete(lines, i, i+1)
		}
	}
	for i := range lines {
		if lines[i].Lines > 1 {
			lines[i].Lines = 1
			return lines
		}
	}
	for i := range lines {
		if lines[i].Role == Value && !lines[i].small {
			lines[i].small = true
			return lines
		}
	}
	return lines[:len(lines)-1]
}

// spaced returns all lines and the rows between each two; nil if they do not fit into so
// many rows, as one line always does. With airy the rows between two texts are no fewer
// than half of the grid's.
func (g *Grid) spaced(groups [][]set, rows int, airy bool) (all []set, gaps []int) {
	high, low, marks := 0, 0, 0
	var least []int
	for i, group := range groups {
		for j, s := range group {
			if len(all) > 0 {
				before := &all[len(all)-1]
				gap := gapOf(before, &s)
				least = append(least, max(1, before.below()+max(0, -s.top)))
				if j == 0 && i > 0 && airy {
					least[len(least)-1] = max(least[len(least)-1], before.below()+(g.Gap+1)/2)
				}
				if j == 0 && i > 0 {
					gap = max(gap, g.Gap)
				}
				gap = max(gap, least[len(least)-1])
				gaps, high = append(gaps, gap), high+gap
			}
			all, high = append(all, s), high+s.body
		}
	}
	if n := len(all); n > 0 {
		low, marks = max(0, all[n-1].below()), max(0, -all[0].top)
		high += low
	}
	over := high - rows
	for i := range gaps { // they shrink before anything is left out, or the lines leave the middle
		if cut := min(over-low+2*max(low, marks), gaps[i]-least[i]); cut > 0 {
			gaps[i], over = gaps[i]-cut, over-cut
		}
	}
	if over > 0 && len(all) > 1 {
		return nil, nil
	}
	return all, gaps
}

// below returns the rows of ink below the body.
func (s *set) below() int { return max(0, s.top+s.picture.Rect.Dy()-s.body) }

// column returns where the line begins in the columns of room.
func (s *set) column(room image.Rectangle) int {
	switch spare := room.Dx() - s.picture.Rect.Dx(); s.item.Align {
	case Middle:
		return room.Min.X + spare/2
	case Right:
		return room.Min.X + spare
	}
	return room.Min.X
}

// stack places lines in the middle of room.
func (g *Grid) stack(p *Page, room image.Rectangle, align Align, all []set, gaps []int) {
	high := 0
	for i, s := range all {
		high += s.body
		if i > 0 {
			high += gaps[i-1]
		}
	}
	y := room.Min.Y + (room.Dy()-high)/2
	last := all[len(all)-1]
	if low := y + high + last.below() - room.Max.Y; low > 0 { // descenders move the block up
		y = max(room.Min.Y, y-low)
	}
	if over := room.Min.Y - y - all[0].top; over > 0 && y+over+high+last.below() <= room.Max.Y { // and marks down
		y += over
	}
	for i, s := range all {
		s.item.Align = align
		g.place(p, s, image.Pt(s.column(room), y), room)
		if y += s.body; i < len(gaps) {
			y += gaps[i]
		}
	}
}

// Hero returns the pages of a picture and what it is about: the picture beside the lines,
// above them on narrow panels, and with one line after the other on the smallest. A page
// without a picture has the lines alone.
func (g *Grid) Hero(picture render.Widget, lines ...Line) (pages []*Page) {
	p, room := g.NewPage(), g.Inner()
	switch {
	case picture == nil:
	case g.turns:
		for _, l := range lines {
			if l.Spare && len(pages) > 0 {
				continue
			}
			p, low := g.NewPage(), room
			low.Min.Y = picture.Size().Y + 1
			if high(g.fit(l, low.Dx(), low.Dy())) > low.Dy() { // as of Han characters
				low = room
			} else {
				p.Put(Picture, picture, image.Pt((g.Size.X-picture.Size().X)/2, 0))
			}
			g.Column(p, low, Middle, l)
			p.even(room)
			pages = append(pages, p)
		}
		return pages
	case g.above:
		return []*Page{g.under(picture, lines)}
	default:
		at := image.Pt(g.Margin, (g.Size.Y-picture.Size().Y)/2)
		p.Put(Picture, picture, at)
		room.Min.X = at.X + picture.Size().X + g.apart()
		g.Column(p, room, g.Beside, lines...)
		return []*Page{p}
	}
	g.Column(p, room, Middle, lines...)
	return []*Page{p}
}

// apart returns the columns between a picture and the text beside it.
func (g *Grid) apart() int { return max(1, g.Gap*2/3) }

// under returns a page with a picture above lines, all in the middle of the panel.
func (g *Grid) under(picture render.Widget, lines []Line) *Page {
	p, room, side := g.NewPage(), g.Inner(), picture.Size()
	room.Min.Y += side.Y + g.Gap
	if g.Column(p, room, Middle, lines...); len(p.Items) < len(lines) { // a mark may have taken the rows of the last line
		whole, above := g.NewPage(), room
		above.Min.Y -= g.Gap / 2
		if g.Column(whole, above, Middle, lines...); len(whole.Items) == len(lines) {
			p, room = whole, above
		}
	}
	free, shift := room.Dy(), 0 // rows that nothing takes: a third above, between and below
	if n := len(p.Items); n > 0 {
		free -= p.Items[n-1].Body.Max.Y - p.Items[0].Body.Min.Y
		shift = room.Min.Y + 2*free/3 - p.Items[0].Body.Min.Y
		shift = min(shift, room.Max.Y-p.Items[n-1].Ink.Max.Y) // descenders keep the margin
	}
	for i := range p.Items {
		p.Move(i, shift)
	}
	top := g.Margin + free/3
	if len(p.Items) > 0 { // a picture rises into the margin rather than hide a mark
		top = max(0, min(top, p.Items[0].Ink.Min.Y-side.Y))
	}
	p.Put(Picture, picture, image.Pt((g.Size.X-side.X)/2, top))
	return p
}

// Titled returns a page whose title has all columns, above a picture and lines beside it; rows that nothing takes go
// above and below all. The picture must leave 8 rows, and the title be of letters: characters have 11.
func (g *Grid) Titled(title Line, picture render.Widget, lines ...Line) *Page {
	p, room, side := g.NewPage(), g.Inner(), picture.Size()
	rows := high(g.fit(title, room.Dx(), room.Dy()))
	gap := max(1, min(g.Gap, g.Size.Y-side.Y-g.Margin-rows))
	low := min(g.Margin+rows+gap, g.Size.Y-side.Y) // of the title: the picture may use the margin
	beside := g.NewPage()
	g.Column(beside, image.Rect(g.Margin+side.X+g.apart(), low, room.Max.X, room.Max.Y), Middle, lines...)
	taken := side.Y
	if n := len(beside.Items); n > 0 {
		taken = max(taken, beside.Items[n-1].Body.Max.Y-beside.Items[0].Body.Min.Y)
	}
	top := low - gap - rows + (g.Size.Y-low-taken)/2
	g.Column(p, image.Rect(room.Min.X, max(room.Min.Y, top), room.Max.X, top+rows), Middle, title)
	p.Move(0, max(0, g.Margin-p.Items[0].Ink.Min.Y)) // of a mark
	p.Put(Picture, picture, image.Pt(g.Margin, (low+g.Size.Y-side.Y)/2))
	p.Layers, p.Items = append(p.Layers, beside.Layers...), append(p.Items, beside.Items...)
	return p
}

// Edged returns a page with a bar at its left edge, and lines beside it at one left edge.
func (g *Grid) Edged(c color.RGBA, lines ...Line) *Page {
	// Two columns are the least that reads as a bar; on wide panels it grows with them.
	p, room, wide := g.NewPage(), g.Inner(), max(2, g.Size.X/40)
	p.Bar(image.Rect(0, 0, wide, g.Size.Y), c)
	room.Min.X = wide + max(2, g.Gap/2+1)
	g.Column(p, room, Left, lines...)
	return p
}
