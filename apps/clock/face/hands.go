// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
)

// dial is a round picture on which hands turn.
type dial struct {
	picture *image.RGBA
	middle  spot
	radius  float64 // pixels
}

// newDial returns an empty dial with that side, an odd number of pixels.
func newDial(side int) *dial {
	r := float64(side-1) / 2
	return &dial{image.NewRGBA(image.Rect(0, 0, side, side)), spot{r, r}, r}
}

// mark draws the mark of an hour: a line for the quarters, elsewhere a point.
func (d *dial) mark(hour int, ink color.RGBA) {
	turn, wide, long := float64(hour)/12, max(0.8, d.radius/24), 0.0
	ink = kit.Shade(ink, 3)
	switch {
	case hour%3 == 0:
		long, wide = d.radius/9, max(1, d.radius/18)
	case d.radius < 10: // there is no room between the quarters
		return
	}
	edge := d.radius - wide/2 + 0.5
	s := stroke{d.middle.around(edge, turn), d.middle.around(edge-long, turn), wide}
	s.draw(d.picture, image.Point{}, d.picture.Rect, ink)
}

// hand draws a hand as long as that part of the radius.
func (d *dial) hand(turn, long, wide float64, ink color.RGBA) {
	s := stroke{d.middle, d.middle.around(long*d.radius, turn), wide}
	s.draw(d.picture, image.Point{}, d.picture.Rect, ink)
}

// secondHand is the hand of the seconds. It moves once a second.
type secondHand struct {
	ticking
	dial
	ink color.RGBA
}

// Draw implements [render.Widget].
func (h *secondHand) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	turn := float64(h.step(t)) / 60
	s := stroke{h.middle.around(-0.18*h.radius, turn), h.middle.around(0.9*h.radius, turn), 1}
	s.draw(dst, p, image.Rectangle{p, p.Add(h.Size())}, h.ink)
}
