// SPDX-License-Identifier: Apache-2.0

package walltime

import (
	"slices"
	"testing"
	"time"
)

func TestWindowText(t *testing.T) {
	window := func(start, end int) Window {
		return Window{TimeOfDay(time.Duration(start) * time.Hour), TimeOfDay(time.Duration(end) * time.Hour)}
	}
	rows := []struct {
		name, text string
		want       Window
		ok         bool
	}{
		{"past midnight", "22:00-07:00", window(22, 7), true},
		{"with seconds and spaces", "01:00:00 - 02:00:00", window(1, 2), true},
		{"never", "", Window{}, true},
		{"one time", "22:00", window(3, 4), false},
		{"no end", "22:00-", window(3, 4), false},
		{"no time of a day", "22:00-25:00", window(3, 4), false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got := window(3, 4)
			if err := got.UnmarshalText([]byte(row.text)); got != row.want || (err == nil) != row.ok {
				t.Errorf("%v, %v, want %v", got, err, row.want)
			}
			text, err := row.want.MarshalText()
			var again Window
			if err != nil || again.UnmarshalText(text) != nil || again != row.want {
				t.Errorf("written as %q, %v, read as %v, want %v", text, err, again, row.want)
			}
		})
	}
}

func TestWindow(t *testing.T) {
	rows := []struct {
		name, start, end, now string
		want                  bool
	}{
		{"start is inside", "22:00:00", "07:00:00", "22:00:00", true},
		{"a second before", "22:00:00", "07:00:00", "21:59:59", false},
		{"wraps midnight", "22:00:00", "07:00:00", "06:59:59", true},
		{"end is outside", "22:00:00", "07:00:00", "07:00:00", false},
		{"within a day", "12:00:00", "13:00:00", "12:59:59", true},
		{"within a day, after", "12:00:00", "13:00:00", "13:00:00", false},
		{"equal is never", "12:00:00", "12:00:00", "12:00:00", false},
		{"equal is never, elsewhere", "12:00:00", "12:00:00", "00:00:00", false},
	}
	for _, row := range rows {
		if got := (Window{at(row.start), at(row.end)}).Has(at(row.now)); got != row.want {
			t.Errorf("%s: %v at %s", row.name, got, row.now)
		}
	}
}

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

func TestTimesOfDay(t *testing.T) {
	for _, row := range []struct {
		t    TimeOfDay
		text string // "" = none
	}{
		{0, "00:00:00"}, {TimeOfDay(24*time.Hour - time.Second), "23:59:59"},
		{TimeOfDay(7*time.Hour + 8*time.Minute + 9*time.Second), "07:08:09"},
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
		t.Errorf("a value that is not a time (%v) changed it to %v", err, v)
	}
}

// TestSooner: zero is never.
func TestSooner(t *testing.T) {
	var never time.Time
	early, late := time.Unix(1, 0), time.Unix(2, 0)
	for _, row := range []struct{ a, b, want time.Time }{
		{never, never, never}, {early, never, early}, {never, early, early}, {early, late, early}, {late, early, early},
		{early, early, early},
	} {
		if got := Sooner(row.a, row.b); got != row.want {
			t.Errorf("of %v and %v: %v", row.a, row.b, got)
		}
	}
}
