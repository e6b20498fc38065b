// SPDX-License-Identifier: Apache-2.0

package spell

import (
	"slices"
	"testing"
)

// TestMeant: the word that a misspelt one stands for.
func TestMeant(t *testing.T) {
	known := []string{"text", "color", "colors", "chartData", "chartBack", "icon"}
	for _, c := range []struct{ why, word, want string }{
		{"a short word with a slip", "txt", "text"},
		{"another case", "chartdata", "chartData"},
		{"the nearest of two", "colour", "color"},
		{"two as near", "chartBat", ""},
		{"another first letter", "next", ""},
		{"a short word with two slips", "txx", ""},
		{"a short word with two letters exchanged", "txet", "text"},
		{"far", "headline", ""},
		{"nothing", "", ""},
	} {
		for range 2 {
			if got := Meant(c.word, slices.Values(known)); got != c.want {
				t.Errorf("%s: %q for %s, want %q", c.why, got, c.word, c.want)
			}
			slices.Reverse(known)
		}
	}
}

// TestDistance: letters that are changed, added, left out or exchanged; 3 is the most that is told apart.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		why, a, b string
		want      int
	}{
		{"the same", "modules", "modules", 0},
		{"one left out", "module", "modules", 1},
		{"one more", "modulles", "modules", 1},
		{"one changed", "modiles", "modules", 1},
		{"two exchanged", "mdoules", "modules", 1},
		{"two exchanged, and one more", "mdoules", "moduless", 2},
		{"exchanged with one between", "domules", "modules", 2},
		{"far", "speed", "modules", 3},
		{"nothing", "", "ab", 2},
	} {
		if got, back := Distance(c.a, c.b), Distance(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("%s: %d, back %d, want %d", c.why, got, back, c.want)
		}
	}
}
