package render

import (
	"image"
	"time"
)

// Scene is what the panel should show from now on. The zero value is dark.
type Scene struct {
	ID    uint64    // of this showing: the same ID only changes what is about it
	Root  Widget    // nil = black
	Start time.Time // t = 0 of Root, with a monotonic reading
	Level float64   // brightness, perceptual, 0 (dark) to 1
	Enter Transition
}

// draw draws the scene at now; black where it has nothing.
func (s *Scene) draw(dst *image.RGBA, now time.Time) {
	Clear(dst)
	if s.Root != nil {
		s.Root.Draw(dst, dst.Bounds().Min, now.Sub(s.Start))
	}
}

// next is the first instant after now at which the scene may look different;
// ok is false if it stands still.
func (s *Scene) next(now time.Time) (at time.Time, ok bool) {
	if s.Root == nil {
		return time.Time{}, false
	}
	t := Next(s.Root, now.Sub(s.Start))
	if t == Forever {
		return time.Time{}, false
	}
	return s.Start.Add(t), true
}
