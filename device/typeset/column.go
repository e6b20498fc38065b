package typeset

import (
	"image"

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

// Column places lines below each other into room, in the middle of its rows. Lines that
// may be spared are left out, the last first, until the others fit.
func (g *Grid) Column(p *Page, room image.Rectangle, align Align, lines ...Line) {
	var groups [][]set
	for _, l := range lines {
		groups = append(groups, g.fit(l, room.Dx()))
	}
	for {
		all, gaps := g.spaced(groups, room.Dy())
		if all != nil {
			g.stack(p, room, align, all, gaps)
			return
		}
		if lines, groups = spared(lines, groups); groups == nil {
			return
		}
	}
}

// spared leaves out the last line that may be, else the last.
func spared(lines []Line, groups [][]set) ([]Line, [][]set) {
	last := len(lines) - 1
	for i, l := range lines {
		if l.Spare {
			last = i
		}
	}
	if len(lines) < 2 {
		return nil, nil
	}
	rest := append(lines[:last:last], lines[last+1:]...)
	return rest, append(groups[:last:last], groups[last+1:]...)
}

// spaced returns all lines and the rows between each two; nil if they do not fit into so
// many rows.
func (g *Grid) spaced(groups [][]set, rows int) (all []set, gaps []int) {
	high, stretch := 0, 0
	for i, group := range groups {
		for j, s := range group {
			if len(all) > 0 {
				before := all[len(all)-1]
				gap := max(1, before.below()+1, -s.top+1) // a dark row between marks and descenders
				if j == 0 && i > 0 {
					gap, stretch = max(gap, g.Gap), stretch+1
				} else {
					gap = max(gap, before.body/4)
				}
				gaps, high = append(gaps, gap), high+gap
			}
			all, high = append(all, s), high+s.body
		}
	}
	if over := high - rows; over > 0 { // first the gaps shrink
		for i := range gaps {
			least := max(1, all[i].below()+1, -all[i+1].top)
			cut := min(over, gaps[i]-least)
			if cut > 0 {
				gaps[i], over = gaps[i]-cut, over-cut
			}
		}
		if over > 0 && len(all) > 1 {
			return nil, nil
		}
	}
	return all, gaps
}

// below returns the rows of ink below the body.
func (s *set) below() int { return max(0, s.top+s.picture.Rect.Dy()-s.body) }

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
	if low := y + high + last.below(); low > room.Max.Y { // descenders move the block up, not beyond the first row
		y = max(room.Min.Y, y-min(low-room.Max.Y, 1))
	}
	for i, s := range all {
		x := room.Min.X
		switch spare := room.Dx() - s.picture.Rect.Dx(); {
		case align == Middle:
			x += spare / 2
		case align == Right:
			x += spare
		}
		g.place(p, s, image.Pt(x, y), room)
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
			p := g.NewPage()
			p.Put(Picture, picture, image.Pt((g.Size.X-picture.Size().X)/2, 0))
			low := room
			low.Min.Y = picture.Size().Y + 1
			g.Column(p, low, Middle, l)
			pages = append(pages, p)
		}
		return pages
	case g.above:
		return []*Page{g.under(picture, lines)}
	default:
		at := image.Pt(g.Margin, (g.Size.Y-picture.Size().Y)/2)
		p.Put(Picture, picture, at)
		room.Min.X = at.X + picture.Size().X + max(1, g.Gap*2/3)
	}
	g.Column(p, room, Middle, lines...)
	return []*Page{p}
}

// under returns a page with a picture above lines, all in the middle of the panel.
func (g *Grid) under(picture render.Widget, lines []Line) *Page {
	p, room, side := g.NewPage(), g.Inner(), picture.Size()
	room.Min.Y += side.Y + g.Gap
	g.Column(p, room, Middle, lines...)
	free, shift := room.Dy(), 0 // rows that nothing takes: a third above, between and below
	if n := len(p.Items); n > 0 {
		free -= p.Items[n-1].Body.Max.Y - p.Items[0].Body.Min.Y
		shift = room.Min.Y + 2*free/3 - p.Items[0].Body.Min.Y
	}
	for i := range p.Items {
		p.Items[i].Body, p.Items[i].Ink = p.Items[i].Body.Add(image.Pt(0, shift)), p.Items[i].Ink.Add(image.Pt(0, shift))
		p.Layers[i].At.Y += shift
	}
	p.Put(Picture, picture, image.Pt((g.Size.X-side.X)/2, g.Margin+free/3))
	return p
}
