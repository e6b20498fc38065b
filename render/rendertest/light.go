// SPDX-License-Identifier: Apache-2.0

package rendertest

import (
	"image"
	"math"
	"time"

	"github.com/ledpost/ledpost/internal/srgb"
	"github.com/ledpost/ledpost/render"
)

// Unsteady returns by how much the light of w leaves its mean of half a second at most until end, and when.
func Unsteady(w render.Widget, end time.Duration) (worst float64, at time.Duration) {
	const rate, half = 60, 15
	m := image.NewRGBA(image.Rectangle{Max: w.Size()})
	light, sums := make([]float64, end*rate/time.Second), []float64{0}
	for i := range light {
		for j := range m.Pix {
			m.Pix[j] = 96 // below an overlay
		}
		w.Draw(m, image.Point{}, time.Duration(i)*time.Second/rate)
		light[i] = lightOf(m)
		sums = append(sums, sums[i]+light[i])
	}
	for i := half; i < len(light)-half; i++ {
		mean := (sums[i+half] - sums[i-half]) / (2 * half)
		if off := math.Abs(light[i] - mean); off > worst*mean { // also where the mean is 0
			worst, at = off/mean, time.Duration(i)*time.Second/rate
		}
	}
	return worst, at
}

var linear = srgb.Table()

// lightOf is the sum of the luminance of m.
func lightOf(m *image.RGBA) (sum float64) {
	for i := 0; i < len(m.Pix); i += 4 {
		sum += srgb.Luminance(float64(linear[m.Pix[i]]), float64(linear[m.Pix[i+1]]), float64(linear[m.Pix[i+2]]))
	}
	return sum
}
