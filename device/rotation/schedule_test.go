// SPDX-License-Identifier: Apache-2.0

package rotation

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/walltime"
)

func TestBlockAt(t *testing.T) {
	for _, row := range []struct {
		why      string
		from, to string
		days     walltime.Days
		at       string // 2 January 2000 was a Sunday
		want     bool
	}{
		{"its beginning", "08:00", "10:00", 0, "2000-01-02 08:00:00", true},
		{"a second before", "08:00", "10:00", 0, "2000-01-02 07:59:59", false},
		{"its last second", "08:00", "10:00", 0, "2000-01-02 09:59:59", true},
		{"its end", "08:00", "10:00", 0, "2000-01-02 10:00:00", false},
		{"another day", "08:00", "10:00", 1 << 1, "2000-01-02 09:00:00", false},
		{"past midnight, in the evening", "22:00", "02:00", 1 << 0, "2000-01-02 22:00:00", true},
		{"before it", "22:00", "02:00", 1 << 0, "2000-01-02 21:59:59", false},
		{"past midnight, the next day", "22:00", "02:00", 1 << 0, "2000-01-03 01:59:59", true},
		{"its end there", "22:00", "02:00", 1 << 0, "2000-01-03 02:00:00", false},
		{"not in the night before", "22:00", "02:00", 1 << 0, "2000-01-02 01:00:00", false},
		{"a whole day", "06:00", "06:00", 1 << 0, "2000-01-02 06:00:00", true},
		{"into the next", "06:00", "06:00", 1 << 0, "2000-01-03 05:59:59", true},
		{"to its end", "06:00", "06:00", 1 << 0, "2000-01-03 06:00:00", false},
	} {
		from, err1 := walltime.ParseTimeOfDay(row.from)
		to, err2 := walltime.ParseTimeOfDay(row.to)
		at, err3 := time.Parse(time.DateTime, row.at)
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatal(err1, err2, err3)
		}
		if got := (Block{Days: row.days, From: from, To: to}).at(at); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}
