// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"
	"time"
)

// TestImplausibleClock: while the wall clock cannot be right, what goes by the
// time of day is off; a step of the clock is noticed with the next Wake.
func TestImplausibleClock(t *testing.T) {
	built := start.Add(-time.Hour) // the program is younger than the clock says
	wrong := time.Date(2000, 1, 1, 23, 0, 0, 0, time.UTC)
	right := time.Date(2026, 1, 1, 23, 0, 0, 0, time.UTC)
	night := SaverSettings{Enabled: true, TimeBased: true, Start: at("22:00"), End: at("06:00")}
	cfg, saved := testConfig(t), Fresh()
	cfg.Clock = NewWallClock(built, time.Time{})
	cfg.Quiet = Quiet{Window: Window{Start: at("22:00"), End: at("07:00")}, Max: 10}
	cfg.Schedule = []Block{{From: at("22:00"), To: at("07:00"), Widget: FirstWidget("second")}}
	saved.Settings.Mode, saved.Settings.Saver = ScheduleMode, night
	for now, on := range map[time.Time]bool{wrong: false, right: true} {
		s := newState(cfg, saved, now)
		alarm := cat(0)
		s.track = trackOf(&alarm, "1")
		s.step(now)
		if app, _ := s.rotation.Step(now); (app.Package == "second") != on {
			t.Errorf("in %d the schedule selects %s", now.Year(), app.Package)
		}
		if s.around.Saver != on {
			t.Errorf("in %d the screensaver is on: %v", now.Year(), s.around.Saver)
		}
		if v := s.sound(now).Volume; (v == 10) != on {
			t.Errorf("in %d the volume is %d", now.Year(), v)
		}
	}
}

// TestWrongClockIsForgotten: one save while the clock was wrong in the future
// counts until the system knows the time; then the right time is saved.
func TestWrongClockIsForgotten(t *testing.T) {
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	cfg, saved := testConfig(t), Fresh()
	saved.At = now.AddDate(5, 0, 0)
	cfg.Clock = NewWallClock(now.AddDate(0, -1, 0), saved.At)
	s := newState(cfg, saved, now)
	if kept := s.save(now); !kept.Unsure || !kept.At.Equal(saved.At) {
		t.Errorf("before anybody knows: %v, unsure %v", kept.At, kept.Unsure)
	}
	cfg.Clock.Synchronized()
	if kept := s.save(now); kept.Unsure || !kept.At.Equal(now) {
		t.Errorf("synchronised: %v, unsure %v, want %v", kept.At, kept.Unsure, now)
	}
}
