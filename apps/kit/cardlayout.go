package kit

import (
	"image"
	"image/draw"
	"slices"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// groups returns the lines of c as they fit into room: below each other, else as many
// as fit side by side, and the rest in turn.
func (s *Sheet) groups(c Card, room image.Rectangle) (groups [][]render.Layer) {
	if faces := s.faces(c, room); faces != nil {
		return [][]render.Layer{s.stack(c.Lines, faces, room)}
	}
	var row []fonts.Span
	for _, line := range c.Lines {
		if row == nil {
			row = line
			continue
		}
		longer := append(append(slices.Clip(row), fonts.Span{Text: " ", Color: line[0].Color}), line...)
		if s.largest(longer, room.Size()) != nil {
			row = longer
			continue
		}
		groups, row = append(groups, s.alone(row, room)), line
	}
	return append(groups, s.alone(row, room))
}

// alone returns a line that has the whole room.
func (s *Sheet) alone(line []fonts.Span, room image.Rectangle) []render.Layer {
	face := s.largest(line, room.Size())
	if face == nil {
		face = s.scrolling(room.Dy())
	}
	return s.stack([][]fonts.Span{line}, []*fonts.Face{face}, room)
}

// scrolling returns the face for a line too wide for that many rows.
func (s *Sheet) scrolling(rows int) *fonts.Face {
	if rows < s.Fonts.Normal.Height() {
		return s.Fonts.Small
	}
	return s.Fonts.Normal.Scale(max(1, rows/2/s.Fonts.Normal.Height()))
}

// Heads reports whether a line fits beside the icon.
func (s *Sheet) Heads(line []fonts.Span, width int) bool {
	return Inked(s.Fonts.Small.Line(line).Image).Rect.Dx() <= width
}

// ladder returns the faces, the smallest first.
func (s *Sheet) ladder() (faces []*fonts.Face) {
	for k := 1; k*s.Fonts.Small.Cap() <= s.Size.Y && k <= fonts.MaxScale; k++ {
		faces = append(faces, s.Fonts.Small.Scale(k), s.Fonts.Normal.Scale(k))
	}
	return faces
}

// largest returns the largest face in which a line fits, or nil.
func (s *Sheet) largest(line []fonts.Span, room image.Point) (best *fonts.Face) {
	for _, face := range s.ladder() {
		if m := Inked(face.Line(line).Image); m.Rect.Dx() <= room.X && m.Rect.Dy() <= room.Y {
			best = face
		}
	}
	return best
}

// faces returns the faces for the lines of c, below each other: the big line as large
// as possible, then the others. It returns nil if they do not fit.
func (s *Sheet) faces(c Card, room image.Rectangle) []*fonts.Face {
	faces, high := make([]*fonts.Face, len(c.Lines)), make([]int, len(c.Lines))
	left := room.Dy() - cardGap*(len(c.Lines)-1)
	for i, line := range c.Lines {
		m := Inked(s.Fonts.Small.Line(line).Image)
		if faces[i], high[i] = s.Fonts.Small, m.Rect.Dy(); m.Rect.Dx() > room.Dx() {
			if room.Dy() < 24 { // else it scrolls between the others
				return nil
			}
			faces[i], high[i] = s.Fonts.Normal, s.Fonts.Normal.Height()
		}
		left -= high[i]
	}
	if left < 0 {
		return nil
	}
	grow := func(i int) {
		for _, face := range s.ladder() {
			if m := Inked(face.Line(c.Lines[i]).Image); m.Rect.Dx() <= room.Dx() && m.Rect.Dy()-high[i] <= left {
				left -= m.Rect.Dy() - high[i]
				faces[i], high[i] = face, m.Rect.Dy()
			}
		}
	}
	if c.Big >= 0 && c.Big < len(c.Lines) {
		grow(c.Big)
	}
	for i := range c.Lines {
		if i != c.Big {
			grow(i)
		}
	}
	return faces
}

// stack puts lines below each other in the middle of room. A line that is too wide
// scrolls.
func (s *Sheet) stack(lines [][]fonts.Span, faces []*fonts.Face, room image.Rectangle) (layers []render.Layer) {
	var pictures []*image.RGBA
	left := room.Dy()
	for i, line := range lines {
		m := Inked(faces[i].Line(line).Image)
		pictures, left = append(pictures, m), left-m.Rect.Dy()
	}
	gap := max(0, min(left/(len(lines)+1), 4))
	if len(lines) > 1 {
		gap = max(gap, min(cardGap, left/(len(lines)-1)))
	}
	y := room.Min.Y + (left-gap*(len(lines)-1))/2
	for i, m := range pictures {
		if m.Rect.Dx() <= room.Dx() {
			at := image.Pt(room.Min.X+(room.Dx()-m.Rect.Dx())/2, y)
			layers = append(layers, render.Layer{At: at, Widget: &render.Still{Image: m}})
		} else {
			layers = append(layers, render.Layer{At: image.Pt(room.Min.X, y), Widget: &render.Marquee{
				Image: m, Width: room.Dx(), Speed: s.look.ScrollSpeed, Gap: 8, Right: faces[i].Line(lines[i]).RTL, Smooth: s.look.Smooth,
			}})
		}
		y += m.Rect.Dy() + gap
	}
	return layers
}

// Inked returns m without the transparent rows above and below, or all of m if it is transparent.
func Inked(m *image.RGBA) *image.RGBA {
	clear := func(y int) bool {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			if m.RGBAAt(x, y).A != 0 {
				return false
			}
		}
		return true
	}
	top, end := m.Rect.Min.Y, m.Rect.Max.Y
	for top < end && clear(top) {
		top++
	}
	for end > top && clear(end-1) {
		end--
	}
	if top == end {
		return m
	}
	out := image.NewRGBA(image.Rect(0, 0, m.Rect.Dx(), end-top))
	draw.Draw(out, out.Rect, m, image.Pt(m.Rect.Min.X, top), draw.Src)
	return out
}

// cardGap is the number of dark rows between two lines.
const cardGap = 1
