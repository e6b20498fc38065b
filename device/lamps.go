// SPDX-License-Identifier: Apache-2.0

package device

import (
	"image"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
)

// lamps are the pictures of the mood light and the indicators, made when they change.
type lamps struct {
	mood  *render.Fill
	shown [note.Indicators]note.Indicator // the indicators that front shows
	above note.Overlay                    // the overlay that front shows
	front render.Widget                   // nil = none
}

// light returns the picture of the mood light: the same one until the mood changes.
func (l *lamps) light(m note.Mood, size image.Point) render.Widget {
	c := m.Light().Opaque()
	if l.mood == nil || l.mood.Color != c {
		l.mood = &render.Fill{Bounds: size, Color: c}
	}
	return l.mood
}

// inFront returns the picture of an overlay and, over it, the indicators; the same one
// until they change, nil for none.
func (l *lamps) inFront(over note.Overlay, seen [note.Indicators]note.Indicator, size image.Point) render.Widget {
	if seen != l.shown || over != l.above {
		l.shown, l.above = seen, over
		l.front = paint.NewFront(size, over, seen)
	}
	return l.front
}
