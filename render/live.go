// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/draw"
	"time"
)

// Live is a picture that comes from outside, frame by frame: a stream. Its
// picture does not depend on t: it shows the last frame given to it.
// It must therefore be drawn by one goroutine only, the loop's. New ones come from
// [NewLive].
//
// A frame reaches the panel without a new decision on what to show: Give wakes
// the loop, which draws the scene again at once, or 1/FPS after its last frame.
type Live struct {
	frames *Handoff
	wake   func()
}

// NewLive returns a black picture of the given size. wake is called after each
// frame, and is usually [Loop.Wake].
func NewLive(size image.Point, wake func()) *Live {
	return &Live{frames: NewHandoff(image.Rectangle{Max: size}), wake: wake}
}

// Give makes m the picture, copied to the upper left corner. It never waits, and
// allocates nothing when m is an *image.RGBA. Only one goroutine at a time may call it.
func (l *Live) Give(m image.Image) {
	_ = l.frames.Draw(l.frames.Bounds(), m, m.Bounds().Min) // a Handoff never fails
	l.wake()
}

// Size implements [Widget].
func (l *Live) Size() image.Point { return l.frames.Bounds().Size() }

// Period returns 0: the picture does not change by itself.
func (l *Live) Period() time.Duration { return 0 }

// Draw implements [Widget] with the newest frame, whatever the time.
func (l *Live) Draw(dst *image.RGBA, p image.Point, _ time.Duration) {
	m, _ := l.frames.Take()
	draw.Draw(dst, m.Rect.Add(p), m, image.Point{}, draw.Src)
}
