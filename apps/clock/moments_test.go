// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/astro"
)

// eclipseDays are those of the eclipses of which astro's test has the published times.
var eclipseDays = []struct {
	place     string
	lat, long float64
	day       string
}{
	{"Dallas", 32.777, -96.797, "2024-04-08"},
	{"Nashville", 36.163, -86.782, "2017-08-21"},
	{"London", 51.507, -0.128, "2021-06-10"},
	{"Madrid", 40.417, -3.703, "2026-08-12"},
	{"Berlin", 52.52, 13.405, "2025-09-07"},
	{"New York", 40.713, -74.006, "2025-03-14"},
	{"Lisbon", 38.72, -9.14, "2026-08-28"},
	{"London", 51.507, -0.128, "2023-10-28"},
	{"Berlin, the day after", 52.52, 13.405, "2025-09-08"},
}

// TestPeaks finds by its two steps the moment that a look at every two minutes of the day finds.
func TestPeaks(t *testing.T) {
	for _, row := range eclipseDays {
		day, _ := time.Parse(time.DateOnly, row.day)
		var want peak
		for at := day; at.Before(day.AddDate(0, 0, 1)); at = at.Add(2 * time.Minute) {
			if e := astro.EclipseAt(at, row.lat, row.long); e.Covered() > want.Covered() {
				want = peak{at, e}
			}
		}
		var p peaks
		if got := p.on(day.Add(15*time.Hour), &kit.Location{Latitude: row.lat, Longitude: row.long}); got != want {
			t.Errorf("%s: %v of %v, want %v of %v", row.place, got.at, got.Covered(), want.at, want.Covered())
		}
	}
}
