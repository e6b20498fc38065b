// SPDX-License-Identifier: Apache-2.0

package astro

import (
	"math"
	"testing"
	"time"
)

// TestEclipses compares with the local circumstances that NASA and timeanddate.com publish: the largest
// magnitude of a day, and when.
func TestEclipses(t *testing.T) {
	for _, row := range []struct {
		place     string
		lat, long float64
		day, most string // of UTC
		covered   float64
		lunar     bool
	}{
		{"Dallas, total", 32.777, -96.797, "2024-04-08", "18:42:39", 1.0, false},
		{"Nashville, total", 36.163, -86.782, "2017-08-21", "18:28:25", 1.0, false},
		{"London, a fifth", 51.507, -0.128, "2021-06-10", "10:13:00", 0.31, false},
		{"Madrid, all but total", 40.417, -3.703, "2026-08-12", "18:32:10", 0.999, false},
		{"Berlin, total eclipse of the moon", 52.52, 13.405, "2025-09-07", "18:11:47", 1.362, true},
		{"New York, total eclipse of the moon", 40.713, -74.006, "2025-03-14", "06:58:43", 1.178, true},
		{"Lisbon, most of the moon", 38.72, -9.14, "2026-08-28", "04:12:52", 0.930, true},
		{"London, a corner of the moon", 51.507, -0.128, "2023-10-28", "20:14:00", 0.122, true},
	} {
		day, _ := time.Parse(time.DateOnly, row.day)
		var most float64
		var at time.Time
		for s := 0; s < 24*3600; s += 20 {
			now := day.Add(time.Duration(s) * time.Second)
			if e := EclipseAt(now, row.lat, row.long); e.Covered() > most && e.Lunar == row.lunar {
				most, at = e.Covered(), now
			}
		}
		want, _ := time.Parse(time.DateTime, row.day+" "+row.most)
		if late := at.Sub(want).Abs(); late > 90*time.Second {
			t.Errorf("%s: at %s, want %s", row.place, at.Format(time.TimeOnly), row.most)
		}
		if math.Abs(most-row.covered) > 0.02 && !(most >= 1 && row.covered == 1) {
			t.Errorf("%s: covered by %.3f, want %.3f", row.place, most, row.covered)
		}
	}
}

// TestNoEclipse: where the sun or the moon is down, and in a month without one.
func TestNoEclipse(t *testing.T) {
	for _, row := range []struct {
		why       string
		lat, long float64
		from      string
		lasts     time.Duration
	}{
		{"the sun is down in Sydney", -33.87, 151.21, "2026-08-12 15:00:00", 5 * time.Hour},
		{"the moon is down in London", 51.507, -0.128, "2025-03-14 08:00:00", 10 * time.Hour},
		{"the moon passes above the sun", 51.507, -0.128, "2026-11-01 00:00:00", 30 * 24 * time.Hour},
	} {
		from, _ := time.Parse(time.DateTime, row.from)
		for after := time.Duration(0); after < row.lasts; after += 5 * time.Minute {
			if e := EclipseAt(from.Add(after), row.lat, row.long); e != (Eclipse{}) {
				t.Errorf("%s: %+v after %v", row.why, e, after)
				break
			}
		}
	}
}

// TestEclipseTurns: in Spain the moon comes from the right of the sinking sun, and leaves it to the left.
func TestEclipseTurns(t *testing.T) {
	at := time.Date(2026, 8, 12, 17, 50, 0, 0, time.UTC)
	first, last := EclipseAt(at, 43.37, -8.4), EclipseAt(at.Add(80*time.Minute), 43.37, -8.4)
	if first.X <= 0 || last.X >= 0 || first.Covered() == 0 || last.Covered() == 0 {
		t.Errorf("%+v, then %+v", first, last)
	}
}
