// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"time"
)

// Backed draws a picture in front of a ground that fills the panel, and keeps the picture legible: no pixel of the
// ground next to an ink is brighter than that ink allows. New ones come from NewBacked.
type Backed struct {
	Ground, Front Widget
	Reach         int // pixels around an ink that count as next to it; 0 = 1
	Soft          int // pixels beyond them in which the ground's light comes back in steps; 0 = at once
	scratch       scratch
	halo          spare[*halo]
}

// NewBacked returns front before an opaque ground of the same size. Next to inks dimmer than 4.5:1 on black the ground
// is black.
func NewBacked(ground, front Widget) *Backed {
	size := ground.Size()
	return &Backed{Ground: ground, Front: front, scratch: newScratch(size), halo: newSpare(size, newHalo)}
}

// Size implements [Widget].
func (b *Backed) Size() image.Point { return b.Ground.Size() }

// Period implements [Widget]: of what is read, where that moves.
func (b *Backed) Period() time.Duration {
	if p := b.Front.Period(); p > 0 {
		return p
	}
	return b.Ground.Period()
}

// Next returns when the ground or the front changes.
func (b *Backed) Next(t time.Duration) time.Duration { return min(Next(b.Ground, t), Next(b.Front, t)) }

// Reads is the reading of the front.
func (b *Backed) Reads() (pass time.Duration, moves bool) { return Reading(b.Front) }

// Draw implements [Widget].
func (b *Backed) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	b.Ground.Draw(dst, p, t)
	m, h := b.scratch.take(), b.halo.take()
	b.Front.Draw(m, image.Point{}, t)
	window := m.Rect.Add(p).Intersect(dst.Rect)
	h.dim(dst, m, p, window, max(b.Reach, 1), b.Soft)
	over(dst, window, m, p)
	b.halo.give(h)
	b.scratch.give(m)
}
