// SPDX-License-Identifier: Apache-2.0

package effects_test

import (
	"image"
	"math"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/srgb"
	"github.com/ledpost/ledpost/render"
)

// flashing are the effects whose light comes and goes on purpose, with the reason. All others are steady.
var flashing = map[string]string{
	"bricks":    "a game ends and begins",
	"eyes":      "they blink",
	"fire":      "flames flicker, above embers that do not",
	"fireworks": "rockets burst",
	"life":      "cells are born bright, and the board starts again",
	"matrix":    "drops come and go, and 8 rows have few at a time",
	"radar":     "its beam reaches farther along a wide panel than across",
	"ripples":   "drops fall",
	"snake":     "a game ends and begins",
	"thunder":   "lightning",
}

// TestLightIsSteady: in no half second does the panel's light leave its mean by a quarter, but where that is meant. Eyes
// far from the panel see the sum alone: a point that loses light between two pixels flickers there as a whole.
func TestLightIsSteady(t *testing.T) {
	const most = 0.25
	all(t, []image.Point{{64, 32}, {37, 8}, {64, 64}}, func(t *testing.T, name string, widgets []render.Widget) {
		t.Parallel()
		worst, where := 0.0, ""
		for _, w := range widgets {
			if off, at := unsteady(w); off > worst {
				worst, where = off, w.Size().String()+" at "+at.String()
			}
		}
		t.Logf("%.0f %%, %s", 100*worst, where)
		if meant := flashing[name] != ""; worst > most && !meant {
			t.Errorf("its light leaves the mean of half a second by %.0f %%, %s", 100*worst, where)
		} else if worst <= most && meant && !testing.Short() {
			t.Errorf("it is steady, though meant to flash: by %.0f %% at most", 100*worst)
		}
	})
}

// unsteady returns by how much the light of w leaves its mean of half a second at most, and when.
func unsteady(w render.Widget) (worst float64, at time.Duration) {
	const rate, half = 60, 15
	m := image.NewRGBA(image.Rectangle{Max: w.Size()})
	n := int(w.Period() * rate / time.Second)
	light, sums := make([]float64, n), make([]float64, n+2*half+1)
	for i := range light {
		for j := range m.Pix {
			m.Pix[j] = 96 // below an overlay
		}
		w.Draw(m, image.Point{}, time.Duration(i)*time.Second/rate)
		light[i] = lightOf(m)
	}
	for i := range sums[1:] {
		sums[i+1] = sums[i] + light[(i-half+n)%n]
	}
	for i, v := range light {
		mean := (sums[i+2*half] - sums[i]) / (2 * half)
		if off := math.Abs(v/mean - 1); off > worst {
			worst, at = off, time.Duration(i)*time.Second/rate
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
