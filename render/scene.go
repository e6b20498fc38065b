// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"time"
)

// Scene is the picture for the panel from now on. The zero value is dark.
type Scene struct {
	ID    uint64    // of this showing: with the same ID there is no transition
	Root  Widget    // nil = black
	Start time.Time // t = 0 of Root, with a monotonic reading
	Level float64   // brightness, perceptual, 0 (dark) to 1
	Enter Transition
	Tint  color.RGBA // of all of Root, which keeps its light and shade; no A = Root's own colours

	Front      Widget    // over Root, and over transitions; nil = nothing
	FrontStart time.Time // t = 0 of Front, with a monotonic reading
}

// draw draws the scene at now; black where it has nothing.
func (s *Scene) draw(dst *image.RGBA, now time.Time) {
	Clear(dst)
	if s.Root != nil {
		s.Root.Draw(dst, dst.Bounds().Min, now.Sub(s.Start))
	}
	if s.Tint.A != 0 {
		tint(dst.Pix, s.Tint)
	}
}

// tint gives all pixels the colour c, each as bright as the brightest of its channels:
// blue on black stays as legible as white.
func tint(pix []byte, c color.RGBA) {
	for i := 0; i+3 < len(pix); i += 4 {
		v := uint32(max(pix[i], pix[i+1], pix[i+2]))
		pix[i], pix[i+1], pix[i+2] = uint8(v*uint32(c.R)/255), uint8(v*uint32(c.G)/255), uint8(v*uint32(c.B)/255)
	}
}

// next returns the first instant after now at which the scene may look different;
// ok is false if nothing in it moves.
func (s *Scene) next(now time.Time) (at time.Time, ok bool) {
	at, ok = nextOf(s.Root, s.Start, now)
	if front, moves := nextOf(s.Front, s.FrontStart, now); moves && (!ok || front.Before(at)) {
		return front, true
	}
	return at, ok
}

// nextOf is next for w, which began at start; a nil widget does not move.
func nextOf(w Widget, start, now time.Time) (at time.Time, ok bool) {
	if w == nil {
		return time.Time{}, false
	}
	t := Next(w, now.Sub(start))
	if t == Forever {
		return time.Time{}, false
	}
	return start.Add(t), true
}
