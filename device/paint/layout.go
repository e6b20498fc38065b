package paint

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/device/note"
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

	face   *fonts.Face // of the last line
	layers []render.Layer
	pass   time.Duration // duration of one pass of the scrolling line; 0 = none scrolls
	pushed bool          // the text pushes the icon out
}

// layout draws spans as large as they fit into the room: in one line, or broken
// into as many lines as the rows hold. Text that fits at no size becomes one line at half
// of the largest size, and scrolls if it is too wide.
func (s *setting) layout(spans []fonts.Span) {
	rtl := fonts.RightToLeft(plain(spans))
	paragraphs := paragraphs(spans)
	for _, face := range s.sizes(s.room.Dy(), plain(spans)) {
		if lines := breakAll(face, paragraphs, s.room.Dx(), s.room.Dy()/face.Height()); lines != nil {
			s.stack(face, lines, rtl)
			return
		}
	}
	s.joined(paragraphs, rtl)
}

// sizes returns the faces for so many rows, the largest first. Sizes at which
// characters would become boxes are left out, unless they would at every size:
// fallback fonts for some scripts are taller than our own letters.
func (p *Painter) sizes(rows int, text string) (faces []*fonts.Face) {
	var all []*fonts.Face
	for k := rows / 8; k >= 1; k-- {
		all = append(all, p.Fonts.Normal.Scale(k))
		if k > 1 { // its capitals are between those of normal at this size and at the next
			all = append(all, p.Fonts.Small.Scale(k))
		}
	}
	for _, f := range all {
		if f.Draws(text) {
			faces = append(faces, f)
		}
	}
	if faces == nil {
		return all
	}
	return faces
}

// stack puts lines below each other, centred, with the remaining rows between them, up
// to the height of a line.
func (s *setting) stack(face *fonts.Face, lines [][]fonts.Span, rtl bool) {
	rows := s.room.Dy()
	space := min((rows-len(lines)*face.Height())/(len(lines)+1), face.Height())
	y := s.room.Min.Y + (rows-len(lines)*face.Height()-(len(lines)-1)*space)/2
	for _, spans := range lines {
		s.line(face, spans, rtl, y)
		y += face.Height() + space
	}
}

// joined makes one line out of all paragraphs.
func (s *setting) joined(paragraphs [][]fonts.Span, rtl bool) {
	var all []fonts.Span
	for i, paragraph := range paragraphs {
		if i > 0 && len(paragraph) > 0 {
			all = append(all, fonts.Span{Text: " ", Color: paragraph[0].Color})
		}
		all = append(all, paragraph...)
	}
	rows := s.room.Dy()
	half := max(1, (rows/8+1)/2)
	face := s.Fonts.Normal.Scale(half)
	for k := half; k <= rows/8; k++ { // larger if half size has boxes
		if larger := s.Fonts.Normal.Scale(k); larger.Draws(plain(all)) {
			face = larger
			break
		}
	}
	if small := s.Fonts.Small.Scale(half); s.frame.Fit == note.FitSmall && s.nearlyFits(face, small, plain(all), half) {
		face = small
	}
	s.line(face, all, rtl, s.room.Min.Y+(rows-face.Height())/2)
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
	for _, l := range s.inks(face, spans, rtl) {
		w, at := s.placed(l.line)
		if l.style != nil {
			w = l.style.effect(w, s)
		}
		drawn := render.Layer{At: image.Pt(at, y), Widget: w}
		if s.frame.TextOffset != 0 && s.pass == 0 {
			drawn = render.Layer{At: image.Pt(0, y), Widget: render.NewShifted(w, s.Size.X, at+s.frame.TextOffset)}
		}
		s.layers = append(s.layers, drawn)
	}
}

// placed returns a line as a widget, and the column where it begins.
func (s *setting) placed(l fonts.Line) (w render.Widget, x int) {
	width := l.Image.Bounds().Dx()
	switch spare := s.room.Dx() - width; {
	case spare >= 0:
		return &render.Still{Image: l.Image}, s.room.Min.X + spare*[...]int{note.AlignCenter: 1, note.AlignLeft: 0, note.AlignRight: 2}[s.frame.Align]/2
	case s.frame.Fit == note.FitCut:
		return &render.Still{Image: cutTo(l, s.room.Dx())}, s.room.Min.X
	}
	if later := s.frame.TextOffset; later > 0 && !l.RTL {
		l.Image = indented(l.Image, later)
	}
	m := &render.Marquee{Image: l.Image, Width: s.room.Dx(), Speed: s.speed(), Gap: gap, Right: l.RTL, Smooth: s.smooth()}
	x = s.room.Min.X
	if s.icon != nil && !l.RTL && s.frame.Push != note.PushNot {
		m.Image, m.Width, x = indented(l.Image, x), s.room.Max.X, 0
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
	return render.Layer{At: image.Pt(0, (s.Size.Y-s.icon.Size().Y)/2), Widget: w}
}

// speed returns the speed of scrolling.
func (s *setting) speed() float64 {
	if s.frame.Speed != 0 {
		return s.frame.Speed
	}
	return s.Look.WithDefaults().ScrollSpeed
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
