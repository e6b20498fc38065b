// SPDX-License-Identifier: Apache-2.0

package srgb

import (
	"math"
	"testing"
)

// TestCurve compares with points of IEC 61966-2-1.
func TestCurve(t *testing.T) {
	for _, p := range []struct {
		name         string
		value, light float64
	}{
		{"dark", 0, 0},
		{"on the straight piece", 0.02, 0.0015480},
		{"where the pieces meet", 0.04045, 0.0031308},
		{"middle grey", 0.5, 0.2140411},
		{"half of the light", 0.7353570, 0.5},
		{"full", 1, 1},
	} {
		if got := Light(p.value); math.Abs(got-p.light) > 1e-6 {
			t.Errorf("%s: the light of %v is %v, want %v", p.name, p.value, got, p.light)
		}
		if got := Value(p.light); math.Abs(got-p.value) > 1e-5 {
			t.Errorf("%s: the value of %v is %v, want %v", p.name, p.light, got, p.value)
		}
	}
}

// TestThereAndBack: the two are each other's inverse, and rise.
func TestThereAndBack(t *testing.T) {
	last := -1.0
	for i := range 10001 {
		v := float64(i) / 10000
		if back := Value(Light(v)); math.Abs(back-v) > 1e-5 {
			t.Fatalf("%v comes back as %v", v, back)
		}
		if Light(v) <= last {
			t.Fatalf("the light of %v is no more than that of less", v)
		}
		last = Light(v)
	}
}

func TestTable(t *testing.T) {
	table := Table()
	for v, want := range map[int]uint16{0: 0, 1: 20, 128: 14146, 255: 65535} {
		if table[v] != want {
			t.Errorf("%d has light %d, want %d", v, table[v], want)
		}
	}
}
