// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"math"
)

// uncover shows the new picture pixel by pixel, each at its own time.
func uncover(dst, old, new *image.RGBA, done float64, s Style) {
	w, h := dst.Rect.Dx(), dst.Rect.Dy()
	soft := softness[s]
	now := int(done * float64(256+soft))
	for y := range h {
		for x := range w {
			i := y*dst.Stride + 4*x
			// From when its time has come until it shows the new picture.
			level := min(max((now-when(s, x, y, w, h))*256/soft, 0), 256)
			for j := i; j < i+3; j++ {
				a, b := int(old.Pix[j]), int(new.Pix[j])
				dst.Pix[j] = uint8(a + (b-a)*level>>8)
			}
			dst.Pix[i+3] = 255
		}
	}
}

// softness is how long a pixel takes, in 256ths of the transition.
var softness = [styles]int{Wipe: 40, Curtain: 16, Dissolve: 48, Blinds: 32, Iris: 32, Checker: 112}

// when returns the time at which a pixel begins to change, 0 to 256.
func when(s Style, x, y, w, h int) int {
	switch s {
	case Wipe:
		return x * 256 / w
	case Curtain:
		return distance(x, w) * 256 / (w + 1)
	case Blinds:
		strip := max(w/6, 4)
		return x % strip * 256 / strip
	case Iris:
		dx, dy := distance(x, w), distance(y, h)
		return int(256 * math.Sqrt(float64(dx*dx+dy*dy)/float64(w*w+h*h)))
	case Checker:
		side := max(h/4, 2)
		return (x/side + y/side) & 1 * 160
	}
	n := uint32(x*0x9e37+y*0x79b9) * 0x85ebca6b // Dissolve
	return int((n ^ n>>13) * 0xc2b2ae35 >> 24)
}

// distance returns the distance from the middle of a row of n, in half pixels.
func distance(x, n int) int {
	d := 2*x + 1 - n
	return max(d, -d)
}
