// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/render"
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

// behindLevel is how bright an effect is behind a text, of 256: bright enough for
// its colours, dark enough to read white on it.
const behindLevel = 112

// Behind returns the background w dimmed for text in front of it.
func Behind(w render.Widget) render.Widget { return &behind{w} }

type behind struct{ render.Widget }

// Draw implements [render.Widget]; what w draws is opaque.
func (b *behind) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	b.Widget.Draw(dst, p, t)
	r := image.Rectangle{p, p.Add(b.Size())}.Intersect(dst.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for pix := dst.Pix[dst.PixOffset(r.Min.X, y):dst.PixOffset(r.Max.X, y)]; len(pix) >= 4; pix = pix[4:] {
			pix[0] = uint8(int(pix[0]) * behindLevel >> 8)
			pix[1] = uint8(int(pix[1]) * behindLevel >> 8)
			pix[2] = uint8(int(pix[2]) * behindLevel >> 8)
		}
	}
}

// Next returns when w changes next.
func (b *behind) Next(t time.Duration) time.Duration { return render.Next(b.Widget, t) }

// Paced returns w faster or slower: factor, above 0, is how much of w's time passes in a
// second.
func Paced(w render.Widget, factor float64) render.Widget { return &paced{w, factor} }

type paced struct {
	render.Widget
	factor float64
}

// own returns the time of the widget inside at t.
func (p *paced) own(t time.Duration) time.Duration { return time.Duration(float64(t) * p.factor) }

// Period implements [render.Widget].
func (p *paced) Period() time.Duration { return time.Duration(float64(p.Widget.Period()) / p.factor) }

// Draw implements [render.Widget].
func (p *paced) Draw(dst *image.RGBA, at image.Point, t time.Duration) {
	p.Widget.Draw(dst, at, p.own(t))
}

// Next returns when the widget inside changes next.
func (p *paced) Next(t time.Duration) time.Duration {
	next := render.Next(p.Widget, p.own(t))
	if next == render.Forever {
		return next
	}
	return max(time.Duration(float64(next)/p.factor), t+1)
}
