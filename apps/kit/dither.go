// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"image"
	"math"
	"slices"

	"github.com/ledpost/ledpost/internal/srgb"
)

// Dither makes each pixel of m white or black, for LEDs that are only on or off: by the error diffusion of Floyd and
// Steinberg, "An Adaptive Algorithm for Spatial Greyscale" (1976), of its light, with the tones spread. What is
// transparent around a picture stays so.
func Dither(m *image.RGBA) {
	wide, grey := m.Rect.Dx(), lights(m)
	bent := curveOf(tones(m))
	for i, v := range grey {
		grey[i] = bent(v)
	}
	spread := func(x, i int, v float64) { // to the pixel i, which should be in the column x
		if x >= 0 && x < wide && i < len(grey) {
			grey[i] += v / 16
		}
	}
	for i := range grey {
		if m.Pix[4*i+3] == 0 {
			continue
		}
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

// dots are the order in which the LEDs of each square of four by four go on: B. E. Bayer, "An optimum method for
// two-level rendition of continuous-tone pictures" (1973).
var dots = [4][4]float64{{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}

// DitherFilm does it for the pictures of one that moves, with dots that stand still: where the picture does not move,
// nothing does, while the dots of [Dither] would crawl to the right and down of all that moves. All pictures have the
// same curve of tones, or they would flicker.
func DitherFilm(all []*image.RGBA) {
	const most = 16 // pictures that tell the tones
	var seen []float64
	for i := 0; i < len(all); i += (len(all) + most - 1) / most {
		seen = append(seen, tones(all[i])...)
	}
	bent := curveOf(seen)
	for _, m := range all {
		wide := m.Rect.Dx()
		for i, light := range lights(m) {
			if m.Pix[4*i+3] == 0 {
				continue
			}
			v := uint8(0)
			if bent(light) > (dots[i/wide%4][i%wide%4]+0.5)/16 {
				v = 255
			}
			copy(m.Pix[4*i:], []uint8{v, v, v, 255})
		}
	}
}

// lights returns the light of each pixel of m.
func lights(m *image.RGBA) []float64 {
	light, grey := srgb.Table(), make([]float64, len(m.Pix)/4)
	for i := range grey {
		p := m.Pix[4*i:]
		grey[i] = srgb.Luminance(float64(light[p[0]]), float64(light[p[1]]), float64(light[p[2]])) / 65535
	}
	return grey
}

// tones returns the lights of m that count.
func tones(m *image.RGBA) (seen []float64) {
	for i, v := range lights(m) {
		if m.Pix[4*i+3] != 0 {
			seen = append(seen, v)
		}
	}
	return seen
}

// bend is the most that a tone is bent: about as far as from light to the values of pictures.
const bend = 2.4

// curveOf spreads the tones of a picture, of which most photographs use little: the darkest fiftieth turns black,
// the brightest one white, and the tone in the middle comes as near to half of the light as bend allows, so that about
// half of the LEDs are on. A picture of one tone keeps it.
func curveOf(seen []float64) func(light float64) float64 {
	slices.Sort(seen)
	few := len(seen) / 50
	if len(seen) == 0 || seen[len(seen)-1-few]-seen[few] < 1.0/64 {
		return func(light float64) float64 { return light }
	}
	low, wide := seen[few], seen[len(seen)-1-few]-seen[few]
	middle := min(max((seen[len(seen)/2]-low)/wide, 0.01), 0.99)
	power := min(max(math.Log(0.5)/math.Log(middle), 1/bend), bend)
	return func(light float64) float64 { return math.Pow(min(max((light-low)/wide, 0), 1), power) }
}
