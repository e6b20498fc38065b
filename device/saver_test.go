// SPDX-License-Identifier: Apache-2.0

package device

import (
	"reflect"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

func at(s string) TimeOfDay {
	t, err := ParseTimeOfDay(s)
	if err != nil {
		panic(err)
	}
	return t
}

// active walks through a night in steps of a minute, letting the device wake by
// itself, and returns when the screensaver was on, as local times.
func active(t *testing.T, r *rig, zone *time.Location, minutes int) (on, off []string) {
	t.Helper()
	was := false
	for range minutes {
		time.Sleep(time.Minute)
		d := done(r.Display(background))(r)
		if d.Screensaver.Active != was {
			was = !was
			now := time.Now().In(zone).Format("01-02 15:04 MST")
			if was {
				on = append(on, now)
			} else {
				off = append(off, now)
			}
		}
	}
	return on, off
}

func TestTimeBasedOverClockChanges(t *testing.T) {
	berlin := must.Get(time.LoadLocation("Europe/Berlin"))(t)
	rows := []struct {
		name, start, end string
		from             time.Time
		on, off          string
	}{
		{"22 to 6 in the night to summer time", "22:00", "06:00", time.Date(2000, 3, 25, 20, 0, 0, 0, berlin),
			"03-25 22:00 CET", "03-26 06:00 CEST"},
		{"22 to 6 in the night to winter time", "22:00", "06:00", time.Date(2000, 10, 28, 20, 0, 0, 0, berlin),
			"10-28 22:00 CEST", "10-29 06:00 CET"},
		{"a start in the hour that is skipped", "02:30", "06:00", time.Date(2000, 3, 25, 20, 0, 0, 0, berlin),
			"03-26 03:00 CEST", "03-26 06:00 CEST"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			change := func(c *Config, s *Saved) {
				c.Zone = NewZone(berlin)
				time.Sleep(time.Until(row.from))
				s.Settings.Saver = SaverSettings{Enabled: true, TimeBased: true, Start: at(row.start), End: at(row.end)}
			}
			story(t, change, func(t *testing.T, r *rig) {
				on, off := active(t, r, berlin, 12*60)
				if len(on) != 1 || len(off) != 1 || on[0] != row.on || off[0] != row.off {
					t.Errorf("on at %v, off at %v; want %s, %s", on, off, row.on, row.off)
				}
			})
		})
	}
}

// TestSaverWakesByItself would fail if nothing woke the device at the edges of
// the window: no call is made in between.
func TestSaverWakesByItself(t *testing.T) {
	change := func(_ *Config, s *Saved) {
		s.Settings.Saver = SaverSettings{Enabled: true, TimeBased: true, Start: at("01:00"), End: at("02:00")}
		s.Settings.Mode, s.Settings.App = ManualMode, "second"
	}
	story(t, change, func(t *testing.T, r *rig) {
		time.Sleep(time.Hour)
		before := r.scene().ID
		n := notice(note.PriorityInfo)
		n.Lifetime = 10 * time.Hour
		r.post(n)
		r.shows("", "hidden by the screensaver")
		time.Sleep(time.Hour)
		if r.scene().ID == before {
			t.Error("the notification is not shown when the screensaver ends")
		}
	})
}

func TestGMTIsDerivedFromLocalTime(t *testing.T) {
	berlin, _ := time.LoadLocation("Europe/Berlin")
	// no turns in half a year
	alone := func(c *Config, _ *Saved) { c.Zone, c.Apps, c.Widgets = NewZone(berlin), c.Apps[:1], both[:1] }
	story(t, alone, func(t *testing.T, r *rig) {
		patch := ScreensaverPatch{Mode: new(TimeBased), ModeEnabled: new(true), Start: new(at("21:00"))}
		r.display(DisplayPatch{Screensaver: &patch})
		d, _ := r.Display(background)
		if w := d.Screensaver.TimeBased; w.Start != at("22:00") || w.StartGMT != at("21:00") || w.End != at("06:00") {
			t.Errorf("in winter: %+v, want 21:00 GMT as 22:00, the end as it was", w)
		}
		time.Sleep(180 * 24 * time.Hour)
		d, _ = r.Display(background)
		if w := d.Screensaver.TimeBased; w.Start != at("22:00") || w.StartGMT != at("20:00") {
			t.Errorf("in summer: %+v, want 22:00 still, as 20:00 GMT", w)
		}
	})
}

func TestSaverSwitches(t *testing.T) {
	rows := []struct {
		name string
		do   []ScreensaverPatch
		want SaverSettings
	}{
		{"enabling one disables the other",
			[]ScreensaverPatch{{Mode: new(TimeBased), ModeEnabled: new(true)}, {Mode: new(WhenDark), ModeEnabled: new(true)}},
			SaverSettings{WhenDark: true, Last: WhenDark}},
		{"the master re-enables the last one used",
			[]ScreensaverPatch{{Mode: new(WhenDark), ModeEnabled: new(true)}, {Mode: new(WhenDark), ModeEnabled: new(false)},
				{Enabled: new(true)}},
			SaverSettings{Enabled: true, WhenDark: true, Last: WhenDark}},
		{"the master leaves a mode that is on",
			[]ScreensaverPatch{{Mode: new(TimeBased), ModeEnabled: new(true)}, {Enabled: new(true)}},
			SaverSettings{Enabled: true, TimeBased: true, Last: TimeBased}},
		{"the master with a mode switches to it",
			[]ScreensaverPatch{{Mode: new(TimeBased), ModeEnabled: new(true)}, {Enabled: new(true), Mode: new(WhenDark)}},
			SaverSettings{Enabled: true, WhenDark: true, Last: WhenDark}},
		{"the master with a mode and its times switches to it",
			[]ScreensaverPatch{{Enabled: new(true), Mode: new(TimeBased), Start: new(at("20:00"))}},
			SaverSettings{Enabled: true, TimeBased: true, Last: TimeBased, Start: at("20:00")}},
		{"a mode that is said to be off is off, whatever the master is",
			[]ScreensaverPatch{{Mode: new(TimeBased), ModeEnabled: new(true)},
				{Enabled: new(true), Mode: new(TimeBased), ModeEnabled: new(false)}},
			SaverSettings{Enabled: true, Last: TimeBased}},
		{"a mode that is said to be off leaves the other",
			[]ScreensaverPatch{{Enabled: new(true), Mode: new(WhenDark)},
				{Enabled: new(true), Mode: new(TimeBased), ModeEnabled: new(false)}},
			SaverSettings{Enabled: true, WhenDark: true, Last: WhenDark}},
		{"the master switched off with a mode leaves the mode",
			[]ScreensaverPatch{{Enabled: new(true), Mode: new(WhenDark)}, {Enabled: new(false), Mode: new(TimeBased)}},
			SaverSettings{WhenDark: true, Last: WhenDark}},
		{"times without a mode are those of the time based one",
			[]ScreensaverPatch{{Enabled: new(true), Mode: new(WhenDark)}, {Start: new(at("20:00")), End: new(at("21:00"))}},
			SaverSettings{Enabled: true, WhenDark: true, Last: WhenDark, Start: at("20:00"), End: at("21:00")}},
		{"a time with a switch, without a mode",
			[]ScreensaverPatch{{Enabled: new(true), Mode: new(WhenDark)}, {ModeEnabled: new(true), End: new(at("21:00"))}},
			SaverSettings{Enabled: true, TimeBased: true, Last: TimeBased, End: at("21:00")}},
		{"a switch without a mode is that of the mode that is on",
			[]ScreensaverPatch{{Enabled: new(true), Mode: new(WhenDark)}, {ModeEnabled: new(false)}},
			SaverSettings{Enabled: true, Last: WhenDark}},
		{"or of the time based one that is on",
			[]ScreensaverPatch{{Enabled: new(true), Mode: new(TimeBased)}, {ModeEnabled: new(false)}},
			SaverSettings{Enabled: true, Last: TimeBased}},
		{"or of the last one used",
			[]ScreensaverPatch{{Mode: new(WhenDark), ModeEnabled: new(true)}, {ModeEnabled: new(false)},
				{Enabled: new(true), ModeEnabled: new(true)}},
			SaverSettings{Enabled: true, WhenDark: true, Last: WhenDark}},
		{"a mode alone switches nothing",
			[]ScreensaverPatch{{Enabled: new(true), Mode: new(WhenDark)}, {Mode: new(TimeBased)}},
			SaverSettings{Enabled: true, WhenDark: true, Last: WhenDark}},
		{"times alone switch nothing",
			[]ScreensaverPatch{{Mode: new(TimeBased), Start: new(at("20:00"))}},
			SaverSettings{Last: TimeBased, Start: at("20:00")}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			saved := Fresh()
			saved.Settings.Saver.Start, saved.Settings.Saver.End, saved.Settings.Saver.Brightness = 0, 0, 0
			s := newState(testConfig(t), saved, time.Now())
			for _, p := range row.do {
				must.Do(t, s.setDisplay(DisplayPatch{Screensaver: &p}, time.Now()))
			}
			if s.ambient.Saver != row.want {
				t.Errorf("%+v, want %+v", s.ambient.Saver, row.want)
			}
		})
	}
}

func TestPatchIsWholeOrNothing(t *testing.T) {
	rows := []struct {
		name  string
		patch DisplayPatch
		field string
	}{
		{"over the range", DisplayPatch{On: new(false), Brightness: new(101)}, "brightness"},
		{"under the range", DisplayPatch{Brightness: new(1)}, "brightness"},
		{"negative", DisplayPatch{BrightnessMode: new(ManualBrightness), Brightness: new(-1)}, "brightness"},
		{"over the limit", DisplayPatch{Brightness: new(81)}, "brightness"},
		{"no such widget",
			DisplayPatch{On: new(false), Screensaver: &ScreensaverPatch{Widget: new("x"), ModeEnabled: new(true)}},
			"screensaver.widget"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			cfg := testConfig(t)
			cfg.Limits.BrightnessLimit.Max, cfg.Limits.BrightnessRange.Min = 80, 2
			s := newState(cfg, Fresh(), time.Now())
			before := s.settings()
			faulty(t, s.setDisplay(row.patch, time.Now()), row.field)
			if !reflect.DeepEqual(s.settings(), before) {
				t.Error("a part of it was applied")
			}
		})
	}
}

func TestModesOfTheApps(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		clock := r.scene().ID
		time.Sleep(20 * time.Second)
		if r.scene().ID == clock {
			t.Error("auto: the apps do not take turns")
		}
		done(r.SetMode(background, KioskMode))(r)
		locked := r.scene().ID
		time.Sleep(time.Hour)
		r.must(r.Press(background, ButtonRight))
		if r.scene().ID != locked {
			t.Error("kiosk: the app is not locked")
		}
		done(r.SetMode(background, ManualMode))(r)
		r.must(r.Press(background, ButtonRight))
		if r.scene().ID == locked {
			t.Error("manual: the button does not switch")
		}
	})
	storyOf(t, "a mode that is chosen in the night does not lock the screensaver's clock", func(_ *Config, s *Saved) {
		s.Settings.Mode, s.Settings.App = ManualMode, FirstWidget("second")
	}, func(t *testing.T, r *rig) {
		second := r.scene().ID
		r.saver(true)
		if r.scene().ID == second {
			t.Error("the screensaver does not show the clock")
		}
		done(r.SetMode(background, KioskMode))(r)
		r.saver(false)
		if s := r.saved().Settings; s.App != FirstWidget("second") {
			t.Errorf("%s is locked, want the app that was selected", s.App)
		}
	})
	schedule := func(c *Config, _ *Saved) {
		c.Schedule = []Block{
			{From: at("07:00"), To: at("01:00"), Widget: FirstWidget("clock")},
			{From: at("01:00"), To: at("07:00"), Widget: FirstWidget("second")},
		}
	}
	storyOf(t, "schedule", schedule, func(t *testing.T, r *rig) {
		done(r.SetMode(background, ScheduleMode))(r)
		night := r.scene().ID
		time.Sleep(time.Hour - time.Second)
		if r.scene().ID != night {
			t.Error("before 01:00 yesterday's last slot goes on")
		}
		time.Sleep(time.Second)
		if r.scene().ID == night {
			t.Error("at 01:00 nothing switched")
		}
	})
}
