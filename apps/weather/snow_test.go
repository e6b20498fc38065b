// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"testing"
	"time"
)

// TestFirstSnow is told once a winter, by a device that has watched for a while.
func TestFirstSnow(t *testing.T) {
	const clear, snows = 0, 73
	began := time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		why   string
		days  []int // after began, on which it snows; it is watched each day until the last one
		first bool  // on the last one
	}{
		{"the first of a winter", []int{80}, true},
		{"snow on the day after", []int{80, 81}, false},
		{"snow again after a thaw", []int{80, 130}, false},
		{"the next winter", []int{80, 130, 450}, true},
		{"a device that is new in winter", []int{3}, false},
		{"and snow falls again", []int{3, 40}, false},
	} {
		var s snowfall
		last := row.days[len(row.days)-1]
		for day := 0; day <= last; day++ {
			code := clear
			for _, d := range row.days {
				if d == day {
					code = snows
				}
			}
			s.watch(&forecast{At: began.AddDate(0, 0, day), Now: &conditions{Code: code}})
		}
		s.watch(&forecast{At: began.AddDate(0, 0, last)}) // an answer without the current weather
		now := began.AddDate(0, 0, last)
		for after, want := range map[time.Duration]bool{0: row.first, 11 * time.Hour: row.first, 12 * time.Hour: false,
			-time.Hour: false} {
			if got := s.first(now.Add(after)); got != want {
				t.Errorf("%s, %v later: told %v, want %v", row.why, after, got, want)
			}
		}
	}
}
