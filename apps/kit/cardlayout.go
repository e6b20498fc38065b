// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"image"
	"slices"

	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// groups returns the lines of c as they fit into room, which has the rows of one line: as
// many as fit side by side, and the rest in turn.
func (s *Sheet) groups(c typeset.Content, room image.Rectangle) (groups [][]render.Layer) {
	var row []fonts.Span
	for _, l := range s.formed(c, room.Size()) {
		if row == nil {
			row = l.Spans
			continue
		}
		longer := append(append(slices.Clip(row), fonts.Span{Text: " ", Color: l.Spans[0].Color}), l.Spans...)
		if s.largest(longer, room.Size()) != nil {
			row = longer
			continue
		}
		groups, row = append(groups, s.alone(row, room)), l.Spans
	}
	return append(groups, s.alone(row, room))
}

// formed returns the lines of c, each in the longest of its forms that fits alone; those that may be split or left out
// do so rather than scroll.
func (s *Sheet) formed(c typeset.Content, room image.Point) (lines []typeset.Line) {
	fits := func(words string) bool { return s.largest(Text(words, PaleInk), room) != nil }
	for _, l := range c.Lines {
		forms := slices.DeleteFunc(append([][]fonts.Span{l.Spans}, l.Shorter...), func(f []fonts.Span) bool {
			return s.largest(f, room) == nil
		})
		unit := l.Unit
		switch {
		case len(l.Spans) == 0:
		case len(forms) > 0:
			l.Spans = forms[0]
			lines = append(lines, l)
		case l.Split:
			lines = append(lines, l.Parts(fits)...)
		case !l.Spare && l.Lines > 1:
			lines = append(lines, s.broken(l, room)...)
		case !l.Spare:
			lines = append(lines, l)
		}
		if len(unit) > 0 {
			lines = append(lines, typeset.Line{Spans: unit})
		}
	}
	return lines
}

// broken returns the words of l in as many lines as it may have, the larger letters first: those that scroll are read
// later than those that stand. It returns l where a word has no room, or the lines are too few.
func (s *Sheet) broken(l typeset.Line, room image.Point) (lines []typeset.Line) {
	for _, face := range []*fonts.Face{s.scrolling(room.Y), s.Fonts.Small} {
		for _, words := range typeset.Broken(face, l.Spans, room.X, l.Lines) {
			lines = append(lines, typeset.Line{Spans: words})
		}
		if lines != nil {
			return lines
		}
	}
	return []typeset.Line{l}
}

// alone returns a line that has the whole room, in its middle. One that is too wide
// scrolls.
func (s *Sheet) alone(line []fonts.Span, room image.Rectangle) []render.Layer {
	face := s.largest(line, room.Size())
	if face == nil {
		face = s.scrolling(room.Dy())
	}
	drawn := face.Line(line)
	m := Inked(drawn.Image)
	at := image.Pt(room.Min.X, room.Min.Y+(room.Dy()-m.Rect.Dy())/2)
	if m.Rect.Dx() > room.Dx() {
		return []render.Layer{{At: at, Widget: &render.Marquee{
			Image: m, Width: room.Dx(), Speed: s.look.ScrollSpeed, Gap: 8, Right: drawn.RTL, Smooth: s.look.Smooth,
		}}}
	}
	at.X += (room.Dx() - m.Rect.Dx()) / 2
	return []render.Layer{{At: at, Widget: &render.Still{Image: m}}}
}

// scrolling returns the face for a line too wide for that many rows.
func (s *Sheet) scrolling(rows int) *fonts.Face {
	if rows < s.Fonts.Normal.Height() {
		return s.Fonts.Small
	}
	return s.Fonts.Normal
}

// largest returns the largest face in which a line fits, or nil.
func (s *Sheet) largest(line []fonts.Span, room image.Point) (best *fonts.Face) {
	for _, face := range []*fonts.Face{s.Fonts.Small, s.Fonts.Normal} {
		if m := Inked(face.Line(line).Image); m.Rect.Dx() <= room.X && m.Rect.Dy() <= room.Y {
			best = face
		}
	}
	return best
}

// Inked returns m without the transparent rows above and below, or all of m if it is transparent.
func Inked(m *image.RGBA) *image.RGBA {
	ink := typeset.Ink(m)
	if ink.Empty() {
		return m
	}
	return typeset.Cropped(m, image.Rect(m.Rect.Min.X, ink.Min.Y, m.Rect.Max.X, ink.Max.Y))
}
