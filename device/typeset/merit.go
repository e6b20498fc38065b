// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"cmp"
	"image"
	"slices"

	"github.com/ledpost/ledpost/fonts"
)

// merit is how good a page is. The rules are in the order in which they count.
type merit struct {
	lost    int  // lines left out that may not be, by their roles
	off     int  // 1 = a mark is in the margin, the page is not in the middle of the rows, or a text is over the picture
	dense   int  // 1 = four lines or more take over four fifths of the rows
	scrolls int  // lines in motion
	flat    int  // 1 = what the page is about is lower than 7/5 of the letters beside it, or a figure than characters
	tiny    int  // 1 = the picture has not the pixels that it keeps beside words
	spare   int  // lines left out that may be
	tight   int  // 1 = lines are near each other
	low     int  // 1 = words that the page is about are below the largest size that they could have
	side    int  // of the picture
	short   int  // lines below or above what the page is about that say less than they could
	head    int  // rows of what the page is about
	lower   bool // they are fewer than its role has, and it has a unit below that is as short as AM
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
		cmp.Compare(n.spare, m.spare), cmp.Compare(n.tight, m.tight), cmp.Compare(n.low, m.low))
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

// vain reports whether w makes good nothing that is wrong with m and that another page of the kind has not.
func (m merit) vain(w way, floor merit) bool {
	loose, larger := m, m
	loose.tight, larger.low = 0, 0
	return w.cut > 0 && m.lost == 0 || w.parted && m.scrolls == floor.scrolls ||
		w.beside && m.flat+m.spare == 0 && !m.lower ||
		w.tight && loose.faults(floor) == 0 || w.head > 0 && larger.faults(floor) == 0 && m.short == 0
}

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

// counted reports whether the lines of a role are figures alone.
func counted(lines []Line, role Role) bool {
	return !slices.ContainsFunc(lines, func(l Line) bool { return l.Role == role && !Figure(fonts.Plain(l.Spans)) })
}

// judge returns the merit of pages that say lines.
func (g *Grid) judge(lines []Line, lead Role, pages []*Page) (m merit) {
	stand := map[int]bool{}
	small, characters, texts, rows, near := 0, 0, 0, 0, 6
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
			inside := item.Scrolls || item.Ink.In(g.Inner())
			over := item.Role == Picture && slices.ContainsFunc(p.Items, func(i Item) bool { return i.Rows > 0 && i.Ink.Overlaps(item.Ink) })
			if g.Margin > 0 && (item.Rows > 0 && !inside || over) {
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
				if m.short += item.form; holdsHan(item.Text) {
					characters = max(characters, item.Body.Dy())
				}
			}
			if item.Scrolls {
				m.scrolls++
			}
			if item.Role == Value && lead == Value && item.Rows < g.memo.face(g, g.sizes[Value][0], item.Text).Cap() {
				m.low = 1
			}
			if item.Rows > 0 {
				texts, rows = texts+1, rows+item.Rows
			}
		}
		if over := whole.Min.Y + whole.Max.Y - g.Size.Y; g.Margin > 0 && (over > 2 || over < -2) {
			m.off = 1
		}
	}
	if m.head > 0 && (lead == Head && 5*m.head < small || lead == Value && m.head < characters && counted(lines, lead)) {
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
