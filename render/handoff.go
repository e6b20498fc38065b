// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/draw"
	"sync/atomic"
)

// Handoff passes the newest frame from one goroutine to another: from the loop to
// an output or a preview, from a stream to the loop. Neither ever waits for the
// other, whatever its priority, and no frame needs an allocation. If frames come
// faster than they are taken, all but the newest are lost. New ones come from
// [NewHandoff].
//
// To the giver it is a [Panel]: Bounds, Draw and SetBrightness are for that
// goroutine alone. Take is for the taker; any goroutine may wait on Fresh.
type Handoff struct {
	fresh chan struct{} // one signal for any number of frames

	// Owned by the giver.
	canvas *image.RGBA // all that was drawn, since a Draw may be of a piece
	level  float64
	spare  *frame

	// There are three frames: one owned by the giver, one by the taker, and the one
	// in the middle, which either exchanges for its own.
	middle atomic.Pointer[frame]

	front *frame // owned by the taker
}

// frame is a picture on its way, and the brightness to show it with.
type frame struct {
	image *image.RGBA
	level float64
	fresh bool // nobody has taken it; belongs to whoever has the frame
}

// NewHandoff returns a Handoff of frames of the given bounds. The first one is
// black, at full brightness.
func NewHandoff(bounds image.Rectangle) *Handoff {
	black := func() *image.RGBA {
		m := image.NewRGBA(bounds)
		Clear(m)
		return m
	}
	h := &Handoff{fresh: make(chan struct{}, 1), canvas: black(), level: 1}
	h.spare, h.front = &frame{image: black(), level: 1}, &frame{image: black(), level: 1}
	h.middle.Store(&frame{image: black(), level: 1})
	return h
}

// Bounds returns the bounds of every frame.
func (h *Handoff) Bounds() image.Rectangle { return h.canvas.Rect }

// SetBrightness sets the level, 0 (dark) to 1, that is passed on from the next
// Draw on. It never fails.
func (h *Handoff) SetBrightness(level float64) error {
	h.level = level
	return nil
}

// Draw copies src from sp into the rectangle r, and passes on the whole
// frame. It never fails, and allocates nothing when src is an *image.RGBA.
func (h *Handoff) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	draw.Draw(h.canvas, r, src, sp, draw.Src)
	copy(h.spare.image.Pix, h.canvas.Pix)
	h.spare.level, h.spare.fresh = h.level, true
	h.spare = h.middle.Swap(h.spare)
	select {
	case h.fresh <- struct{}{}:
	default:
	}
	return nil
}

// Fresh returns a channel with a signal when a frame has arrived since the last signal.
func (h *Handoff) Fresh() <-chan struct{} { return h.fresh }

// Take returns the newest frame, the same again if none has arrived. It is valid until
// the next Take and must not be changed.
func (h *Handoff) Take() (m *image.RGBA, level float64) {
	f := h.middle.Swap(h.front)
	if !f.fresh {
		// It was in the middle since an earlier Take: the one that was just put
		// there is newer. What comes back may also be one that came meanwhile.
		f = h.middle.Swap(f)
	}
	f.fresh = false
	h.front = f
	return f.image, f.level
}
