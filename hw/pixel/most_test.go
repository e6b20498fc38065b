// SPDX-License-Identifier: Apache-2.0

package pixel

import "testing"

// TestMost: LEDs take what they take in white, and no more than the limit.
func TestMost(t *testing.T) {
	for _, row := range []struct {
		power Power
		leds  int
		want  float64
	}{
		{Power{}, 256, 8},
		{Power{}, 10, 2.15},
		{Power{Limit: 20}, 256, 20},
		{Power{Limit: -1}, 100, 21.5},
		{Power{Limit: -1, Draw: [5]float64{100, 100, 100, 100, 5}}, 10, 3.05},
	} {
		if got := row.power.Most(row.leds); got < row.want-1e-9 || got > row.want+1e-9 {
			t.Errorf("%d LEDs of %+v: %v W, want %v", row.leds, row.power, got, row.want)
		}
	}
}
