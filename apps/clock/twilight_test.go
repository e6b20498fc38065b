// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"image"
	"image/color"
	"math"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/astro"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// berlin is the place of the weather in these tests.
var berlin = kit.Location{Latitude: 52.5, Longitude: 13.4}

// TestTwilight: the digits have the colours of the sky around sunrise and sunset, where that is
// switched on, and neither in a night of the device nor on LEDs without colours.
func TestTwilight(t *testing.T) {
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	rise, set, _ := astro.RiseAndSet(noon, berlin.Latitude, berlin.Longitude)
	rise, set = rise.Truncate(time.Minute), set.Truncate(time.Minute)
	white := color.RGBA{255, 255, 255, 255}
	for _, row := range []struct {
		why    string
		at     time.Time
		want   color.RGBA // of the digits
		change func(c *Clock, s *kit.Shared)
	}{
		{"at sunrise", rise, kit.Warm, nil},
		{"14 minutes after it", rise.Add(14 * time.Minute), kit.Warm, nil},
		{"46 minutes after it", rise.Add(46 * time.Minute), white, nil},
		{"46 minutes before it", rise.Add(-46 * time.Minute), white, nil},
		{"at sunset", set, kit.Dusk, nil},
		{"at noon", noon, white, nil},
		{"at night", noon.Add(11 * time.Hour), white, nil},
		{"in a zone that is far", set.In(time.FixedZone("", 11*3600)), kit.Dusk, nil},
		{"in the device's night", set, white, func(c *Clock, _ *kit.Shared) { c.SetNight(true) }},
		{"after that night", set, kit.Dusk, func(c *Clock, _ *kit.Shared) { c.SetNight(true); c.SetNight(false) }},
		{"switched off", set, white, func(c *Clock, _ *kit.Shared) { c.clocks[0].cfg.Living = nil }},
		{"at an unknown place", set, white, func(_ *Clock, s *kit.Shared) { s.Place = nil }},
		{"without colours", set, white, func(c *Clock, _ *kit.Shared) { c.Env.Monochrome = true }},
	} {
		c, shared := alive(t, image.Pt(37, 8), `"twilight"`)
		at := berlin
		shared.Place = &at
		if row.change != nil {
			row.change(c, shared)
		}
		c.clocks[0].zone = row.at.Location()
		if got := brightest(drawnAt(c, row.at, 0)); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// brightest returns the colour of the most light in m.
func brightest(m *image.RGBA) (c color.RGBA) {
	for p := range pixtest.Colors(m) {
		if int(p.R)+int(p.G)+int(p.B) > int(c.R)+int(c.G)+int(c.B) {
			c = p
		}
	}
	return c
}

// TestTwilightIsReadable: between a colour and the sky's, digits contrast with black at least as
// much as the dimmer of the two, and the default face of large panels never less than by day.
func TestTwilightIsReadable(t *testing.T) {
	inks := []color.RGBA{{255, 255, 255, 255}, {255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {0, 255, 255, 255},
		{255, 170, 50, 255}}
	for _, sky := range []face.Sky{{Upper: kit.Warm, Lower: kit.Dusk}, {Upper: kit.Dusk, Lower: kit.Warm}} {
		for _, ink := range inks {
			for sky.Share = 0; sky.Share <= 1; sky.Share += 1.0 / 64 {
				least := min(kit.Contrast(ink), kit.Contrast(kit.Dusk))
				if got := kit.Contrast(sky.Over(ink, 0)); got < least-0.1 {
					t.Errorf("%v by %.2f: %.2f:1, want %.2f:1", ink, sky.Share, got, least)
				}
			}
		}
	}
	c, shared := alive(t, image.Pt(64, 32), `"twilight"`)
	c.clocks[0].face = face.New(c.Env, face.Options{Name: "gradient"})
	day := dimmest(drawnAt(c, apptest.Noon, 0))
	at := berlin
	shared.Place = &at
	_, set, _ := astro.RiseAndSet(apptest.Noon, at.Latitude, at.Longitude)
	for by := -twilightFor; by <= twilightFor; by += time.Minute {
		if got := dimmest(drawnAt(c, set.Add(by), 0)); got < day-0.1 {
			t.Errorf("%v from sunset: %.2f:1, by day %.2f:1", by, got, day)
		}
	}
	if pixtest.String(drawnAt(c, set, 0)) == pixtest.String(drawnAt(c, set.Add(twilightFor), 0)) {
		t.Error("the gradient is the same at sunset and afterwards")
	}
}

// dimmest returns the least contrast of what is lit in m.
func dimmest(m *image.RGBA) float64 {
	least := math.Inf(1)
	for c := range pixtest.Colors(m) {
		if c.R|c.G|c.B != 0 {
			least = min(least, kit.Contrast(c))
		}
	}
	return least
}
