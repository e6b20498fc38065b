// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"testing"
	"time"
)

// TestDayAt: hours that are over are left out, and a day without any more is unknown.
func TestDayAt(t *testing.T) {
	from := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	d := Day{from, []float64{1, 2, 3}}
	for _, row := range []struct {
		why  string
		at   time.Duration
		want int
	}{
		{"before it begins", -time.Hour, 3},
		{"within the first hour", 59 * time.Minute, 3},
		{"in the second", time.Hour, 2},
		{"in the last", 2*time.Hour + time.Minute, 1},
		{"afterwards", 3 * time.Hour, 0},
		{"a year later", 365 * 24 * time.Hour, 0},
	} {
		got := d.At(from.Add(row.at))
		if len(got.Hours) != row.want || row.want > 0 && got.Hours[0] != float64(4-row.want) {
			t.Errorf("%s: %v", row.why, got)
		}
	}
	if got := (Day{}).At(from); got.Hours != nil {
		t.Errorf("an unknown day is %v", got)
	}
}
