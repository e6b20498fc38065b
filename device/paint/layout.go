// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// setting is the layout of one frame's text in its room.
type setting struct {
	*Painter
	frame  *note.Frame
	room   image.Rectangle
	styles []style // indexed by the number in place of the spans' colours; nil = they have colours
	icon   render.Widget
	top    int // row of icon

	edge    int // columns beside the room that what scrolls may use
	role    typeset.Role
	face    *fonts.Face // of the last line
	layers  []render.Layer
	items   []typeset.Item // of what the layers are
	smaller bool           // the text does not fit in the size of its role
	pass    time.Duration  // duration of one pass of the scrolling line; 0 = none scrolls
	pushed  bool           // the text pushes the icon out
}

// layout draws spans into the room as typeset sets them.
func (s *setting) layout(spans []fonts.Span) {
	rtl := fonts.RightToLeft(fonts.Plain(spans))
	grid := s.grid()
	set := grid.Set(s.message(s.frame, spans), s.room)
	s.role, s.room, s.smaller, s.edge = set.Role, set.Room, set.Smaller, grid.Margin
	for _, row := range set.Lines {
		s.line(set.Face, row.Spans, rtl, row.Y)
	}
}

// grid returns the grid of the panel.
func (p *Painter) grid() *typeset.Grid { return typeset.NewGrid(p.Fonts, p.Size) }

// message returns the text of f for the grid.
func (p *Painter) message(f *note.Frame, spans []fonts.Span) typeset.Message {
	m := typeset.Message{Spans: spans, Widest: p.Widest, Small: f.Fit == note.FitSmall, Loud: p.pulse.period > 0}
	if !f.Icon.IsZero() {
		m.Side = p.iconSize()
	}
	return m
}

// line places a line at the height y: aligned as the frame says if it fits, else
// scrolling through the room, or cut off.
func (s *setting) line(face *fonts.Face, spans []fonts.Span, rtl bool, y int) {
	s.face = face
	item := typeset.Item{Role: s.role, Text: fonts.Plain(spans), Rows: face.Cap(), Smaller: s.smaller}
	top, bottom := face.Body(item.Text)
	for _, l := range s.inks(face, spans, rtl) {
		down := y
		if s.edge > 0 {
			l.line.Image, down = s.inkRows(l.line.Image, y)
		}
		w, at := s.placed(l.line)
		item.Body = image.Rect(at, y+top, at+w.Size().X, y+bottom)
		item.Ink = image.Rectangle{image.Pt(at, down), image.Pt(at, down).Add(w.Size())}
		_, item.Scrolls = w.(*render.Marquee)
		if l.style != nil {
			w = l.style.effect(w, s)
		}
		drawn := render.Layer{At: image.Pt(at, down), Widget: w}
		if s.frame.TextOffset != 0 && s.pass == 0 {
			drawn = render.Layer{At: image.Pt(0, down), Widget: render.NewShifted(w, s.Size.X, at+s.frame.TextOffset)}
		}
		s.layers, s.items = append(s.layers, drawn), append(s.items, item)
	}
}

// inkRows returns the rows of a line's picture that are lit, and where they are drawn if
// the whole is at y: within the panel, as far as they fit. Below an icon they rather take the margin than rows of the
// icon.
func (s *setting) inkRows(m *image.RGBA, y int) (*image.RGBA, int) {
	top, bottom := m.Rect.Max.Y, m.Rect.Min.Y
	for row := m.Rect.Min.Y; row < m.Rect.Max.Y; row++ {
		for _, b := range m.Pix[m.PixOffset(m.Rect.Min.X, row):m.PixOffset(m.Rect.Max.X, row)] {
			if b != 0 {
				top, bottom = min(top, row), row+1
				break
			}
		}
	}
	if top >= bottom {
		return m, y
	}
	bottom = min(bottom, top+s.Size.Y)
	out := image.NewRGBA(image.Rect(0, 0, m.Rect.Dx(), bottom-top))
	copy(out.Pix, m.Pix[m.PixOffset(m.Rect.Min.X, top):m.PixOffset(m.Rect.Max.X, bottom-1)])
	least := max(s.room.Min.Y-s.edge, 0)
	if least > 0 {
		least = max(least, min(s.room.Min.Y, s.Size.Y-out.Rect.Dy()))
	}
	return out, max(least, min(y+top, s.Size.Y-s.edge-out.Rect.Dy()))
}

// placed returns a line as a widget, and the column where it begins.
func (s *setting) placed(l fonts.Line) (w render.Widget, x int) {
	width := l.Image.Bounds().Dx()
	switch spare := s.room.Dx() - width; {
	case spare >= 0:
		return &render.Still{Image: l.Image},
			s.room.Min.X + spare*[...]int{note.AlignCenter: 1, note.AlignLeft: 0, note.AlignRight: 2}[s.frame.Align]/2
	case s.frame.Fit == note.FitCut:
		return &render.Still{Image: cutTo(l, s.room.Dx())}, s.room.Min.X
	}
	if later := s.frame.TextOffset; later > 0 && !l.RTL {
		l.Image = indented(l.Image, later)
	}
	// What scrolls may use the margin at the edge of the panel.
	m := &render.Marquee{Image: l.Image, Width: s.room.Dx() + s.edge, Speed: s.speed(s.face), Gap: gap, Right: l.RTL,
		Smooth: s.smooth()}
	if x = s.room.Min.X; x == s.edge {
		x, m.Width = 0, m.Width+x
	}
	if s.icon != nil && !l.RTL && s.frame.Push != note.PushNot {
		m.Image, m.Width, x = indented(l.Image, x), s.room.Max.X+s.edge, 0
		if !s.pushed {
			s.layers, s.pushed = append(s.layers, s.carried(m)), true
		}
	}
	s.pass = m.Period()
	return m, x
}

// carried returns the icon as it is pushed out by the text.
func (s *setting) carried(m *render.Marquee) render.Layer {
	w := render.NewCarried(s.icon, m, s.frame.Push == note.PushOnce)
	return render.Layer{At: image.Pt(0, s.top), Widget: w}
}

// speed returns the speed of scrolling: in letters a second, which are as much larger as
// the face is than one of 7 rows. A frame's own speed is in pixels.
func (s *setting) speed(face *fonts.Face) float64 {
	if s.frame.Speed != 0 {
		return s.frame.Speed
	}
	return s.Look.WithDefaults().ScrollSpeed * max(1, float64(face.Cap())/7)
}

// cutTo returns the part of a line, which is too wide, that is read first.
func cutTo(l fonts.Line, width int) *image.RGBA {
	r := l.Image.Bounds()
	if l.RTL {
		r.Min.X = r.Max.X - width
	} else {
		r.Max.X = r.Min.X + width
	}
	return l.Image.SubImage(r).(*image.RGBA)
}

// indented returns m with so many transparent columns before it.
func indented(m *image.RGBA, columns int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, columns+m.Rect.Dx(), m.Rect.Dy()))
	for y := range m.Rect.Dy() {
		copy(out.Pix[out.PixOffset(columns, y):], m.Pix[m.PixOffset(m.Rect.Min.X, m.Rect.Min.Y+y):][:4*m.Rect.Dx()])
	}
	return out
}
