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

// nearly is how many pixels too wide, in the smallest letters, a text may be to
// use smaller letters rather than scroll.
const nearly = 6

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

// layout draws spans into the room: in one line, or broken into as many lines as the rows
// hold, in the first of its sizes in which it fits. Text that fits in none becomes one
// line, and scrolls if it is too wide.
func (s *setting) layout(spans []fonts.Span) {
	if s.Size.Y >= tall {
		s.room, s.edge = s.room.Intersect(image.Rectangle{Max: s.Size}.Inset(1)), 1
	}
	rtl := fonts.RightToLeft(plain(spans))
	paragraphs := paragraphs(spans)
	faces := s.sizes(s.frame, s.room.Dy(), plain(spans))
	first := s.steady(faces)
	for i, face := range faces[first:] {
		s.smaller = first+i > 0
		if lines := breakAll(face, paragraphs, s.room.Dx(), s.most(face)); lines != nil && s.hasRoom(face, lines) {
			s.stack(face, lines, rtl)
			return
		}
	}
	s.smaller = false
	s.joined(paragraphs, rtl, faces)
}

// steady returns the index of the first of faces in which the widest text fits, of the last
// if it fits in none.
func (s *setting) steady(faces []*fonts.Face) int {
	if s.Widest == "" || s.Size.Y < tall {
		return 0
	}
	widest := paragraphs([]fonts.Span{{Text: s.Widest}})
	for i, face := range faces {
		if breakAll(face, widest, s.room.Dx(), s.most(face)) != nil {
			return i
		}
	}
	return len(faces) - 1
}

// tall is how many rows a panel has on which text stands in the sizes of typeset, with
// margins. Below it every pixel counts.
const tall = 16

// most returns how many lines of a face the rows hold.
func (s *setting) most(face *fonts.Face) int {
	if s.Size.Y < tall {
		return s.room.Dy() / face.Height()
	}
	return max(1, (s.room.Dy()+lead(face))/(face.Cap()+lead(face)))
}

// hasRoom reports whether the rows hold lines, apart from each other: an emoji is higher than a capital.
func (s *setting) hasRoom(face *fonts.Face, lines [][]fonts.Span) bool {
	if s.Size.Y < tall || len(lines) == 1 {
		return true
	}
	high := (len(lines) - 1) * lead(face)
	for _, spans := range lines {
		top, bottom := face.Body(plain(spans))
		high += bottom - top
	}
	return high <= s.room.Dy()
}

// lead returns the least rows between the capitals of two lines: a dark one below descenders
// and above marks.
func lead(face *fonts.Face) int {
	return max(face.Descent()+max(1, face.Cap()/10), face.Ascent()-face.Cap()+1)
}

// sizes returns the faces for a frame's text in so many rows, the largest first. Sizes at which
// characters would become boxes are left out, unless they would at every size:
// fallback fonts for some scripts are taller than our own letters.
func (p *Painter) sizes(f *note.Frame, rows int, text string) (faces []*fonts.Face) {
	var all []*fonts.Face
	if p.Size.Y >= tall {
		_, all = typeset.NewGrid(p.Fonts, p.Size).Texts(text, f.Icon.IsZero())
	} else {
		all = []*fonts.Face{p.Fonts.Normal}
	}
	for _, f := range all {
		if f.Draws(text) && f.Cap() <= rows {
			faces = append(faces, f)
		}
	}
	if faces == nil {
		return all
	}
	return faces
}

// stack puts lines below each other, the block of their bodies in the middle of the rows,
// which are shared out up to the height of a line.
func (s *setting) stack(face *fonts.Face, lines [][]fonts.Span, rtl bool) {
	rows, high := s.room.Dy(), 0
	tops, bodies := make([]int, len(lines)), make([]int, len(lines))
	for i, spans := range lines {
		top, bottom := face.Body(plain(spans))
		if s.Size.Y < tall {
			top, bottom = 0, face.Height()
		}
		tops[i], bodies[i] = top, bottom-top
		high += bodies[i]
	}
	space := min((rows-high)/(len(lines)+1), face.Cap())
	if s.Size.Y >= tall && len(lines) > 1 {
		space = min(max(space, lead(face)), face.Cap()*2/3+1, (rows-high)/(len(lines)-1))
	}
	y := s.room.Min.Y + (rows-high-(len(lines)-1)*space)/2
	for i, spans := range lines {
		s.line(face, spans, rtl, y-tops[i])
		y += bodies[i] + space
	}
}

// joined makes one line out of all paragraphs, in the size of text that is to be read.
func (s *setting) joined(paragraphs [][]fonts.Span, rtl bool, faces []*fonts.Face) {
	var all []fonts.Span
	for i, paragraph := range paragraphs {
		if i > 0 && len(paragraph) > 0 {
			all = append(all, fonts.Span{Text: " ", Color: paragraph[0].Color})
		}
		all = append(all, paragraph...)
	}
	face := s.read(faces, plain(all))
	if small := s.Fonts.Small; s.Size.Y < tall && s.frame.Fit == note.FitSmall && s.nearlyFits(face, small, plain(all), 1) {
		face, s.smaller = small, true
	}
	s.stack(face, [][]fonts.Span{all}, rtl)
}

// read returns the first of faces that is no larger than text that is to be read, else the last: a
// figure in the size of what a page is about would show a few of its digits at a time.
func (s *setting) read(faces []*fonts.Face, text string) *fonts.Face {
	if s.role != typeset.Head || s.Size.Y < tall {
		return faces[0]
	}
	most := typeset.NewGrid(s.Fonts, s.Size).Reading(text, s.frame.Icon.IsZero())
	for _, f := range faces {
		if f.Cap() <= most {
			return f
		}
	}
	return faces[len(faces)-1]
}

// nearlyFits reports whether text is slightly too wide in face and fits in small.
func (s *setting) nearlyFits(face, small *fonts.Face, text string, scale int) bool {
	over := face.Width(text) - s.room.Dx()
	return over > 0 && over <= nearly*scale && small.Width(text) <= s.room.Dx() && small.Draws(text)
}

// line places a line at the height y: aligned as the frame says if it fits, else
// scrolling through the room, or cut off.
func (s *setting) line(face *fonts.Face, spans []fonts.Span, rtl bool, y int) {
	s.face = face
	item := typeset.Item{Role: s.role, Text: plain(spans), Rows: face.Cap(), Smaller: s.smaller}
	top, bottom := face.Body(item.Text)
	for _, l := range s.inks(face, spans, rtl) {
		down := y
		if s.Size.Y >= tall {
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
// the whole is at y: within the panel, as far as they fit.
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
	return out, max(s.room.Min.Y-s.edge, min(y+top, s.Size.Y-s.edge-out.Rect.Dy()), 0)
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
	m := &render.Marquee{Image: l.Image, Width: s.room.Dx() + s.edge, Speed: s.speed(s.face), Gap: gap, Right: l.RTL, Smooth: s.smooth()}
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
