// SPDX-License-Identifier: Apache-2.0

package spell

import "testing"

// TestDistance: letters that are changed, added or left out; 3 is the most that is told apart.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		why, a, b string
		want      int
	}{
		{"the same", "modules", "modules", 0},
		{"one left out", "module", "modules", 1},
		{"one more", "modulles", "modules", 1},
		{"one changed", "modiles", "modules", 1},
		{"two exchanged", "mdoules", "modules", 2},
		{"far", "speed", "modules", 3},
		{"nothing", "", "ab", 2},
	} {
		if got, back := Distance(c.a, c.b), Distance(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("%s: %d, back %d, want %d", c.why, got, back, c.want)
		}
	}
}
