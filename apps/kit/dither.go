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
	light, wide := srgb.Table(), m.Rect.Dx()
	grey := make([]float64, len(m.Pix)/4)
	var seen []float64
	for i := range grey {
		p := m.Pix[4*i:]
		grey[i] = srgb.Luminance(float64(light[p[0]]), float64(light[p[1]]), float64(light[p[2]])) / 65535
		if p[3] != 0 {
			seen = append(seen, grey[i])
		}
	}
	spreadTones(grey, seen)
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

// bend is the most that a tone is bent: about as far as from light to the values of pictures.
const bend = 2.4

// spreadTones spreads the lights of a picture, of which most photographs use little: the darkest fiftieth turns black,
// the brightest one white, and the tone in the middle comes as near to half of the light as bend allows, so that about
// half of the LEDs are on; seen are the lights that count. A picture of one tone keeps it.
func spreadTones(light, seen []float64) {
	slices.Sort(seen)
	few := len(seen) / 50
	if len(seen) == 0 || seen[len(seen)-1-few]-seen[few] < 1.0/64 {
		return
	}
	low, wide := seen[few], seen[len(seen)-1-few]-seen[few]
	middle := min(max((seen[len(seen)/2]-low)/wide, 0.01), 0.99)
	power := min(max(math.Log(0.5)/math.Log(middle), 1/bend), bend)
	for i, v := range light {
		light[i] = math.Pow(min(max((v-low)/wide, 0), 1), power)
	}
}
