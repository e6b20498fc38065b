// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"time"
)

// Bar is a track that is partly filled from the left. It does not move.
type Bar struct {
	Bounds image.Point
	Filled float64 // 0 to 1, clamped
	Fill   color.RGBA
	Track  color.RGBA
}

func (b *Bar) Size() image.Point     { return b.Bounds }
func (b *Bar) Period() time.Duration { return 0 }

func (b *Bar) Draw(dst *image.RGBA, p image.Point, _ time.Duration) {
	filled := int(min(max(b.Filled, 0), 1)*float64(b.Bounds.X) + 0.5)
	fill(dst, image.Rect(p.X, p.Y, p.X+filled, p.Y+b.Bounds.Y), b.Fill)
	fill(dst, image.Rect(p.X+filled, p.Y, p.X+b.Bounds.X, p.Y+b.Bounds.Y), b.Track)
}

// fill sets the pixels of r to the opaque colour c, clipped to dst.
func fill(dst *image.RGBA, r image.Rectangle, c color.RGBA) {
	r = r.Intersect(dst.Bounds())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			dst.SetRGBA(x, y, c)
		}
	}
}

// Clear makes all of dst opaque black; dst must not be a sub-image.
func Clear(dst *image.RGBA) {
	copy(dst.Pix, []uint8{0, 0, 0, 255})
	// Each round doubles the cleared length: a few large copies, no loop over pixels.
	for n := 4; n < len(dst.Pix); n *= 2 {
		copy(dst.Pix[n:], dst.Pix[:n])
	}
}
