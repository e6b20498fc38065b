// SPDX-License-Identifier: Apache-2.0

package region

import (
	"errors"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// TestPatched: what is sent is set, all else stays, and a wrong value changes nothing.
func TestPatched(t *testing.T) {
	def := Settings{"en", 24, "mon", "C", "dmy"}
	for _, row := range []struct {
		why   string
		patch Patch
		want  Settings
		field string // of the fault
	}{
		{"nothing", Patch{}, def, ""},
		{"all", Patch{new("fr"), new(12), new("sun"), new("F"), new("ymd")}, Settings{"fr", 12, "sun", "F", "ymd"}, ""},
		{"one", Patch{Hours: new(12)}, Settings{"en", 12, "mon", "C", "dmy"}, ""},
		{"no such language", Patch{Language: new("tlh"), Hours: new(12)}, Settings{}, "language"},
		{"13 hours", Patch{Hours: new(13)}, Settings{}, "hours"},
		{"a week from Tuesday", Patch{FirstDay: new("tue")}, Settings{}, "first_day"},
		{"kelvin", Patch{Temperature: new("K")}, Settings{}, "temperature"},
		{"day, year, month", Patch{Date: new("dym")}, Settings{}, "date"},
	} {
		got, err := Settings{}.Patched(row.patch)
		var fault *note.InvalidError
		if errors.As(err, &fault); got != row.want || (fault == nil) != (row.field == "") ||
			fault != nil && fault.Field != row.field {
			t.Errorf("%s: %+v, %v", row.why, got, err)
		}
	}
	s := Settings{"fr", 13, "sun", "K", "ymd"}
	if faults := s.Mend(); len(faults) != 2 || s != (Settings{"fr", 0, "sun", "", "ymd"}) {
		t.Errorf("a file's %+v, %v", s, faults)
	}
}

// TestTexts: times and dates as their owners write them.
func TestTexts(t *testing.T) {
	at := time.Date(2026, 11, 3, 18, 5, 0, 0, time.UTC)
	for _, row := range []struct {
		s                 Settings
		clock, long, date string
	}{
		{Settings{}.WithDefaults(), "18:05", "18:05", "3 NOV 2026"},
		{Settings{Hours: 12, Date: "mdy"}, "6:05", "6:05 PM", "NOV 3 2026"},
		{Settings{Hours: 24, Date: "ymd"}, "18:05", "18:05", "2026 NOV 3"},
	} {
		if got := at.Format(row.s.Clock()); got != row.clock {
			t.Errorf("%+v: %q", row.s, got)
		}
		if got := at.Format(row.s.Clock() + row.s.Half()); got != row.long {
			t.Errorf("%+v: %q", row.s, got)
		}
		if got := row.s.Order("3", "NOV", "2026"); got != row.date {
			t.Errorf("%+v: %q", row.s, got)
		}
	}
	if got := (Settings{Date: "mdy"}).Order("", "NOV", "2026"); got != "NOV 2026" {
		t.Errorf("without a day: %q", got)
	}
}
