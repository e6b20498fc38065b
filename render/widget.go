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
