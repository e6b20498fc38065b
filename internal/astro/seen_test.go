// SPDX-License-Identifier: Apache-2.0

package astro

import (
	"math"
	"testing"
	"time"
)

// TestSeen compares with example 13.b of Meeus: Venus over Washington.
func TestSeen(t *testing.T) {
	at := time.Date(1987, 4, 10, 19, 21, 0, 0, time.UTC)
	p := Seen(at, 347.3193375, -6.719892, 38.921389, -77.065556)
	if math.Abs(p.Altitude-15.1249) > 0.01 || math.Abs(p.Azimuth-248.0337) > 0.01 {
		t.Errorf("%+v, want 15.12 above and 248.03 around", p)
	}
}

// TestMoonPlace compares with example 47.a of Meeus.
func TestMoonPlace(t *testing.T) {
	m := moon(time.Date(1992, 4, 11, 23, 58, 51, 0, time.UTC))
	if math.Abs(m.ascension-134.6885) > 0.01 || math.Abs(m.declination-13.7684) > 0.01 || math.Abs(m.distance-368409.7) > 30 {
		t.Errorf("%+v, want 134.6885, 13.7684, 368409.7", m)
	}
}

// TestSunAtRise: where the sun rises and sets it stands at the horizon.
func TestSunAtRise(t *testing.T) {
	for _, latitude := range []float64{-45, 0, 52.5, 64} {
		rise, set, _ := RiseAndSet(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), latitude, 13)
		for _, at := range []time.Time{rise, set} {
			if p := SunAt(at, latitude, 13); math.Abs(p.Altitude-horizon) > 0.1 {
				t.Errorf("%v° north at %v: %.2f° above, want %.2f", latitude, at, p.Altitude, horizon)
			}
		}
		if east := SunAt(rise, latitude, 13).Azimuth; east > 180 {
			t.Errorf("%v° north: the sun rises in the west, at %.0f°", latitude, east)
		}
	}
}
