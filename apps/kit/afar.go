// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"image"
	"image/color"

	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// Distant is the [Base] of an app with icons that shows one value to who is far away. It implements [device.Distant]
// and [device.Refresher]: the app has only to read Far. It needs its Base.
type Distant struct {
	Base
	Far bool // who reads the panel is far away
}

// SetFar implements [device.Distant].
func (d *Distant) SetFar(far bool) { d.Far = far; d.Redraw() }

// Refresh implements [device.Refresher].
func (d *Distant) Refresh() { d.Redraw() }

// Afar returns a value alone, as large as the panel has room for it, to be read from far away. In less than the rows of
// text that scrolls it is as any words.
func (s *Sheet) Afar(ink color.RGBA, value string) render.Widget {
	room := s.Size.Sub(image.Pt(2, 2))
	for rows := room.Y; rows >= s.Grid.Reading(); rows-- {
		face := s.Fonts.Digits(rows)
		if !face.Draws(value) {
			continue
		}
		m := Inked(face.Line(Text(value, ink)).Image)
		if m.Rect.Dx() <= room.X && m.Rect.Dy() <= room.Y {
			page := s.Grid.NewPage()
			page.Put(typeset.Digits, &render.Still{Image: m}, s.Size.Sub(m.Rect.Size()).Div(2))
			return page
		}
	}
	return Pages(s.Steps(typeset.Content{Lines: []typeset.Line{Say(typeset.Head, ink, value)}}))
}
