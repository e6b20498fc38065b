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

// Transition is how a scene takes over from the one before. The zero value is
// a cut.
type Transition struct {
	Style Style
	For   time.Duration
}

// Style of a transition. The zero value is Cut.
type Style uint8

const (
	Cut   Style = iota
	Fade        // cross-fade in linear light
	Slide       // the new picture pushes the old one up
)

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

// compose puts two pictures together, part (0 to 1) of the way
// from the old one to the new one, into dst, which may be old. All have the same
// bounds.
func (t Transition) compose(dst, old, new *image.RGBA, part float64) {
	switch t.Style {
	case Fade:
		fade(dst, old, new, uint32(part*256))
	case Slide:
		slide(dst, old, new, part)
	default:
		copy(dst.Pix, new.Pix)
	}
}

func fade(dst, old, new *image.RGBA, part uint32) {
	for i := 0; i < len(dst.Pix); i += 4 {
		for j := i; j < i+3; j++ {
			a, b := uint32(linear[old.Pix[j]]), uint32(linear[new.Pix[j]])
			dst.Pix[j] = encoded[(a*(256-part)+b*part)>>12] // 16 bits, times 256, to 12
		}
		dst.Pix[i+3] = 255
	}
}

// slide moves by whole rows: sooner at first, as a thing that comes to rest.
func slide(dst, old, new *image.RGBA, part float64) {
	// Rows are whole, so each picture moves by one copy. dst may be old, whose
	// rows move up within it: copy bears that.
	rows := dst.Rect.Dy()
	gone := int(float64(rows)*(1-(1-part)*(1-part)) + 0.5)
	n := gone * dst.Stride
	copy(dst.Pix, old.Pix[n:])
	copy(dst.Pix[len(dst.Pix)-n:], new.Pix[:n])
}
