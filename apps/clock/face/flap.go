// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"time"
)

// flap is a card that turns over at the start of a minute: its upper half falls, and
// uncovers the new one.
type flap struct {
	ticking
	before, after *image.RGBA
}

func newFlap(before, after *image.RGBA) *flap {
	return &flap{ticking{after.Rect.Size(), int(time.Minute / flapStep)}, before, after}
}

// Times of a flap: how long it falls, and how often it is drawn meanwhile.
const (
	flapTime = 450 * time.Millisecond
	flapStep = 30 * time.Millisecond
)

// Next implements [render.Widget].
func (f *flap) Next(t time.Duration) time.Duration {
	if in := intoMinute(t); in >= flapTime {
		return t - in + time.Minute
	}
	return f.ticking.Next(t)
}

// Draw implements [render.Widget].
func (f *flap) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	in := time.Duration(f.step(t)) * flapStep
	if in >= flapTime {
		return
	}
	size := f.Size()
	half := size.Y / 2
	fallen := float64(in) / float64(flapTime)
	fallen *= fallen // it falls ever faster
	for y := range size.Y {
		from, row, shade := f.after, y, 0.0
		switch {
		case y >= half:
			from = f.before
			if fallen > 0.5 { // the back of the flap, which grows downwards
				if high := (fallen - 0.5) * 2 * float64(size.Y-half); float64(y-half) < high {
					from, row, shade = f.after, half+int(float64(y-half)*float64(size.Y-half)/high), 1-fallen
				}
			}
		case fallen < 0.5: // its front, which shrinks towards the hinge
			if high := (0.5 - fallen) * 2 * float64(half); float64(half-y) <= high {
				from, row, shade = f.before, half-int(float64(half-y)*float64(half)/high), fallen
			}
		}
		f.row(dst, p, from, y, row, shade)
	}
}

// row draws a row of a card as row y, darker by a share.
func (f *flap) row(dst *image.RGBA, p image.Point, from *image.RGBA, y, row int, shade float64) {
	for x := range from.Rect.Dx() {
		to := p.Add(image.Pt(x, y))
		c := from.RGBAAt(x, min(max(row, 0), from.Rect.Dy()-1))
		if !to.In(dst.Rect) || c.A == 0 {
			continue
		}
		dst.SetRGBA(to.X, to.Y, mixed(c, color.RGBA{A: 255}, shade))
	}
}
