// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"math"
	"time"
)

// Dyed draws a widget with its colours changing over time. New ones come from
// NewRainbow, NewPalette, NewBlink and NewFade.
type Dyed struct {
	Widget
	period  time.Duration
	dye     func(pix []uint8, x int, t time.Duration) // colours a row that begins at column x of the panel
	next    func(t time.Duration) time.Duration
	hidden  func(t time.Duration) bool // nothing is drawn
	scratch scratch
}

// NewRainbow returns w, which must be white, in colours side by side that repeat every
// span columns and move to the left, once around in each period. There must be at least
// two colours; each blends into the next, and the last into the first.
func NewRainbow(w Widget, colors []color.RGBA, span int, period time.Duration) *Dyed {
	wheel := wheelOf(colors)
	dye := func(pix []uint8, x int, t time.Duration) {
		turned := int(256 * t / period)
		for ; len(pix) > 0; x, pix = x+1, pix[4:] {
			multiply(pix, wheel[uint8(x*256/span+turned)])
		}
	}
	return newDyed(w, period, dye, func(t time.Duration) time.Duration { return t + 1 })
}

// NewPalette returns w, which must be white, in one colour after another, all of them in
// each period.
func NewPalette(w Widget, colors []color.RGBA, period time.Duration) *Dyed {
	each := max(period/time.Duration(len(colors)), 1)
	at := func(t time.Duration) int { return int(max(t, 0) / each) }
	dye := func(pix []uint8, _ int, t time.Duration) {
		c := colors[at(t)%len(colors)]
		for ; len(pix) > 0; pix = pix[4:] {
			multiply(pix, c)
		}
	}
	return newDyed(w, each*time.Duration(len(colors)), dye, func(t time.Duration) time.Duration {
		return time.Duration(at(t)+1) * each
	})
}

// NewBlink returns w for the first half of each period, and nothing in the second.
func NewBlink(w Widget, period time.Duration) *Dyed {
	half := (period + 1) / 2
	d := newDyed(w, period, nil, func(t time.Duration) time.Duration {
		n, in := pass(t, period)
		if start := time.Duration(n) * period; in < half {
			return start + half
		} else {
			return start + period
		}
	})
	d.hidden = func(t time.Duration) bool { _, in := pass(t, period); return in >= half }
	return d
}

// NewFade returns w, bright at the beginning of each period and invisible in its middle.
func NewFade(w Widget, period time.Duration) *Dyed {
	dye := func(pix []uint8, _ int, t time.Duration) {
		_, in := pass(t, period)
		level := uint32(128 + 128*math.Cos(2*math.Pi*float64(in)/float64(period)))
		for i, v := range pix {
			pix[i] = uint8(uint32(v) * level >> 8)
		}
	}
	return newDyed(w, period, dye, func(t time.Duration) time.Duration { return t + 1 })
}

func newDyed(
	w Widget, period time.Duration, dye func([]uint8, int, time.Duration), next func(time.Duration) time.Duration,
) *Dyed {
	return &Dyed{Widget: w, period: period, dye: dye, next: next, scratch: newScratch(w.Size())}
}

// Period returns the period of the widget, or of the effect if the widget does not move.
func (d *Dyed) Period() time.Duration {
	if p := d.Widget.Period(); p > 0 {
		return p
	}
	return d.period
}

// Next returns when the widget or its colours change.
func (d *Dyed) Next(t time.Duration) time.Duration { return min(Next(d.Widget, t), d.next(max(t, 0))) }

// Draw implements [Widget].
func (d *Dyed) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	if d.hidden != nil && d.hidden(t) {
		return
	}
	if d.dye == nil {
		d.Widget.Draw(dst, p, t)
		return
	}
	m := d.scratch.take()
	d.Widget.Draw(m, image.Point{}, t)
	for y := range m.Rect.Max.Y {
		d.dye(rowOf(m, y), p.X, max(t, 0))
	}
	over(dst, m.Rect.Add(p), m, p)
	d.scratch.give(m)
}

// multiply turns a premultiplied white pixel into the colour c with the same coverage.
func multiply(pix []uint8, c color.RGBA) {
	if pix[3] == 0 {
		return
	}
	pix[0] = uint8((uint32(pix[0])*uint32(c.R) + 127) / 255)
	pix[1] = uint8((uint32(pix[1])*uint32(c.G) + 127) / 255)
	pix[2] = uint8((uint32(pix[2])*uint32(c.B) + 127) / 255)
}

// wheelOf blends each colour into the next, in 256 steps for all.
func wheelOf(colors []color.RGBA) *[256]color.RGBA {
	var wheel [256]color.RGBA
	n := len(colors)
	for i := range wheel {
		at := float64(i*n) / 256
		wheel[i] = Between(colors[int(at)%n], colors[(int(at)+1)%n], at-math.Floor(at))
	}
	return &wheel
}

// Between returns the opaque colour at a fraction, 0 to 1, of the way from one
// colour to another.
func Between(from, to color.RGBA, fraction float64) color.RGBA {
	pack := func(c color.RGBA) uint32 { return uint32(c.R) | uint32(c.G)<<8 | uint32(c.B)<<16 | 255<<24 }
	c := mix(pack(from), pack(to), uint32(256*min(max(fraction, 0), 1)))
	return color.RGBA{uint8(c), uint8(c >> 8), uint8(c >> 16), 255}
}

// Graded returns m, which must be white, in a gradient of the colours: the first at the
// left edge, the last at the right.
func Graded(m *image.RGBA, colors []color.RGBA) *image.RGBA {
	out := image.NewRGBA(m.Rect)
	copy(out.Pix, m.Pix)
	last := len(colors) - 1
	for x := range m.Rect.Dx() {
		at := float64(x*last) / float64(max(m.Rect.Dx()-1, 1))
		i := min(int(at), last-1)
		c := Between(colors[i], colors[i+1], at-float64(i))
		for y := range m.Rect.Dy() {
			multiply(out.Pix[out.PixOffset(m.Rect.Min.X+x, m.Rect.Min.Y+y):], c)
		}
	}
	return out
}

// Reads is the reading of the dyed widget.
func (d *Dyed) Reads() (pass time.Duration, moves bool) { return Reading(d.Widget) }
