// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
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

func (e *eyes) draw(c canvas, m moment) {
	w, h := e.size.X*one, e.size.Y*one
	radius := min(h/2, w/5)
	apart := min(radius*5/4, w/2-radius)
	gaze, lids := e.gaze(m).Mul(radius), 256*256/max(e.open(m), 24)
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
		pupil := within(radius/4, px-gaze.X/640, py-gaze.Y/640)
		return dim(mix(mix(eyeWhite, eyeIris, iris), eyePupil, pupil), white)
	})
}

// within is how much of a pixel lies in the circle around 0, 0, in 256ths.
func within(radius, x, y int) int { return min(max(radius-length(x, y)/one+one/2, 0), one) }
