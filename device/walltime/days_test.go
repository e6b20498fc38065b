// SPDX-License-Identifier: Apache-2.0

package walltime

import (
	"slices"
	"testing"
)

func TestDaysText(t *testing.T) {
	for _, row := range []struct {
		text string
		days Days
		back string
	}{
		{"mon", 1 << 1, "mon"},
		{"sun,sat", 1<<0 | 1<<6, "sat,sun"}, // from Monday
		{"mon,mon", 1 << 1, "mon"},
	} {
		var d Days
		if err := d.UnmarshalText([]byte(row.text)); err != nil || d != row.days {
			t.Errorf("%s is %b (%v), want %b", row.text, d, err, row.days)
		}
		if back, _ := d.MarshalText(); string(back) != row.back {
			t.Errorf("%s is told as %s, want %s", row.text, back, row.back)
		}
	}
	d := Days(1)
	if err := d.UnmarshalText([]byte("mon,someday")); err == nil || d != 1 {
		t.Errorf("a day that is none: %v, and %b has become of the days", err, d)
	}
	if n := Days(0).Names(); !slices.Equal(n, AllDays.Names()) || len(n) != 7 {
		t.Errorf("no days are %v, want every day", n)
	}
}

// TestBlockAt: from its beginning until its end, of which the end is outside.
