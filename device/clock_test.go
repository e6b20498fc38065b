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
	cfg.Quiet = Quiet{Window{at("22:00"), at("07:00")}, 10}
	cfg.Schedule = []Block{{From: at("22:00"), To: at("07:00"), Widget: FirstWidget("second")}}
	saved.Settings.Mode, saved.Settings.Saver = ScheduleMode, night
	for now, on := range map[time.Time]bool{wrong: false, right: true} {
		s := newState(cfg, saved, now)
		alarm := cat(0)
		s.track = trackOf(&alarm, "1")
		s.step(now)
		if app, _ := s.selected(now); (app.Package == "second") != on {
			t.Errorf("in %d the schedule selects %s", now.Year(), app.Package)
		}
		if s.saverOn != on {
			t.Errorf("in %d the screensaver is on: %v", now.Year(), s.saverOn)
		}
		if v := s.sound(now).Volume; (v == 10) != on {
			t.Errorf("in %d the volume is %d", now.Year(), v)
		}
	}
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
		{"before the program was built", time.Time{}, time.Unix(100, 0), false, false, true},
	}
	for _, row := range rows {
		c := NewWallClock(built, row.saved)
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
	if !(WallClock{}).Plausible(time.Time{}) {
		t.Error("the zero value does not trust")
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

// TestNextWall: the rules look again when a time of day comes, and when the zone
// changes, which moves them all.
func TestNextWall(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
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
		if got := nextWall(row.now.In(berlin), row.times...); !got.Equal(row.want) {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
}

func TestWallClock(t *testing.T) {
	day := 24 * time.Hour
	rows := []struct {
		name  string
		judge WallClock
		want  bool
	}{
		{"the zero value trusts any", WallClock{}, true},
		{"after both", NewWallClock(start.Add(-day), start.Add(-2*day)), true},
		{"before the program was built", NewWallClock(start.Add(day), start.Add(-day)), false},
		{"before the last time saved", NewWallClock(start.Add(-day), start.Add(day)), false},
		{"at that time", NewWallClock(start, start), true},
	}
	for _, row := range rows {
		if got := row.judge.Plausible(start); got != row.want {
			t.Errorf("%s: %v", row.name, got)
		}
	}
}
