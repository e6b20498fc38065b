// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/render"
)

// eyes look about, and blink.
type eyes struct{ size image.Point }

func newEyes(size image.Point) loop { return loop{seconds: 24, rate: fast, picture: &eyes{size}} }

const glances = 12 // in a pass

var eyeWhite, eyeIris, eyePupil = rgb(0xf2f4ff), rgb(0x2e8bff), rgb(0x05060f)

// glance is where they look, -256 to 256 both ways: every fourth time straight on.
func glance(k int) image.Point {
	if k %= glances; k%4 == 0 {
		return image.Point{}
	}
	return image.Pt(below(513, k, 61)-256, below(513, k, 62)-256)
}

// gaze is where they look at a moment: a quick turn, then a stare.
func (e *eyes) gaze(m moment) image.Point {
	way := m.way(glances * 256)
	k, turned := way/256, ease(min(way%256*5, 256))
	from, to := glance(k+glances-1), glance(k)
	return from.Add(to.Sub(from).Mul(turned).Div(256))
}

// open is how far the lids are open, 256 but for a blink.
func (e *eyes) open(m moment) int {
	in := m.n % (5 * fast)
	if in >= 20 || m.n < fast {
		return 256
	}
	return max(256-in*26, 0) + max(in*26-256, 0)
}

func (e *eyes) draw(c canvas, m moment) { e.look(c, e.gaze(m), e.open(m), false) }

// look draws the eyes as they look at gaze under lids that are open that far, or white and black alone.
func (e *eyes) look(c canvas, gaze image.Point, open int, onOff bool) {
	w, h := e.size.X*one, e.size.Y*one
	radius := min(h/2, w/5)
	apart := min(radius*5/4, w/2-radius)
	gaze, lids := gaze.Mul(radius), 256*256/max(open, 24)
	c.fill(func(x, y int) color.RGBA {
		px, py := x*one+one/2-w/2, y*one+one/2-h/2
		if px < 0 {
			px += apart
		} else {
			px -= apart
		}
		white := within(radius, px, py*lids>>8)
		if white == 0 {
			return color.RGBA{}
		}
		iris := within(radius*9/16, px-gaze.X/768, py-gaze.Y/768)
		if onOff {
			return blackOrWhite(white, within(radius*7/16, px-gaze.X/640, py-gaze.Y/640)*min(open/(one/2), 1))
		}
		pupil := within(radius/4, px-gaze.X/640, py-gaze.Y/640)
		return dim(mix(mix(eyeWhite, eyeIris, iris), eyePupil, pupil), white)
	})
}

// blackOrWhite is a pixel of which so much is white, and in that so much black.
func blackOrWhite(white, black int) color.RGBA {
	if white-black < one/2 {
		return color.RGBA{0, 0, 0, 255}
	}
	return color.RGBA{255, 255, 255, 255}
}

// within is how much of a pixel lies in the circle around 0, 0, in 256ths.
func within(radius, x, y int) int { return min(max(radius-length(x, y)/one+one/2, 0), one) }

// GreetingLasts is how long a greeting takes.
const GreetingLasts = 2 * time.Second

// NewGreeting returns two eyes that open, look about and blink, for a panel of size pixels that is new; onOff draws
// them for LEDs that are only on or off. It begins dark, and begins again after GreetingLasts.
func NewGreeting(size image.Point, onOff bool) render.Widget {
	e := &greeting{eyes{image.Pt(max(size.X, 1), max(size.Y, 1))}, onOff}
	return &loop{size: size, seconds: int(GreetingLasts / time.Second), rate: fast, picture: e}
}

// greeting is the eyes of somebody who wakes.
type greeting struct {
	eyes
	onOff bool
}

// waking is the way of the eyes: at frame, they look that far to the right, with lids that are open that far.
var waking = []struct{ frame, right, open int }{{0, 0, 0}, {10, 0, 0}, {24, 0, 256}, {34, 0, 256}, {40, -256, 256},
	{56, -256, 256}, {64, 256, 256}, {80, 256, 256}, {87, 0, 256}, {94, 0, 256}, {99, 0, 0}, {105, 0, 256}, {120, 0, 256}}

func (g *greeting) draw(c canvas, m moment) {
	k := 1
	for m.n >= waking[k].frame {
		k++
	}
	from, to := waking[k-1], waking[k]
	way := ease((m.n - from.frame) * 256 / (to.frame - from.frame))
	right, open := from.right+(to.right-from.right)*way/256, from.open+(to.open-from.open)*way/256
	if open == 0 {
		c.fill(func(int, int) color.RGBA { return color.RGBA{0, 0, 0, 255} })
		return
	}
	g.look(c, image.Pt(right, 0), open, g.onOff)
}
