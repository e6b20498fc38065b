// SPDX-License-Identifier: Apache-2.0

package walltime

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/ledpost/ledpost/internal/must"
)

func at(s string) TimeOfDay {
	t, err := ParseTimeOfDay(s)
	if err != nil {
		panic(err)
	}
	return t
}

// TestJudge: what the system says counts most, then that somebody has set
// the clock, then the times that are known.
func TestJudge(t *testing.T) {
	built := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	rows := []struct {
		name                     string
		saved, now               time.Time
		alone, set, synchronized bool
	}{
		{"after both", built.AddDate(0, 1, 0), built.AddDate(0, 2, 0), true, true, true},
		{"before the last save, which was right or wrong", built.AddDate(3, 0, 0), built.AddDate(0, 2, 0), false, true, true},
		{"a last save that cannot have been right", built.AddDate(73, 0, 0), built.AddDate(0, 2, 0), true, true, true},
		{"at both", built, built, true, true, true},
		{"before the program was built", time.Time{}, time.Unix(100, 0), false, false, true},
	}
	for _, row := range rows {
		c := NewClock(built, row.saved)
		alone := c.Plausible(row.now)
		copied := c
		copied.Set()
		set := c.Plausible(row.now)
		c.Synchronized()
		c.Set() // which says less
		if alone != row.alone || set != row.set || c.Plausible(row.now) != row.synchronized {
			t.Errorf("%s: %v, set %v, synchronised %v, want %+v", row.name, alone, set, c.Plausible(row.now), row)
		}
	}
	if !(Clock{}).Plausible(time.Time{}) {
		t.Error("the zero value does not trust")
	}
}

// TestNext: the rules look again when a time of day comes, and when the zone
// changes, which moves them all.
func TestNext(t *testing.T) {
	berlin := must.Get(time.LoadLocation("Europe/Berlin"))(t)
	summer := time.Date(2000, 3, 26, 1, 0, 0, 0, time.UTC) // 02:00 CET becomes 03:00 CEST
	rows := []struct {
		name  string
		now   time.Time
		times []TimeOfDay
		want  time.Time
	}{
		{"later today", summer.Add(12 * time.Hour), []TimeOfDay{at("10:00"), at("22:00")}, summer.Add(19 * time.Hour)},
		{"tomorrow", summer.Add(12 * time.Hour), []TimeOfDay{at("10:00")}, summer.Add(31 * time.Hour)},
		{"now is not after now", summer.Add(7 * time.Hour), []TimeOfDay{at("10:00")}, summer.Add(31 * time.Hour)},
		{"the zone changes before", summer.Add(-time.Hour), []TimeOfDay{at("04:00")}, summer},
		{"in the hour that is skipped", summer.Add(-time.Minute), []TimeOfDay{at("02:30")}, summer},
	}
	for _, row := range rows {
		if got := Next(row.now.In(berlin), row.times...); !got.Equal(row.want) {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
}
