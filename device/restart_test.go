// SPDX-License-Identifier: Apache-2.0

package device

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

func TestRestart(t *testing.T) {
	var saved Saved
	var visible, waiting, short string
	story(t, nil, func(t *testing.T, r *rig) {
		visible = r.post(notice(note.PriorityCritical))
		waiting = r.post(notice(note.PriorityInfo))
		n := notice(note.PriorityInfo)
		n.Lifetime = 10 * time.Second
		short = r.post(n)
		time.Sleep(time.Second)
		r.must(r.Wake(background))
		saved = r.saved()
	})
	restart := func(off time.Duration) func(*Config, *Saved) {
		return func(_ *Config, s *Saved) {
			*s = saved
			s.At = time.Now().Add(-off)
		}
	}
	storyOf(t, "at once", restart(0), func(t *testing.T, r *rig) {
		r.shows(visible, "the visible one is shown again")
		r.outcome(waiting, "")
		time.Sleep(stand)
		r.shows(waiting, "then the next")
		it, _ := r.Lookup(background, waiting)
		if left := time.Until(it.Expires); left > note.DefaultLifetime {
			t.Errorf("%v are left of its lifetime, more than it had", left)
		}
	})
	storyOf(t, "after a while", restart(time.Minute), func(t *testing.T, r *rig) {
		r.outcome(short, note.OutcomeExpired)
		r.outcome(waiting, "")
		if items, _ := r.Queue(background); len(items) != 2 {
			t.Errorf("%d are alive, want 2: the expired one does not come back", len(items))
		}
	})
	t.Run("of a program that is younger than the clock says", func(t *testing.T) {
		younger := func(c *Config, s *Saved) {
			restart(time.Hour)(c, s)
			c.Clock = NewWallClock(time.Now().Add(time.Minute), s.At)
		}
		story(t, younger, func(t *testing.T, r *rig) {
			r.outcome(short, "")
			r.outcome(waiting, "")
		})
	})
	t.Run("with a clock that does not know the time", func(t *testing.T) {
		implausible := func(c *Config, s *Saved) {
			restart(-10*365*24*time.Hour)(c, s) // saved in what is now the future
			c.Clock = NewWallClock(time.Time{}, s.At)
		}
		story(t, implausible, func(t *testing.T, r *rig) {
			r.outcome(short, "")
			r.outcome(waiting, "")
		})
	})
}

// TestUnsureClock: what is saved before a Pi has learnt the time says nothing
// about how long it was off, and does not make that time plausible.
func TestUnsureClock(t *testing.T) {
	known := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	judge := NewWallClock(time.Time{}, known)
	var saved Saved
	var id string
	learning := func(c *Config, s *Saved) { c.Clock, s.At = judge, known }
	story(t, learning, func(t *testing.T, r *rig) { // in 2000
		n := notice(note.PriorityInfo)
		n.Cycles = 0
		r.post(n)
		id = r.post(notice(note.PriorityInfo))
		saved = r.saved()
		if !saved.At.Equal(known) || !saved.Unsure {
			t.Errorf("saved at %v, unsure %v; want the last plausible time, %v, and that it is not now", saved.At,
				saved.Unsure, known)
		}
	})
	later := func(c *Config, s *Saved) {
		time.Sleep(time.Until(known.Add(time.Hour)))
		*s, c.Clock = saved, NewWallClock(time.Time{}, saved.At)
	}
	story(t, later, func(t *testing.T, r *rig) {
		r.outcome(id, "")
		if s := r.saved(); s.Unsure || s.At.Before(known.Add(time.Hour)) {
			t.Errorf("saved at %v, unsure %v; want now, for sure", s.At, s.Unsure)
		}
	})
}

// TestRestartRemembersKeys: a POST that is tried again after a power cut does
// not show what is there already.
func TestRestartRemembersKeys(t *testing.T) {
	var saved Saved
	var id string
	story(t, nil, func(t *testing.T, r *rig) {
		first := done(r.Notify(background, notice(note.PriorityInfo), "k"))(r)
		id, saved = first, r.saved()
	})
	story(t, func(_ *Config, s *Saved) { *s = saved }, func(t *testing.T, r *rig) {
		again, err := r.Notify(background, notice(note.PriorityInfo), "k")
		if err != nil || again != id {
			t.Errorf("the same key after a restart: id %s (%v), want %s", again, err, id)
		}
	})
}

// TestVisibleOverARestart: the lifetime of what was visible did not run, neither
// while the device was off.
func TestVisibleOverARestart(t *testing.T) {
	for _, lifetime := range []time.Duration{0, 10 * time.Second} {
		change := func(_ *Config, s *Saved) {
			s.At = time.Now().Add(-time.Hour)
			s.Waiting = []SavedEntry{{ID: "1", Left: lifetime, Visible: true, Notification: notice(note.PriorityInfo)}}
		}
		story(t, change, func(t *testing.T, r *rig) {
			r.shows("1", "it is shown again")
			if lifetime == 0 {
				return
			}
			r.post(notice(note.PriorityCritical))
			time.Sleep(stand)
			r.shows("1", "and has what was left of its lifetime")
		})
	}
}

// TestRestartRefuses what this version of the program does not allow.
func TestRestartRefuses(t *testing.T) {
	change := func(_ *Config, s *Saved) {
		s.Waiting = []SavedEntry{{ID: "1", Left: time.Minute, Notification: note.Notification{Frames: text("x"), Cycles: -1}}}
	}
	story(t, change, func(t *testing.T, r *rig) {
		r.shows("", "it is not allowed")
		r.outcome("1", note.OutcomeRefused)
	})
}

// TestRestoreChanges: what a start finds as it left it is not written again.
func TestRestoreChanges(t *testing.T) {
	now := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	rows := []struct {
		name string
		left time.Duration
		n    note.Notification
		want bool
	}{
		{"one that still waits", time.Hour, notice(note.PriorityInfo), false},
		{"one that has expired", time.Second, notice(note.PriorityInfo), true},
		{"one that this program refuses", time.Hour, note.Notification{}, true},
	}
	for _, row := range rows {
		saved := Fresh()
		saved.At, saved.Waiting = now.Add(-time.Minute), []SavedEntry{{ID: "1", Left: row.left, Notification: row.n}}
		if s := newState(testConfig(t), saved, now); s.changed != row.want {
			t.Errorf("%s: changed %v, want %v", row.name, s.changed, row.want)
		}
	}
}

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

// TestBackupAndRestore: secrets leave the device only when they are asked for, a
// stand-in keeps the secret that is there, and nothing changes before the next start.
func TestBackupAndRestore(t *testing.T) {
	p := newPuppet("puppet")
	story(t, with(p), func(t *testing.T, r *rig) {
		r.configure(`{"city":"Oslo","token":"s3cret"}`)
		whole := done(r.Backup(background, true))(r)
		plain := done(r.Backup(background, false))(r)
		if got := string(whole.Apps.Widgets[1].Settings); got != `{"city":"Oslo","token":"s3cret"}` {
			t.Errorf("with secrets: %s", got)
		}
		if got := string(plain.Apps.Widgets[1].Settings); got != `{"city":"Oslo","token":{"set":true}}` {
			t.Errorf("without secrets: %s", got)
		}
		refused := func(restored Restored, says string) {
			t.Helper()
			if _, _, err := r.Restored(background, restored); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%v, want %q", err, says)
			}
		}
		bad := plain
		bad.Volume = 101
		refused(Restored{Settings: bad}, "volume: 101")
		bad = whole
		bad.Apps.Widgets = append([]WidgetSettings(nil), whole.Apps.Widgets...)
		bad.Apps.Widgets[1].Settings = json.RawMessage(`{"size":1000}`)
		refused(Restored{Settings: bad}, "apps.widgets[1].settings.size")
		refused(Restored{Settings: plain, Identity: Identity{ID: "1"}}, "identity: a field is missing")
		plain.Volume = 7
		next, now, err := r.Restored(background, Restored{Settings: plain})
		r.must(err)
		if next.Settings.Volume != 7 || next.Identity != r.Identity() ||
			string(next.Settings.Apps.Widgets[1].Settings) != `{"city":"Oslo","token":"s3cret"}` || len(next.Apps) == 0 {
			t.Errorf("next %+v", next)
		}
		if now.Settings.Volume == 7 || now.Identity != r.Identity() || len(now.Apps) != len(next.Apps) {
			t.Errorf("now %+v", now)
		}
		id := NewIdentity()
		next, now, err = r.Restored(background, Restored{Settings: plain, Identity: id})
		r.must(err)
		if next.Identity != id || now.Identity != r.Identity() {
			t.Errorf("identities %v and %v", next.Identity, now.Identity)
		}
		if got := r.saved(); got.Settings.Volume == 7 || got.Identity != r.Identity() {
			t.Errorf("in force before the next start: %+v", got.Settings)
		}
	})
}

// TestLater: what is still to be read after a restart keeps its place before what comes
// meanwhile, counts, can be dismissed, and shows when it has come.
func TestLater(t *testing.T) {
	stored := &Stored{JSON: []byte(`{"file":"x"}`)}
	entry := func(id string, p note.Priority) SavedEntry {
		return SavedEntry{ID: id, Left: time.Hour, Priority: p, Stored: stored}
	}
	change := func(_ *Config, s *Saved) {
		s.At, s.Reserved = time.Now(), 100
		first := entry("1", note.PriorityWarning)
		first.Visible, first.Left = true, 0
		s.Waiting = []SavedEntry{first, entry("2", note.PriorityInfo), entry("3", note.PriorityInfo)}
	}
	content := func(id string, p note.Priority) SavedEntry {
		e := entry(id, p)
		e.Notification = notice(p)
		e.Notification.Lifetime = time.Hour
		return e
	}
	story(t, change, func(t *testing.T, r *rig) {
		info := r.post(notice(note.PriorityInfo))
		r.order(t, "1", "2", "3", info)
		if items, _ := r.Queue(background); items[0].Reason == "" || len(items[0].Frames) != 1 ||
			items[0].Priority != note.PriorityWarning {
			t.Errorf("the first is told as %+v", items[0])
		}
		if s := r.saved(); !s.Waiting[0].Later() || !s.Waiting[0].Visible && s.Waiting[0].Stored != stored ||
			s.Waiting[0].Priority != note.PriorityWarning {
			t.Errorf("saved meanwhile: %+v", s.Waiting[0])
		}
		alarm := notice(note.PriorityCritical)
		critical := r.post(alarm)
		r.shows(critical, "a critical one waits for none of them")
		r.order(t, critical, "1", "2", "3", info)
		must.Do(t, r.Dismiss(background, "2"))
		if it, err := r.Lookup(background, "2"); err != nil || it.Outcome != note.OutcomeDismissed || it.Frames != nil {
			t.Errorf("dismissed: %+v, %v", it, err)
		}
		time.Sleep(stand)
		r.outcome(critical, note.OutcomeShown)
		if _, ok, _ := r.Current(background); ok {
			t.Error("something passes the one that is to be read")
		}
		r.must(r.Arrive(background, content("1", note.PriorityWarning)))
		r.shows("1", "it has come, and was visible before")
		r.must(r.Arrive(background, content("2", note.PriorityInfo))) // too late
		bad := content("3", note.PriorityInfo)
		bad.Notification.Frames = nil
		r.must(r.Arrive(background, bad))
		r.outcome("3", note.OutcomeRefused)
		time.Sleep(stand)
		r.shows(info, "the last")
		r.order(t, info)
	})
}

// TestLaterIsStripped like any other that was visible at two crashes.
func TestLaterIsStripped(t *testing.T) {
	e := SavedEntry{ID: "1", Left: time.Hour, Visible: true, Ends: 2, Stored: &Stored{JSON: []byte(`{"file":"x"}`)}}
	story(t, func(_ *Config, s *Saved) { s.At, s.Waiting = time.Now(), []SavedEntry{e} }, func(t *testing.T, r *rig) {
		e.Notification = foreign()
		r.must(r.Arrive(background, e))
		if it, err := r.Lookup(background, "1"); err != nil || it.Sound != nil || it.Reason == "" {
			t.Errorf("%+v, %v", it, err)
		}
		if s := r.saved(); s.Waiting[0].Stored != nil || s.Waiting[0].Notification.Sound != nil {
			t.Errorf("saved: %+v", s.Waiting[0])
		}
	})
}

// order checks what waits, the visible one first.
func (r *rig) order(t *testing.T, want ...string) {
	t.Helper()
	items, err := r.Queue(background)
	var got []string
	for _, it := range items {
		got = append(got, it.ID)
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v waits, want %v; %v", got, want, err)
	}
}

// TestStandingIsNotSaved: what is visible for long changes nothing on the disk.
func TestStandingIsNotSaved(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		n := notice(note.PriorityInfo)
		n.Cycles = 0
		r.post(n)
		time.Sleep(30 * time.Second)
		before := r.saves()
		time.Sleep(time.Hour)
		if n := r.saves() - before; n != 0 {
			t.Errorf("saved %d times", n)
		}
	})
}
