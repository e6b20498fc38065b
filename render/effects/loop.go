// SPDX-License-Identifier: Apache-2.0

// Package effects provides animated pictures behind text and over it: plasma,
// fire, stars; rain, snow. Each is a [render.Widget] for one size: a seamless loop
// that is a function of time alone and allocates nothing when it is drawn. Effects that
// depend on their past (a game of life, a snake) are computed in advance and kept, in at
// most about a megabyte on the largest panel.
//
// Any goroutine may call everything here.
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

// A recipe makes the effect of one name.
type recipe struct {
	name string
	make func(size image.Point) loop
}

var backgrounds = []recipe{
	{"plasma", newPlasma},
	{"fire", newFire},
	{"matrix", newMatrix},
	{"stars", newStars},
	{"waves", newWaves},
	{"aurora", newAurora},
	{"snake", newSnake},
	{"life", newLife},
	{"fireworks", newFireworks},
	{"ripples", newRipples},
	{"ants", newAnts},
	{"gradient", newGradient},
	{"clouds", newClouds},
	{"lava", newLava},
	{"ocean", newOcean},
	{"swirl_out", newSwirlOut},
	{"swirl_in", newSwirlIn},
	{"radar", newRadar},
	{"eyes", newEyes},
	{"bricks", newBricks},
	{"pong", newPong},
	{"checker", newChecker},
	{"scanner", newScanner},
	{"fade", newFade},
}

var overlays = []recipe{
	{"rain", newRain},
	{"snow", newSnow},
	{"storm", newStorm},
	{"frost", newFrost},
	{"drizzle", newDrizzle},
	{"thunder", newThunder},
	{"confetti", newConfetti},
}

// Backgrounds returns the names of the effects that fill a panel, in the order
// in which the documentation shows them.
func Backgrounds() []string { return names(backgrounds) }

// NewBackground returns the effect with that name for a picture of size pixels; ok
// reports whether there is one. It is opaque and at full brightness: behind text, use
// [Behind].
func NewBackground(name string, size image.Point) (w render.Widget, ok bool) {
	return find(backgrounds, name, size)
}

// Overlays returns the names of the effects that lie over a picture.
func Overlays() []string { return names(overlays) }

// NewOverlay returns the effect with that name for a picture of size pixels, which is
// transparent except for its drops or flakes; ok reports whether there is one.
func NewOverlay(name string, size image.Point) (w render.Widget, ok bool) {
	return find(overlays, name, size)
}

func names(recipes []recipe) (list []string) {
	for _, r := range recipes {
		list = append(list, r.name)
	}
	return list
}

func find(recipes []recipe, name string, size image.Point) (render.Widget, bool) {
	for _, r := range recipes {
		if r.name == name {
			l := r.make(image.Pt(max(size.X, 1), max(size.Y, 1)))
			l.size = image.Pt(max(size.X, 0), max(size.Y, 0))
			return &l, true
		}
	}
	return nil, false
}
