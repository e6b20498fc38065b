// SPDX-License-Identifier: Apache-2.0

// Package tally draws durations that grow, shrink or stand: the faces of the countdown and
// of the stopwatch.
package tally

import (
	"fmt"
	"image"
	"image/draw"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/render"
)

// Longest is the maximum of tallies and countdowns: 99:59:59.
const Longest = 100*time.Hour - time.Second

// Tally draws a duration that grows, shrinks or does not change. It is a function of
// t: its owner need not update it each second.
type Tally struct {
	Face  *Face
	Base  time.Duration // at t = 0
	Rate  time.Duration // 1 grows, -1 shrinks, 0 stands
	Total time.Duration // of the bar; 0 = no bar
	Blink time.Duration // bright for so long, then dim for as long; 0 = always bright
}

// Size implements [render.Widget].
func (w *Tally) Size() image.Point { return w.Face.size }

// Period implements [render.Widget].
func (w *Tally) Period() time.Duration {
	switch {
	case w.Rate < 0:
		return max(w.Base, 1)
	case w.Rate > 0:
		return Longest
	case w.Blink > 0:
		return 2 * w.Blink
	}
	return 0
}

// value returns the unrounded value at t.
func (w *Tally) value(t time.Duration) time.Duration {
	return min(max(w.Base+w.Rate*max(t, 0), 0), Longest)
}

// reading returns v in whole units: seconds, or tenths where they are shown. A remaining
// time is rounded up, so that 0 is the end; an elapsed time is rounded down.
func (w *Tally) reading(v time.Duration) (n int, unit time.Duration) {
	unit = time.Second
	if w.Face.layoutOf(v, w.Total > 0).tenths { // never beside a bar
		unit = time.Second / 10
	}
	if w.Total > 0 {
		v += unit - 1
	}
	return int(v / unit), unit
}

// Next returns when the digits, the bar or the brightness change after t.
func (w *Tally) Next(t time.Duration) time.Duration {
	next := render.Forever
	if w.Blink > 0 {
		next = (max(t, 0)/w.Blink + 1) * w.Blink
	}
	v := w.value(t)
	n, unit := w.reading(v)
	switch {
	case w.Rate > 0 && v < Longest:
		next = min(next, time.Duration(n+1)*unit-w.Base)
	case w.Rate < 0 && v > 0:
		next = min(next, w.Base-time.Duration(n-1)*unit)
		if bar := w.Face.layoutOf(time.Duration(n)*unit, true).bar; w.Total > 0 && !bar.Empty() {
			next = min(next, w.Base-time.Duration(w.lit(v, bar)-1)*w.Total/time.Duration(long(bar)))
		}
	}
	return next
}

// lit returns how many pixels of the bar are lit: all at the start, none only at the
// end.
func (w *Tally) lit(v time.Duration, bar image.Rectangle) int {
	return int((min(v, w.Total)*time.Duration(long(bar)) + w.Total - 1) / w.Total)
}

// long returns the length of a bar.
func long(bar image.Rectangle) int { return max(bar.Dx(), bar.Dy()) }

// Draw implements [render.Widget].
func (w *Tally) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	v := w.value(t)
	n, unit := w.reading(v)
	shown := time.Duration(n) * unit
	layout := w.Face.layoutOf(shown, w.Total > 0)
	glyphs := &layout.bright
	if w.Blink > 0 && max(t, 0)/w.Blink%2 == 1 {
		glyphs = &layout.dim
	}
	window := image.Rectangle{p, p.Add(w.Face.size)}.Intersect(dst.Rect)
	if title := w.Face.title; title != nil {
		to := pen{dst: dst, window: window, at: p.Add(w.Face.titleAt)}
		to.draw(title)
	}
	if n := len(w.Face.glass) - 1; w.Total > 0 && layout.sandy { // the last picture is the end
		to := pen{dst: dst, window: window, at: p.Add(layout.glass)}
		to.draw(w.Face.glass[int(max(w.Total-shown, 0)*time.Duration(n)/w.Total)])
	}
	layout.draw(dst, window, p, glyphs, fieldsOf(shown, layout.tenths))
	if w.Total > 0 && !layout.bar.Empty() {
		w.drawBar(dst, window, layout.bar.Add(p), v, shown)
	}
}

// drawBar draws a bar that empties to the left, or downwards; near the end it changes its
// colour with the digits.
func (w *Tally) drawBar(dst *image.RGBA, window, bar image.Rectangle, v, shown time.Duration) {
	draw.Draw(dst, bar.Intersect(window), w.Face.track, image.Point{}, draw.Src)
	lit := bar
	if bar.Dx() >= bar.Dy() {
		lit.Max.X = lit.Min.X + w.lit(v, bar)
	} else {
		lit.Min.Y = lit.Max.Y - w.lit(v, bar)
	}
	draw.Draw(dst, lit.Intersect(window), w.fill(shown), image.Point{}, draw.Src)
}

// fill returns the colour of the bar while so much remains.
func (w *Tally) fill(left time.Duration) *image.Uniform {
	switch {
	case w.Rate >= 0: // nobody waits
	case left <= 10*time.Second:
		return w.Face.last
	case left <= time.Minute:
		return w.Face.late
	}
	return w.Face.fill
}

// fieldsOf splits a duration into hours, minutes, seconds, tenths.
func fieldsOf(v time.Duration, tenths bool) (f [4]int) {
	f = [4]int{int(v / time.Hour), int(v / time.Minute % 60), int(v / time.Second % 60), 0}
	if tenths {
		f[3] = int(v / (time.Second / 10) % 10)
	}
	return f
}

// Shown is the last view of a tally. The zero value means nothing.
type Shown struct {
	tally Tally
	start time.Time
	last  device.View
}

// View returns the view of w from start, or from now if that is zero: the previous view
// as long as nothing has changed.
func (s *Shown) View(w Tally, start, now time.Time) device.View {
	if s.last.Root != nil && s.tally == w && s.start.Equal(start) {
		return s.last
	}
	s.tally, s.start = w, start
	s.last = device.View{Root: &w, Start: start}
	if start.IsZero() {
		s.last.Start = now
	}
	return s.last
}

// Text returns a duration as people write it: 0:30, 5:00, 1:30:00.
func Text(d time.Duration) string {
	f := fieldsOf(d, false)
	if f[0] > 0 {
		return fmt.Sprintf("%d:%02d:%02d", f[0], f[1], f[2])
	}
	return fmt.Sprintf("%d:%02d", f[1], f[2])
}
