// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"image"

	"github.com/ledpost/ledpost/render"
)

// Tower places a picture into room, with lines above and below it, each in the middle of
// the columns. Free rows go between them, a little of it around them.
func (g *Grid) Tower(p *Page, room image.Rectangle, above []Line, picture render.Widget, below []Line) {
	fit := func(lines []Line) (all []set) {
		for _, l := range lines {
			all = append(all, g.fit(l, room.Dx(), room.Dy())[0])
		}
		return all
	}
	upper, lower := fit(above), fit(below)
	high := picture.Size().Y
	for _, s := range append(upper[:len(upper):len(upper)], lower...) {
		high += s.body
	}
	gaps := len(upper) + len(lower)
	gap := max(1, min((room.Dy()-high)/max(gaps, 1), g.Gap))
	y := room.Min.Y + max(0, room.Dy()-high-gap*gaps)/2
	put := func(s set) {
		g.place(p, s, image.Pt(room.Min.X+(room.Dx()-s.picture.Rect.Dx()+1)/2, y), room)
		y += s.body + gap
	}
	for _, s := range upper {
		put(s)
	}
	p.Put(Picture, picture, image.Pt(room.Min.X+(room.Dx()-picture.Size().X+1)/2, y))
	y += picture.Size().Y + gap
	for _, s := range lower {
		put(s)
	}
}
