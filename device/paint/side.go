// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"cmp"
	"image"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// side returns the side of the icon of f. Beside a figure it is smaller, rather than the figure
// smaller than text or scrolling: a number is read as a whole.
func (p *Painter) side(f *note.Frame) int {
	whole, text := p.iconSize(), said(f)
	if p.Size.Y < tall || f.Icon.IsZero() || !typeset.Figure(text) {
		return whole
	}
	for _, least := range []int{typeset.NewGrid(p.Fonts, p.Size).Reading(text, false), 0} {
		for _, side := range []int{whole, 32, 24, 16, 8} {
			if side <= whole && p.stands(f, cmp.Or(p.Widest, text), side, least) {
				return side
			}
		}
	}
	return whole
}

// stands reports whether text fits beside an icon with that side, in letters of so many rows at least.
func (p *Painter) stands(f *note.Frame, text string, side, least int) bool {
	_, room, shown := p.places(f, side)
	if !shown || room.Min.X == 0 { // it is not beside the text
		return true
	}
	s := setting{Painter: p, room: room.Intersect(image.Rectangle{Max: p.Size}.Inset(1))}
	return slices.ContainsFunc(p.sizes(f, room.Dy(), text), func(face *fonts.Face) bool {
		return face.Cap() >= least && typeset.Broken(face, []fonts.Span{{Text: text}}, s.room.Dx(), s.most(face)) != nil
	})
}

// said returns the text of f, or the value of its goal.
func said(f *note.Frame) string {
	if f.Goal != nil {
		return label(f.Goal)
	}
	var text strings.Builder
	for _, t := range f.Text {
		text.WriteString(t.Text)
	}
	return text.String()
}
