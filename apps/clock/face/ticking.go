// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"time"
)

// ticking is what widgets have in common that move within a minute, in steps of the same length.
type ticking struct {
	size  image.Point
	steps int // of a minute
}

// Size implements [render.Widget].
func (w *ticking) Size() image.Point { return w.size }

// Period implements [render.Widget].
func (w *ticking) Period() time.Duration { return time.Minute }

// step returns the step of the minute at t, from 0.
func (w *ticking) step(t time.Duration) int {
	return int(intoMinute(t) * time.Duration(w.steps) / time.Minute)
}

// Next returns when the next step begins.
func (w *ticking) Next(t time.Duration) time.Duration {
	n := time.Duration(w.steps)
	return t - intoMinute(t) + (time.Duration(w.step(t)+1)*time.Minute+n-1)/n
}

// intoMinute returns how long ago the minute of t began; t may be negative.
func intoMinute(t time.Duration) time.Duration { return (t%time.Minute + time.Minute) % time.Minute }
