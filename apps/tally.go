package apps

import (
	"fmt"
	"image"
	"image/draw"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/render"
)

// longest is the maximum of tallies and countdowns: 99:59:59.
const longest = 100*time.Hour - time.Second

// tally draws a duration that grows, shrinks or does not change. It is a function of
// t: its owner need not update it each second.
type tally struct {
	face  *tallyFace
	base  time.Duration // at t = 0
	rate  time.Duration // 1 grows, -1 shrinks, 0 stands
	total time.Duration // of the bar; 0 = no bar
	blink time.Duration // bright for so long, then dim for as long; 0 = always bright
}

// Size implements [render.Widget].
func (w *tally) Size() image.Point { return w.face.size }

// Period implements [render.Widget].
func (w *tally) Period() time.Duration {
	switch {
	case w.rate < 0:
		return max(w.base, 1)
	case w.rate > 0:
		return longest
	case w.blink > 0:
		return 2 * w.blink
	}
	return 0
}

// value returns the unrounded value at t.
func (w *tally) value(t time.Duration) time.Duration {
	return min(max(w.base+w.rate*max(t, 0), 0), longest)
}

// reading returns v in whole units: seconds, or tenths where they are shown. A remaining
// time is rounded up, so that 0 is the end; an elapsed time is rounded down.
func (w *tally) reading(v time.Duration) (n int, unit time.Duration) {
	unit = time.Second
	if w.rate >= 0 && w.total == 0 && w.face.layoutOf(v, w.total > 0).tenths {
		unit = time.Second / 10
	}
	if w.total > 0 {
		v += unit - 1
	}
	return int(v / unit), unit
}

// Next returns when the digits, the bar or the brightness change after t.
func (w *tally) Next(t time.Duration) time.Duration {
	next := render.Forever
	if w.blink > 0 {
		next = (max(t, 0)/w.blink + 1) * w.blink
	}
	v := w.value(t)
	n, unit := w.reading(v)
	switch {
	case w.rate > 0 && v < longest:
		next = min(next, time.Duration(n+1)*unit-w.base)
	case w.rate < 0 && v > 0:
		next = min(next, w.base-time.Duration(n-1)*unit)
		if bar := w.face.layoutOf(time.Duration(n)*unit, true).bar; w.total > 0 && !bar.Empty() {
			next = min(next, w.base-time.Duration(w.lit(v, bar)-1)*w.total/time.Duration(long(bar)))
		}
	}
	return next
}

// lit returns how many pixels of the bar are lit: all at the start, none only at the
// end.
func (w *tally) lit(v time.Duration, bar image.Rectangle) int {
	return int((min(v, w.total)*time.Duration(long(bar)) + w.total - 1) / w.total)
}

// long returns the length of a bar.
func long(bar image.Rectangle) int { return max(bar.Dx(), bar.Dy()) }

// Draw implements [render.Widget].
func (w *tally) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	v := w.value(t)
	n, unit := w.reading(v)
	shown := time.Duration(n) * unit
	layout := w.face.layoutOf(shown, w.total > 0)
	glyphs := &layout.bright
	if w.blink > 0 && max(t, 0)/w.blink%2 == 1 {
		glyphs = &layout.dim
	}
	window := image.Rectangle{p, p.Add(w.face.size)}.Intersect(dst.Rect)
	if title := w.face.title; title != nil {
		to := pen{dst: dst, window: window, at: p.Add(w.face.titleAt)}
		to.draw(title)
	}
	layout.draw(dst, window, p, glyphs, fieldsOf(shown, layout.tenths))
	if w.total > 0 && !layout.bar.Empty() {
		w.drawBar(dst, window, layout.bar.Add(p), v)
	}
}

// drawBar draws a bar that empties to the left, or downwards.
func (w *tally) drawBar(dst *image.RGBA, window, bar image.Rectangle, v time.Duration) {
	draw.Draw(dst, bar.Intersect(window), w.face.track, image.Point{}, draw.Src)
	lit := bar
	if bar.Dx() >= bar.Dy() {
		lit.Max.X = lit.Min.X + w.lit(v, bar)
	} else {
		lit.Min.Y = lit.Max.Y - w.lit(v, bar)
	}
	draw.Draw(dst, lit.Intersect(window), w.face.fill, image.Point{}, draw.Src)
}

// fieldsOf splits a duration into hours, minutes, seconds, tenths.
func fieldsOf(v time.Duration, tenths bool) (f [4]int) {
	f = [4]int{int(v / time.Hour), int(v / time.Minute % 60), int(v / time.Second % 60), 0}
	if tenths {
		f[3] = int(v / (time.Second / 10) % 10)
	}
	return f
}

// shown is the last view of a tally. The zero value is none.
type shown struct {
	tally tally
	start time.Time
	last  device.View
}

// view returns the view of w from start, or from now if that is zero: the previous view
// as long as nothing has changed.
func (s *shown) view(w tally, start, now time.Time) device.View {
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

// clockText returns a duration as people write it: 0:30, 5:00, 1:30:00.
func clockText(d time.Duration) string {
	f := fieldsOf(d, false)
	if f[0] > 0 {
		return fmt.Sprintf("%d:%02d:%02d", f[0], f[1], f[2])
	}
	return fmt.Sprintf("%d:%02d", f[1], f[2])
}
