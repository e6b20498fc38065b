// SPDX-License-Identifier: Apache-2.0

package walltime

import (
	"testing"
	"time"
)

func TestTimesOfDay(t *testing.T) {
	for _, row := range []struct {
		t    TimeOfDay
		text string // "" = none
	}{
		{0, "00:00:00"}, {TimeOfDay(24*time.Hour - time.Second), "23:59:59"}, {TimeOfDay(7*time.Hour + 8*time.Minute + 9*time.Second), "07:08:09"},
		{-1, ""}, {TimeOfDay(24 * time.Hour), ""},
	} {
		text, err := row.t.MarshalText()
		if string(text) != row.text || (err == nil) != (row.text != "") {
			t.Errorf("%d is %q (%v), want %q", row.t, text, err, row.text)
		}
		var back TimeOfDay
		if err == nil && (back.UnmarshalText(text) != nil || back != row.t) {
			t.Errorf("%s is read as %v", text, back)
		}
	}
	v := TimeOfDay(5)
	if err := v.UnmarshalText([]byte("24:00")); err == nil || v != 5 {
		t.Errorf("what is no time (%v) has changed it to %v", err, v)
	}
}

// TestSooner: zero is never.
func TestSooner(t *testing.T) {
	var never time.Time
	early, late := time.Unix(1, 0), time.Unix(2, 0)
	for _, row := range []struct{ a, b, want time.Time }{
		{never, never, never}, {early, never, early}, {never, early, early}, {early, late, early}, {late, early, early}, {early, early, early},
	} {
		if got := Sooner(row.a, row.b); got != row.want {
			t.Errorf("of %v and %v: %v", row.a, row.b, got)
		}
	}
}
