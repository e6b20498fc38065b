// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"math"
)

// warp moves the pixels first of the old picture, then of the new one.
func warp(dst, old, new *image.RGBA, done float64, s Style) {
	w, h := dst.Rect.Dx(), dst.Rect.Dy()
	from, way := old, 4*done*done // way is 0 where the picture is unchanged, and 1 between the two
	if done >= 0.5 {
		from, way = new, 4*(1-done)*(1-done)
	}
	if s == Ripple {
		ripple(dst, old, new, done)
		return
	}
	if s == Pixelate {
		pixelate(dst, from, 1+int(way*float64(max(h, 8))*0.6))
		return
	}
	// A step in dst is so much in from, in 65536ths of a pixel.
	scale := 65536 / max(1-way, 0.02)
	dx, dy := scale, 0.0
	if s == Rotate {
		sin, cos := math.Sincos(way * math.Pi)
		dx, dy = scale*cos, scale*sin
	}
	ux, uy := int64(dx), int64(dy)
	for y := range h {
		for x := range w {
			cx, cy := int64(2*x+1-w), int64(2*y+1-h) // from the middle, in halves
			// The middle is added in halves too: an odd size has it within a pixel.
			fx := (cx*ux - cy*uy + int64(w)<<16) >> 17
			fy := (cx*uy + cy*ux + int64(h)<<16) >> 17
			i := y*dst.Stride + 4*x
			if uint64(fx) < uint64(w) && uint64(fy) < uint64(h) {
				copy(dst.Pix[i:i+4], from.Pix[int(fy)*from.Stride+4*int(fx):])
			} else {
				copy(dst.Pix[i:i+4], dark[:])
			}
		}
	}
}

var dark = [4]uint8{0, 0, 0, 255}

// pixelate draws from in squares of n pixels, each in the mean of its light: text neither flashes nor goes out.
func pixelate(dst, from *image.RGBA, n int) {
	w, h := dst.Rect.Dx(), dst.Rect.Dy()
	for top := 0; top < h; top += n {
		for left := 0; left < w; left += n {
			square(dst, from, image.Rect(left, top, min(left+n, w), min(top+n, h)))
		}
	}
}

// square draws r of from, counted from its top left corner, in one colour.
func square(dst, from *image.RGBA, r image.Rectangle) {
	var sum [3]uint32
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for i := y*from.Stride + 4*r.Min.X; i < y*from.Stride+4*r.Max.X; i += 4 {
			for j := range sum {
				sum[j] += uint32(linear[from.Pix[i+j]]) // 16 bits: squares of up to 256 pixels do not overflow
			}
		}
	}
	mean, pixels := dark, uint32(r.Dx()*r.Dy())
	for j := range sum {
		mean[j] = encoded[min(sum[j]/pixels+8, 0xFFFF)>>4]
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for i := y*dst.Stride + 4*r.Min.X; i < y*dst.Stride+4*r.Max.X; i += 4 {
			copy(dst.Pix[i:i+4], mean[:])
		}
	}
}

// ripple runs a wave over the panel: ahead of it is the old picture, behind it
// the new one, and on it both are seen as through water.
func ripple(dst, old, new *image.RGBA, done float64) {
	w, h := dst.Rect.Dx(), dst.Rect.Dy()
	wide := 2 * float64(max(h/2, 6)) // in halves of a pixel, as everything here
	front := done * (math.Hypot(float64(w), float64(h)) + wide)
	for y := range h {
		for x := range w {
			cx, cy := float64(2*x+1-w), float64(2*y+1-h)
			r := math.Sqrt(cx*cx + cy*cy)
			from, fx, fy := new, x, y
			if behind := (front - r) / wide; behind < 0 {
				from = old
			} else if behind < 1 {
				bend := 1 + 0.6*behind*(1-behind)*4*(0.5-behind)
				fx, fy = int(cx*bend+float64(w))/2, int(cy*bend+float64(h))/2
				fx, fy = min(max(fx, 0), w-1), min(max(fy, 0), h-1)
				if behind < 0.3 {
					from = old
				}
			}
			copy(dst.Pix[y*dst.Stride+4*x:][:4], from.Pix[fy*from.Stride+4*fx:])
		}
	}
}
