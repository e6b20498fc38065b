// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"time"
)

// Flaps is a picture that replaces another one as a split-flap board does: card by card, from left to right, each card
// where the two differ, and a row after the one above it. It comes from [NewFlaps].
type Flaps struct {
	now           Widget
	before, after *image.RGBA
	cards         []card
	at, end       time.Duration
}

// card is a letter, or another part without a dark column, that turns over.
type card struct {
	image.Rectangle
	wait time.Duration // after Flaps.at
}

// Times of a board: how long a card falls, how often it is drawn meanwhile, and how much later the card at its
// right, or the first one of the row below, begins.
const (
	cardFalls = 240 * time.Millisecond
	cardStep  = 30 * time.Millisecond
	CardAfter = 45 * time.Millisecond
)

// NewFlaps returns a widget that turns old at the time at into now, which has the same size and the same time; now
// itself where nothing differs at that instant. For an earlier at it shows now: started again, it has shown no old.
func NewFlaps(old, now Widget, at time.Duration) Widget {
	size := now.Size()
	if old == nil || old.Size() != size {
		return now
	}
	all := image.Rectangle{Max: size}
	f := &Flaps{now: now, at: at, before: image.NewRGBA(all), after: image.NewRGBA(all)}
	Clear(f.before)
	Clear(f.after)
	old.Draw(f.before, image.Point{}, at)
	now.Draw(f.after, image.Point{}, at)
	f.cut()
	if len(f.cards) == 0 {
		return now
	}
	return f
}

// Falls returns how many cards begin to fall one after the other, each [CardAfter] the one before it, and how long all
// take. Where several rows turn over, cards that begin together count once.
func (f *Flaps) Falls() (cards int, all time.Duration) {
	return int((f.end-f.at-cardFalls)/CardAfter) + 1, f.end - f.at
}

// cut finds the cards that turn over: in each band of rows with light the parts between dark columns of the new
// picture, and then of what is left of the old one.
func (f *Flaps) cut() {
	size := f.after.Rect.Size()
	row := 0
	for y := 0; y < size.Y; y++ {
		top := y
		for y < size.Y && (f.lit(f.after, image.Rect(0, y, size.X, y+1)) || f.lit(f.before, image.Rect(0, y, size.X, y+1))) {
			y++
		}
		if y == top {
			continue
		}
		wait := time.Duration(row) * CardAfter
		first := len(f.cards)
		for x := 0; x < size.X; {
			part := f.part(image.Rect(x, top, size.X, y))
			x = part.Max.X
			if !f.differs(part) {
				continue
			}
			f.cards = append(f.cards, card{part, wait})
			f.end = max(f.end, f.at+wait+cardFalls)
			wait += CardAfter
		}
		if len(f.cards) > first {
			row++
		}
	}
}

// part returns the leftmost columns of r that belong together.
func (f *Flaps) part(r image.Rectangle) image.Rectangle {
	column := func(m *image.RGBA, x int) bool { return f.lit(m, image.Rect(x, r.Min.Y, x+1, r.Max.Y)) }
	first := [2]bool{column(f.after, r.Min.X), column(f.before, r.Min.X)}
	for x := r.Min.X + 1; x < r.Max.X; x++ {
		if next := [2]bool{column(f.after, x), column(f.before, x)}; next[0] != first[0] || !next[0] && next[1] != first[1] {
			r.Max.X = x
			break
		}
	}
	return r
}

// lit reports whether m has a pixel in r that is not black.
func (f *Flaps) lit(m *image.RGBA, r image.Rectangle) bool {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for i := m.PixOffset(r.Min.X, y); i < m.PixOffset(r.Max.X, y); i += 4 {
			if m.Pix[i]|m.Pix[i+1]|m.Pix[i+2] != 0 {
				return true
			}
		}
	}
	return false
}

// differs reports whether the pictures are not the same in r.
func (f *Flaps) differs(r image.Rectangle) bool {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from, to := f.after.PixOffset(r.Min.X, y), f.after.PixOffset(r.Max.X, y)
		if string(f.after.Pix[from:to]) != string(f.before.Pix[from:to]) {
			return true
		}
	}
	return false
}

// Size implements [Widget].
func (f *Flaps) Size() image.Point { return f.now.Size() }

// Period implements [Widget].
func (f *Flaps) Period() time.Duration { return max(f.now.Period(), f.end) }

// Reads returns what the new picture has to read.
func (f *Flaps) Reads() (pass time.Duration, moves bool) { return Reading(f.now) }

// Next returns the next step of a card, or the next change of the new picture.
func (f *Flaps) Next(t time.Duration) time.Duration {
	switch next := Next(f.now, t); {
	case t < f.at:
		return min(next, f.at)
	case t < f.end:
		return min(next, f.at+(t-f.at)/cardStep*cardStep+cardStep)
	default:
		return next
	}
}

// Draw implements [Widget].
func (f *Flaps) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	f.now.Draw(dst, p, t)
	if t < f.at || t >= f.end {
		return
	}
	for _, c := range f.cards {
		in := (t-f.at)/cardStep*cardStep - c.wait
		if in < cardFalls {
			f.fall(dst, p, c.Rectangle, max(0, float64(in)/float64(cardFalls)))
		}
	}
}

// fall draws a card of which done, 0 to 1, of its time is over: its upper half falls, ever faster, and uncovers the new
// one.
func (f *Flaps) fall(dst *image.RGBA, p image.Point, c image.Rectangle, done float64) {
	fallen := done * done
	half, high := c.Dy()/2, c.Dy()-c.Dy()/2
	for y := range c.Dy() {
		from, row, light := f.after, y, 256
		switch {
		case y >= half:
			from = f.before
			if back := (fallen - 0.5) * 2 * float64(high); float64(y-half) < back { // it grows downwards
				from, row, light = f.after, half+int(float64(y-half)*float64(high)/back), int(256*fallen)
			}
		case fallen < 0.5: // the front, which shrinks towards the hinge
			if front := (0.5 - fallen) * 2 * float64(half); float64(half-y) <= front {
				from, row, light = f.before, half-int(float64(half-y)*float64(half)/front), int(256*(1-fallen))
			}
		}
		f.row(dst, p, from, image.Pt(c.Min.X, c.Min.Y+min(max(row, 0), c.Dy()-1)), c.Dx(), c.Min.Y+y, light)
	}
}

// row draws so many columns of m, from at on, into row y, as light as 256ths say.
func (f *Flaps) row(dst *image.RGBA, p image.Point, m *image.RGBA, at image.Point, columns, y, light int) {
	for x := range columns {
		to := p.Add(image.Pt(at.X+x, y))
		if !to.In(dst.Rect) {
			continue
		}
		i, j := dst.PixOffset(to.X, to.Y), m.PixOffset(at.X+x, at.Y)
		for n := range 3 {
			dst.Pix[i+n] = uint8(int(m.Pix[j+n]) * light >> 8)
		}
		dst.Pix[i+3] = 255
	}
}
