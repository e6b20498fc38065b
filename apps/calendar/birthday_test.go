// SPDX-License-Identifier: Apache-2.0

package calendar

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/ics"
)

// TestBirthday: an event of the whole day today, by its title in any of six languages.
func TestBirthday(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 11, 20+n, 0, 0, 0, 0, time.UTC) }
	now := day(0).Add(13 * time.Hour)
	for _, row := range []struct {
		why   string
		event ics.Event
		want  string
	}{
		{"English", ics.Event{Title: "Anna's Birthday", Start: day(0), End: day(1), AllDay: true}, "Anna's Birthday"},
		{"German", ics.Event{Title: "Geburtstag von Anna", Start: day(0), End: day(1), AllDay: true}, "Geburtstag von Anna"},
		{"Chinese", ics.Event{Title: "安娜的生日", Start: day(0), End: day(1), AllDay: true}, "安娜的生日"},
		{"tomorrow", ics.Event{Title: "Anna's birthday", Start: day(1), End: day(2), AllDay: true}, ""},
		{"yesterday", ics.Event{Title: "Anna's birthday", Start: day(-1), End: day(0), AllDay: true}, ""},
		{"with a time", ics.Event{Title: "Birthday party", Start: now.Add(-time.Hour), End: now.Add(time.Hour)}, ""},
		{"something else", ics.Event{Title: "Holiday", Start: day(0), End: day(1), AllDay: true}, ""},
	} {
		if got := birthday([]ics.Event{row.event}, now); got != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}
