// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
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
			t.Errorf("saved at %v, unsure %v; want the last plausible time, %v, and that it is not now", saved.At, saved.Unsure, known)
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
		first, err := r.Notify(background, notice(note.PriorityInfo), "k")
		r.must(err)
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
