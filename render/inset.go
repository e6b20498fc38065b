// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"time"
)

// Inset is a picture that slides from below into a part of another one, which goes on
// around it. New ones come from NewInset.
type Inset struct {
	ground  Widget
	since   time.Duration // t of ground at t = 0
	room    image.Rectangle
	picture Widget
	until   time.Duration // when the picture has left again; Forever = it stays
	scratch scratch
}

// slides is how long an inset slides in, and out.
const slides = 300 * time.Millisecond

// NewInset returns picture in the part room of ground. The picture's time begins when the
// ground's time is since. At until the picture has left again, to below; 0 = it stays.
func NewInset(ground Widget, since time.Duration, room image.Rectangle, picture Widget, until time.Duration) *Inset {
	if until <= 0 {
		until = Forever
	}
	return &Inset{ground, since, room, picture, until, newScratch(room.Size())}
}

// Size implements [Widget].
func (n *Inset) Size() image.Point { return n.ground.Size() }

// Period implements [Widget].
func (n *Inset) Period() time.Duration { return n.picture.Period() }

// Draw implements [Widget].
func (n *Inset) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	n.ground.Draw(dst, p, t+n.since)
	down := n.down(t)
	window := n.room.Add(p)
	if window.Min.Y += down; window.Empty() {
		return
	}
	m := n.scratch.take()
	Clear(m)
	n.picture.Draw(m, image.Point{}, t)
	lay(dst, m, window.Min, window)
	n.scratch.give(m)
}

// down returns how many rows below its place the picture is.
func (n *Inset) down(t time.Duration) int {
	way := float64(min(max(t, 0), slides)) / float64(slides)
	if n.until != Forever {
		way = min(way, float64(max(n.until-t, 0))/float64(slides))
	}
	return n.room.Dy() - int(gone(way)*float64(n.room.Dy())+0.5)
}

// Next returns when the ground or the picture changes, or at once while it slides.
func (n *Inset) Next(t time.Duration) time.Duration {
	if t < slides || n.until != Forever && t >= n.until-slides && t < n.until {
		return t + 1
	}
	next := Next(n.picture, t)
	if ground := Next(n.ground, t+n.since); ground != Forever {
		next = min(next, ground-n.since)
	}
	if n.until != Forever && t < n.until {
		next = min(next, n.until-slides)
	}
	return next
}
