// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/render"
)

// behindLevel is how bright an effect is behind a text, of 256: bright enough for
// its colours, dark enough to read white on it.
const behindLevel = 112

// Behind returns the background w dimmed for text in front of it.
func Behind(w render.Widget) render.Widget { return &behind{w} }

type behind struct{ render.Widget }

// Draw implements [render.Widget]; what w draws is opaque.
func (b *behind) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	b.Widget.Draw(dst, p, t)
	r := image.Rectangle{p, p.Add(b.Size())}.Intersect(dst.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for pix := dst.Pix[dst.PixOffset(r.Min.X, y):dst.PixOffset(r.Max.X, y)]; len(pix) >= 4; pix = pix[4:] {
			pix[0] = uint8(int(pix[0]) * behindLevel >> 8)
			pix[1] = uint8(int(pix[1]) * behindLevel >> 8)
			pix[2] = uint8(int(pix[2]) * behindLevel >> 8)
		}
	}
}

// Next returns when w changes next.
func (b *behind) Next(t time.Duration) time.Duration { return render.Next(b.Widget, t) }
