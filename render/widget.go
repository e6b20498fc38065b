// SPDX-License-Identifier: Apache-2.0

// Package render draws moving pictures and paces them onto a panel.
//
// A Widget is a pure function of time. Small widgets (Still, Animation,
// Marquee, Bar, Chart) are combined by Stack and Sequence, as the layers
// and the frames of a notification are. A Loop draws its newest scene at 60 frames a
// second, and sleeps while nothing in it moves.
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package render

import (
	"image"
	"math"
	"time"
)

// A Widget is a picture that may move: the same t always draws the same pixels, with the
// one exception of [Live]. Draw composes the widget over dst with its top left corner
// at p, touches nothing outside dst and the widget's size, and allocates
// nothing. Widgets are immutable once drawn: any goroutine may draw them.
type Widget interface {
	Size() image.Point
	Period() time.Duration // one pass; 0 = does not move
	Draw(dst *image.RGBA, p image.Point, t time.Duration)
}

// Forever is later than any change of a picture.
const Forever = time.Duration(math.MaxInt64)

// A stepper knows when its picture changes next: the earliest time after t at
// which it may differ from what it is at t, Forever if never. Widgets that
// move and are not steppers may change at every frame.
type stepper interface {
	Next(t time.Duration) time.Duration
}

// Next returns the earliest time after t at which w may look different.
func Next(w Widget, t time.Duration) time.Duration {
	if s, ok := w.(stepper); ok {
		return s.Next(t)
	}
	if w.Period() == 0 {
		return Forever
	}
	return t + 1
}

// after adds two times, the second of which may be Forever.
func after(base, d time.Duration) time.Duration {
	if d == Forever {
		return Forever
	}
	return base + d
}

// pass splits t into the number of its pass and the time within that; a t before 0
// counts as the start of the first pass.
func pass(t, period time.Duration) (n int, in time.Duration) {
	if period <= 0 || t < 0 {
		return 0, 0
	}
	return int(t / period), t % period
}

// reader is a Widget with text, or pages of text, that is not seen all at once.
type reader interface {
	// Reads returns how long one pass takes, 0 if all is seen at once, and whether text moves,
	// so that the middle of a pass is the middle of a word.
	Reads() (pass time.Duration, moves bool)
}

// Reading returns how long one pass of the text of w takes, 0 if all of it is seen at once, and
// whether text moves, so that the middle of a pass is the middle of a word. Icons that move do
// not count. w may be nil.
func Reading(w Widget) (pass time.Duration, moves bool) {
	if r, ok := w.(reader); ok {
		return r.Reads()
	}
	return 0, false
}

// ReadBy returns when the text of w has been read, at until or later: its pages have been shown
// once, and no pass of moving text is cut. w has shown since begin.
func ReadBy(w Widget, begin, until time.Time) time.Time {
	pass, moves := Reading(w)
	shown := until.Sub(begin)
	switch {
	case pass == 0 || shown >= pass && !moves:
		return until
	case shown <= pass:
		return begin.Add(pass)
	}
	return begin.Add((shown + pass - 1) / pass * pass)
}

// Reads returns the time of a pass.
func (m *Marquee) Reads() (pass time.Duration, moves bool) { return m.Period(), true }

// Reads returns the longest of the layers.
func (s *Stack) Reads() (pass time.Duration, moves bool) {
	for _, l := range s.Layers {
		p, m := Reading(l.Widget)
		pass, moves = max(pass, p), moves || m
	}
	return pass, moves
}

// Reads returns the time of a pass through the steps, where there are several or one moves.
func (s *Sequence) Reads() (pass time.Duration, moves bool) {
	for _, step := range s.steps {
		_, m := Reading(step.Widget)
		moves = moves || m
	}
	if len(s.steps) > 1 || moves {
		return s.Period(), moves
	}
	return 0, false
}

// Reads is the reading of the shifted widget.
func (s *Shifted) Reads() (pass time.Duration, moves bool) { return Reading(s.widget) }
