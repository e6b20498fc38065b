// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"time"
)

// slow and fast are frame rates: for what flows, and for moving edges. Half
// the frames are half the work, and in a flow nobody notices.
const slow, fast = 30, 60

// A loop shows the frames of a picture, over and over.
type loop struct {
	size    image.Point
	seconds int // of one pass
	rate    int // frames a second
	picture picture
}

// A picture draws one moment of its loop. It stores nothing about it
// and allocates nothing.
type picture interface{ draw(c canvas, m moment) }

// Size implements [render.Widget].
func (l *loop) Size() image.Point { return l.size }

// Period implements [render.Widget]: one pass of the loop.
func (l *loop) Period() time.Duration { return time.Duration(l.seconds) * time.Second }

// Draw implements [render.Widget].
func (l *loop) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	area := image.Rectangle{Max: l.size}.Intersect(dst.Rect.Sub(p))
	if area.Empty() {
		return
	}
	in := max(t, 0) % l.Period()
	l.picture.draw(canvas{dst, p, area}, moment{int(in * time.Duration(l.rate) / time.Second), l.seconds * l.rate})
}

// Next returns when the next frame begins.
func (l *loop) Next(t time.Duration) time.Duration {
	if t < 0 {
		return 0
	}
	second, in := t/time.Second, t%time.Second
	n := in*time.Duration(l.rate)/time.Second + 1
	// Rounded up: a frame has begun when its number says so.
	return second*time.Second + (n*time.Second+time.Duration(l.rate)-1)/time.Duration(l.rate)
}

// A moment is frame n of a loop with that many frames.
type moment struct{ n, frames int }

// turn returns the angle of something that turns that many times in a pass.
func (m moment) turn(times int) int { return m.way(times * turn) }

// way returns how far something has moved that moves by whole in a pass.
func (m moment) way(whole int) int { return int(int64(whole) * int64(m.n) / int64(m.frames)) }

// fade returns 0 at both ends of the pass and 256 in between, for loops whose last frame
// differs from the first; each transition takes that many frames.
func (m moment) fade(frames int) int { return min(min(m.n, m.frames-1-m.n)*256/frames, 256) }
