// SPDX-License-Identifier: Apache-2.0

package effects_test

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

// flashing are the effects whose light comes and goes on purpose, with the reason. All others are steady.
var flashing = map[string]string{
	"bricks":    "a game ends and begins",
	"eyes":      "they blink",
	"fire":      "flames flicker, above embers that do not",
	"fireworks": "rockets burst",
	"greeting":  "they open, and blink",
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
			if off, at := rendertest.Unsteady(w, w.Period()+time.Second); off > worst {
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
