// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"time"
)

// Layer is a widget at a position in a Stack.
type Layer struct {
	At     image.Point
	Widget Widget
}

// Stack draws layers over each other, the first at the bottom. It does not clip
// them: each has to lie within the bounds.
type Stack struct {
	Bounds image.Point
	Layers []Layer
}

func (s *Stack) Size() image.Point { return s.Bounds }

// Period returns the longest period of the layers: one pass of a text beside an icon is
// a pass of the text.
func (s *Stack) Period() (longest time.Duration) {
	for _, l := range s.Layers {
		longest = max(longest, l.Widget.Period())
	}
	return longest
}

// Draw relies on every layer drawing inside its own size, and on the stack's maker having
// placed it within the bounds: clipping would cost an allocation.
func (s *Stack) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	for i := range s.Layers {
		s.Layers[i].Widget.Draw(dst, p.Add(s.Layers[i].At), t)
	}
}

func (s *Stack) Next(t time.Duration) time.Duration {
	next := Forever
	for _, l := range s.Layers {
		next = min(next, Next(l.Widget, t))
	}
	return next
}
