// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"image"
	"image/color"
	"math"
)

// Moon draws the disc of the moon in a square of that side, at a phase in degrees (0 is new,
// 180 full) as it is seen from the north, or from the south, where it is upside down. The
// edges are smooth.
func Moon(side int, phase float64, south bool) *image.RGBA {
	const fine = 4 // samples per pixel in each direction
	m := image.NewRGBA(image.Rect(0, 0, side, side))
	r := float64(side) / 2
	for y := range side {
		for x := range side {
			disc, bright := 0, 0
			for i := range fine * fine {
				dx := (float64(x) + (float64(i%fine)+0.5)/fine - r) / r
				dy := (float64(y) + (float64(i/fine)+0.5)/fine - r) / r
				if dx*dx+dy*dy > 1 {
					continue
				}
				disc++
				if south {
					dx = -dx
				}
				if moonLit(phase, dx, math.Sqrt(1-dy*dy)) {
					bright++
				}
			}
			const all = fine * fine
			mix := func(dark, light int) uint8 { return uint8((dark*(disc-bright) + light*bright) / all) }
			m.SetRGBA(x, y, color.RGBA{mix(16, 255), mix(18, 245), mix(34, 205), 255})
		}
	}
	return m
}

// moonLit reports whether a point of the disc is lit. It lies dx to the right of the
// middle, where half of the disc is w wide: the terminator is half an ellipse.
func moonLit(phase, dx, w float64) bool {
	edge := math.Cos(phase*math.Pi/180) * w
	if phase < 180 {
		return dx > edge
	}
	return dx < -edge
}
