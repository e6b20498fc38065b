// SPDX-License-Identifier: Apache-2.0

package face

import (
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/fonts"
)

// halfSizes are the sizes of AM and PM, rows of a capital.
var halfSizes = []int{10, 7, 5}

// halved returns f with AM and PM where they have room beside the digits. It is for faces
// on which nothing else stands there.
func (f *clockFace) halved(set *fonts.Set) *clockFace {
	f.letters = set.Letters
	return f
}

// half returns what tells the halves of the day apart with 12 hours, and its face, at most
// about half as high as the digits; "" where it has no room beside them.
func (f *clockFace) half(m *Reading) (text string, in *fonts.Face) {
	if m.Hours != 12 || !m.Known || f.letters == nil || f.how != beside {
		return "", nil
	}
	free := f.size.X - f.block().X - f.apart()
	if roomy(f.size) { // a dark pixel at each edge
		free -= 2
	}
	for _, rows := range halfSizes {
		in = f.letters(rows)
		if 2*rows <= f.digits.Cap()+3 && in.Cap() == rows && halfWide(in) <= free {
			return m.Local.Format("PM"), in
		}
	}
	return "", nil
}

// apart returns the columns between the digits and AM or PM.
func (f *clockFace) apart() int { return f.gap() + 1 }

// halfWide returns the width of the wider one of AM and PM: the digits stand still at noon.
func halfWide(in *fonts.Face) int { return max(in.Width("AM"), in.Width("PM")) }

// drawHalf draws the half of the day at the right of digits that begin at y, on their last
// row, and returns how many columns to the left they have to be for it.
func (f *clockFace) drawHalf(p *page, m *Reading, y int) (left int) {
	text, in := f.half(m)
	if text == "" {
		return 0
	}
	left = (f.apart() + halfWide(in)) / 2
	x := (f.size.X+f.block().X)/2 - left + f.apart()
	p.text(in, x, y+f.digits.Cap()-in.Cap(), fonts.Span{Text: text, Color: kit.Shade(m.Ink, 2)})
	return left
}
