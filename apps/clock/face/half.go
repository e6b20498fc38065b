// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image/color"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// halfSizes are the sizes of AM and PM, rows of a capital.
var halfSizes = []int{10, 7, 5}

// halfPlace is where AM or PM stands.
type halfPlace int

const (
	nowhere halfPlace = iota
	atRight           // of the digits, on their last row
	// below the digits, at the right end: it stays there under hours of one digit; in the middle below two lines
	atFoot
	withTheSec // at the right of the seconds that stand below
)

// bare returns f without AM and PM, for faces with another place for them, or none.
func (f *clockFace) bare() *clockFace {
	f.letters = nil
	return f
}

// besideHalf returns f with the largest digits beside which AM and PM have room; f if there are
// none.
func (f *clockFace) besideHalf(set *fonts.Set) *clockFace {
	g := *f
	g.digits = g.best(set, func() bool {
		where, _ := g.half(&Reading{Hours: 12, Known: true})
		return where == atRight && g.digits.Cap() <= f.digits.Cap()
	})
	if g.digits == nil {
		return f
	}
	return &g
}

// halfText returns what tells the halves of the day apart; "" where 24 hours need nothing.
func (m *Reading) halfText() string {
	if m.Hours != 12 || !m.Known {
		return ""
	}
	return m.Local.Format("PM")
}

// half returns where AM or PM stands with 12 hours, and in which letters: at most about
// half as high as the digits. Where there is no room otherwise the gap above is two rows.
func (f *clockFace) half(m *Reading) (where halfPlace, in *fonts.Face) {
	if m.halfText() == "" || f.letters == nil || f.how == tight || f.how == inTurn {
		return nowhere, nil
	}
	for _, gap := range []int{max(2, f.gap()), 2} {
		for _, where := range []halfPlace{atRight, withTheSec, atFoot} {
			for _, rows := range halfSizes {
				in = f.letters(rows)
				if 2*rows <= f.digits.Cap()+3 && in.Cap() == rows && f.hasRoom(where, in, gap) {
					return where, in
				}
			}
		}
	}
	return nowhere, nil
}

// hasRoom reports whether AM and PM have room there, at the foot with that gap.
func (f *clockFace) hasRoom(where halfPlace, in *fonts.Face, gap int) bool {
	room, block := f.size.X, f.block()
	if typeset.Roomy(f.size) { // a dark pixel at each edge
		room -= 2
	} else if f.how == below { // and of two lines on smaller panels one at the right
		room--
	}
	switch {
	case (f.round || f.how == each) && where == atRight, halfWide(in) > f.size.X-2:
		return false
	case f.how != under && where == atRight:
		return block.X+f.apart()+halfWide(in) <= room
	case f.how == under && where == withTheSec:
		return f.small.Cap() >= in.Cap() && f.small.Width("00")/2+f.apart()+halfWide(in) <= f.digits.Width("0:00")/2
	case f.how != under && where == atFoot:
		return block.Y+gap+in.Cap() <= f.footRoom()
	}
	return false
}

// footRoom returns the rows that the digits and AM or PM at their foot may take.
func (f *clockFace) footRoom() int {
	room := f.size.Y + f.spare
	switch {
	case typeset.Roomy(f.size):
		room -= 2
	case f.how == each:
		room -= typeset.Margin(f.size)
	}
	if f.week {
		room -= typeset.BarRows(f.size) + 1
	}
	return room
}

// apart returns the columns between the digits and AM or PM.
func (f *clockFace) apart() int { return f.gap() + 1 }

// footRows returns the rows of AM or PM below the digits, and of the gap above them.
func (f *clockFace) footRows(in *fonts.Face) int {
	return max(2, min(f.gap(), f.footRoom()-f.block().Y-in.Cap())) + in.Cap()
}

// beyond returns how many rows more than its own a page has for AM or PM at its foot.
func (f *clockFace) beyond(m *Reading) int {
	if where, in := f.half(m); where == atFoot {
		return max(0, f.block().Y+f.footRows(in)-f.size.Y)
	}
	return 0
}

// halfWide returns the width of the wider one of AM and PM: the digits stand still at noon.
func halfWide(in *fonts.Face) int { return max(in.Width("AM"), in.Width("PM")) }

// drawHalf draws the half of the day beside digits whose last line ends at right and begins at y.
func (f *clockFace) drawHalf(p *page, m *Reading, right, y int) {
	where, in := f.half(m)
	switch foot := y + f.digits.Cap(); where {
	case atRight:
		p.half(m, in, right+f.apart(), foot-in.Cap(), m.Ink)
	case withTheSec:
		p.half(m, in, right-halfWide(in), y+f.small.Cap()-in.Cap(), m.Ink)
	case atFoot:
		x := min(right, f.size.X-1) - in.Width(m.halfText())
		if f.how != beside {
			x = (f.size.X - in.Width(m.halfText())) / 2
		}
		p.half(m, in, x, foot+f.footRows(in)-in.Cap(), m.Ink)
	}
}

// half draws the half of the day beside a time in that ink, with its upper left corner at x, y.
func (p *page) half(m *Reading, in *fonts.Face, x, y int, ink color.RGBA) {
	if !m.dawn {
		ink = kit.Quiet(ink)
	}
	p.text(in, x, y, fonts.Span{Text: m.halfText(), Color: ink})
}
