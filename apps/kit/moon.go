// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"image"
	"image/color"
	"math"

	"github.com/ledpost/ledpost/internal/astro"
)

// smallestSeas is the side from which the moon's seas can be told from dirt.
const smallestSeas = 12

// Moon draws the disc of the moon in a square of that side, at a phase in degrees (0 is new,
// 180 full) as it is seen from the north, or from the south, where it is upside down. The
// edges are smooth.
func Moon(side int, phase float64, south bool) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, side, side))
	up := 1.0
	if south {
		up = -1
	}
	for y := range side {
		for x := range side {
			m.SetRGBA(x, y, Sampled(x, y, side, func(right, above float64) color.RGBA {
				return moonAt(phase, up*right, up*above, side >= smallestSeas)
			}))
		}
	}
	return m
}

// moonAt returns the colour of a point of the disc, in radii from its middle to the right and up.
func moonAt(phase, right, above float64, seas bool) color.RGBA {
	sea := 0.0
	switch {
	case right*right+above*above > 1:
		return color.RGBA{}
	case !moonLit(phase, right, math.Sqrt(1-above*above)):
		return color.RGBA{16, 18, 34, 255}
	case seas:
		sea = astro.Sea(right, above)
	}
	return color.RGBA{uint8(255 - 105*sea), uint8(245 - 95*sea), uint8(205 - 55*sea), 255}
}

// Sampled returns the mean colour of a pixel of a square with that side: at is asked for points in halves of the side
// from its middle, to the right and up.
func Sampled(x, y, side int, at func(right, up float64) color.RGBA) color.RGBA {
	const fine = 4 // samples in each direction
	var r, g, b int
	half := float64(side) / 2
	for k := range fine * fine {
		i, j := (float64(k%fine)+0.5)/fine, (float64(k/fine)+0.5)/fine
		c := at((float64(x)+i-half)/half, (half-float64(y)-j)/half)
		r, g, b = r+int(c.R), g+int(c.G), b+int(c.B)
	}
	const all = fine * fine
	return color.RGBA{uint8(r / all), uint8(g / all), uint8(b / all), 255}
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
