// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image/color"
	"math"
)

// Sky is the light around sunrise or sunset. The zero value is daylight or darkness.
type Sky struct {
	Upper, Lower color.RGBA // of the sky, and of the horizon
	Share        float64    // of these colours in the digits, 0 to 1
}

// Over returns c, at a height from 0 (the top) to 1, in the light of s. Linear light is mixed:
// the contrast with black is never less than the contrast of the dimmer colour.
func (s Sky) Over(c color.RGBA, height float64) color.RGBA {
	if s.Share <= 0 {
		return c
	}
	return lightOf(c, lightOf(s.Upper, s.Lower, height), s.Share)
}

// lightOf returns the mixture of a and b in linear light, by gamma 2.2.
func lightOf(a, b color.RGBA, at float64) color.RGBA {
	part := func(a, b uint8) uint8 {
		from, to := math.Pow(float64(a), 2.2), math.Pow(float64(b), 2.2)
		return uint8(math.Pow(from+(to-from)*at, 1/2.2) + 0.5)
	}
	return color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 255}
}
