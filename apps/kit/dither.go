// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"image"

	"github.com/ledpost/ledpost/internal/srgb"
)

// Dither makes each pixel of m, which is opaque, white or black, for LEDs that are only on or off: by the error diffusion
// of Floyd and Steinberg, "An Adaptive Algorithm for Spatial Greyscale" (1976), of its light.
func Dither(m *image.RGBA) {
	light, wide := srgb.Table(), m.Rect.Dx()
	grey := make([]float64, len(m.Pix)/4)
	for i := range grey {
		p := m.Pix[4*i:]
		grey[i] = srgb.Luminance(float64(light[p[0]]), float64(light[p[1]]), float64(light[p[2]])) / 65535
	}
	spread := func(x, i int, v float64) { // to the pixel i, which should be in the column x
		if x >= 0 && x < wide && i < len(grey) {
			grey[i] += v / 16
		}
	}
	for i := range grey {
		x, v := i%wide, uint8(0)
		rest := grey[i]
		if rest > 0.5 {
			rest, v = rest-1, 255
		}
		copy(m.Pix[4*i:], []uint8{v, v, v, 255})
		spread(x+1, i+1, 7*rest)
		spread(x-1, i+wide-1, 3*rest)
		spread(x, i+wide, 5*rest)
		spread(x+1, i+wide+1, rest)
	}
}
