// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/draw"
	"time"
)

// Still shows a picture that does not move. The zero value is empty.
type Still struct {
	Image *image.RGBA // must not change afterwards
}

func (s *Still) Size() image.Point     { return size(s.Image) }
func (s *Still) Period() time.Duration { return 0 }

func (s *Still) Draw(dst *image.RGBA, p image.Point, _ time.Duration) {
	over(dst, image.Rectangle{p, p.Add(s.Size())}, s.Image, p)
}

func size(m *image.RGBA) image.Point {
	if m == nil {
		return image.Point{}
	}
	return m.Bounds().Size()
}

// over composes src onto dst inside window; src's corner comes to at.
func over(dst *image.RGBA, window image.Rectangle, src *image.RGBA, at image.Point) {
	if src == nil {
		return
	}
	b := src.Bounds()
	r := b.Add(at.Sub(b.Min)).Intersect(window).Intersect(dst.Bounds())
	if !r.Empty() {
		draw.Draw(dst, r, src, b.Min.Add(r.Min.Sub(at)), draw.Over)
	}
}
