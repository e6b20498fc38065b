// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// sized sets the largest face for a goal's value that leaves a dark row above the bar, and the
// size's role.
func (s *setting) sized(value string) {
	s.role, s.face = typeset.Head, s.Fonts.Small
	grid := s.grid()
	if s.edge = grid.Margin; s.edge == 0 {
		return
	}
	role, faces := grid.Texts(value, false)
	s.role = role
	for i, face := range faces {
		if face.Width(value) <= s.room.Dx() && face.Cap()+1 <= s.room.Dy() {
			s.face, s.smaller = face, i > 0
			return
		}
	}
	if s.smaller = s.Fonts.Small.Width(value) <= s.room.Dx(); s.smaller {
		return
	}
	for _, face := range slices.Backward(faces) { // it scrolls
		if face.Cap() <= min(grid.Reading(), s.room.Dy()-1) {
			s.face = face
		}
	}
}

// goal adds the value, in the room above the progress bar. A value too long for the room
// scrolls, and is then shown for one pass if that takes longer than 5 s.
func (p *Painter) goal(page *typeset.Page, room image.Rectangle, f *note.Frame, ink color.RGBA) time.Duration {
	s := setting{Painter: p, frame: f, room: room.Intersect(p.grid().Inner())}
	value := label(f.Goal)
	s.sized(value)
	top, bottom := 0, s.face.Height()
	if s.edge > 0 {
		top, bottom = s.face.Body(value)
	}
	y := room.Min.Y + (room.Dy()-(bottom-top))/2 - top
	spans := []fonts.Span{{Text: value, Color: note.ColorAt(f.Levels, f.Goal.Current).Or(ink)}}
	s.line(s.face, spans, fonts.RightToLeft(value), y)
	page.Layers, page.Items = append(page.Layers, s.layers...), append(page.Items, s.items...)
	return max(standChart, s.pass)
}

// track returns the colour of the rest of a bar. LEDs that are only on or off would show
// it as they show the bar, so there it is dark.
func (p *Painter) track() color.RGBA {
	if p.Monochrome {
		return color.RGBA{A: 255}
	}
	return track
}

// label returns the value of g with its unit: "72%", "7 km".
func label(g *note.Goal) string {
	unit := g.Unit
	if len([]rune(unit)) > 1 {
		unit = " " + unit
	}
	v := g.Current
	if v != math.Trunc(v) { // large integers would lose their last digits
		v = math.Round(v*100) / 100
	}
	return strconv.FormatFloat(v+0, 'f', -1, 64) + unit
}
