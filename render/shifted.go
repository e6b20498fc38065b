// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"time"
)

// Shifted shows the visible part of a widget that is moved sideways within a strip.
// New ones come from NewShifted.
type Shifted struct {
	widget  Widget
	width   int
	by      int
	scratch scratch
}

// NewShifted returns w in a strip of that width, with w's left edge at column by, which
// may be outside of the strip.
func NewShifted(w Widget, width, by int) *Shifted {
	return &Shifted{w, width, by, newScratch(w.Size())}
}

// Size implements [Widget].
func (s *Shifted) Size() image.Point { return image.Pt(s.width, s.widget.Size().Y) }

// Period implements [Widget].
func (s *Shifted) Period() time.Duration { return s.widget.Period() }

// Draw implements [Widget].
func (s *Shifted) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	m := s.scratch.take()
	s.widget.Draw(m, image.Point{}, t)
	lay(dst, m, p.Add(image.Pt(s.by, 0)), image.Rectangle{p, p.Add(s.Size())})
	s.scratch.give(m)
}

// Next returns when the widget changes next.
func (s *Shifted) Next(t time.Duration) time.Duration { return Next(s.widget, t) }
