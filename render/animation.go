// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"sort"
	"time"
)

// Animation shows pictures one after another. New ones come from NewAnimation.
type Animation struct {
	frames []*image.RGBA
	ends   []time.Duration // of each frame, from the start of a pass
	loops  int
	size   image.Point
}

// NewAnimation shows each of frames for its delay; after loops passes (0 = for ever)
// the last one stays. Zero delays count as 10 ms. Both slices must have the
// same length, at least 1; they are not kept.
func NewAnimation(frames []*image.RGBA, delays []time.Duration, loops int) *Animation {
	a := &Animation{loops: loops}
	var end time.Duration
	for i, f := range frames {
		end += max(delays[i], 10*time.Millisecond)
		a.frames = append(a.frames, f)
		a.ends = append(a.ends, end)
		s := f.Bounds().Size()
		a.size = image.Pt(max(a.size.X, s.X), max(a.size.Y, s.Y))
	}
	return a
}

func (a *Animation) Size() image.Point { return a.size }

func (a *Animation) Period() time.Duration {
	if len(a.frames) < 2 {
		return 0
	}
	return a.ends[len(a.ends)-1]
}

func (a *Animation) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	over(dst, image.Rectangle{p, p.Add(a.size)}, a.Frame(t), p)
}

// Next returns the end of the frame shown at t.
func (a *Animation) Next(t time.Duration) time.Duration {
	if a.Period() == 0 || a.over(t) {
		return Forever
	}
	n, _ := pass(t, a.Period())
	next := time.Duration(n)*a.Period() + a.ends[a.at(t)]
	if a.over(next) {
		return Forever
	}
	return next
}

func (a *Animation) over(t time.Duration) bool {
	n, _ := pass(t, a.Period())
	return a.loops > 0 && n >= a.loops
}

// Frame returns the picture shown at t. It is not to be changed.
func (a *Animation) Frame(t time.Duration) *image.RGBA { return a.frames[a.at(t)] }

// at returns the index of the frame shown at t.
func (a *Animation) at(t time.Duration) int {
	last := len(a.frames) - 1
	if a.over(t) {
		return last
	}
	_, in := pass(t, a.Period())
	return sort.Search(last, func(i int) bool { return in < a.ends[i] })
}
