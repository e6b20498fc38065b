// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// foreign has a sound and icons that a decoder may die of, and one that is built in.
func foreign() note.Notification {
	icon := ref(onePixel)
	n := withSound(note.Sound{URL: "http://192.0.2.1/a.mp3", Repeat: 3})
	n.Frames = []note.Frame{{Icon: icon, Text: text("a")[0].Text}, {Icon: icon}, {Icon: icon, Chart: []float64{1}},
		{Icon: ref("weather-sun")}}
	return n
}

// onePixel is a PNG of 1×1.
const onePixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// TestBlame: the visible one is blamed, else the next; a second time it loses
// what a decoder might have died of, and only that.
func TestBlame(t *testing.T) {
	n := foreign()
	was := Saved{Waiting: []SavedEntry{{ID: "1", Notification: n}, {ID: "2", Notification: n}}}
	s := was
	for end := 1; end <= 3; end++ {
		said := s.Blame()
		got := s.Waiting[0].Notification
		if bare := end >= 2; (got.Sound == nil) != bare || got.Frames[0].Icon.IsZero() != bare || (said != "") != bare ||
			(s.Waiting[0].Reason != "") != bare {
			t.Errorf("end %d: %+v, said %q", end, got, said)
		}
		if err := got.Validate(); err != nil || len(got.Frames) != 4 || got.Frames[0].Text[0].Text != "a" ||
			got.Frames[3].Icon != n.Frames[3].Icon {
			t.Errorf("end %d: %+v, %v", end, got, err)
		}
		if s.Unclean != end || s.Waiting[0].Ends != end || s.Waiting[1].Ends != 0 || s.Waiting[1].Notification.Sound == nil {
			t.Errorf("end %d: %+v", end, s)
		}
	}
	if n.Sound == nil || n.Frames[0].Icon.IsZero() || was.Waiting[0].Ends != 0 {
		t.Error("what was handed in has changed")
	}
	empty := Saved{}
	if said := empty.Blame(); said != "" || empty.Unclean != 1 || empty.Suspect() != "" {
		t.Errorf("nobody to blame: %q, %+v", said, empty)
	}
}

// TestBlameSparesWhatIsBuiltIn: no decoder of foreign data sees it.
func TestBlameSparesWhatIsBuiltIn(t *testing.T) {
	alarm := note.Sound{Category: "alarms", ID: "alarm1"}
	n := withSound(alarm)
	n.Frames = []note.Frame{{Icon: ref("weather-sun"), Text: text("a")[0].Text}, {Icon: ref("weather-rain")}}
	s := Saved{Waiting: []SavedEntry{{ID: "1", Notification: n}}}
	s.Blame()
	if said := s.Blame(); said != "" || s.Waiting[0].Reason != "" || s.Waiting[0].Notification.Sound != n.Sound ||
		s.Waiting[0].Notification.Frames[1].Icon != n.Frames[1].Icon {
		t.Errorf("%+v, said %q", s.Waiting[0], said)
	}
	n.Sound = &note.Sound{URL: "http://192.0.2.1/a.mp3", Repeat: 3, Fallback: &alarm}
	s = Saved{Waiting: []SavedEntry{{ID: "1", Ends: 1, Notification: n}}}
	s.Blame()
	if got := s.Waiting[0].Notification.Sound; got == nil ||
		*got != (note.Sound{Category: "alarms", ID: "alarm1", Repeat: 3}) {
		t.Errorf("the sound from the network was replaced by %+v, want its fallback", got)
	}
	n.Sound = &note.Sound{Tune: "a:d=4:c"}
	s = Saved{Waiting: []SavedEntry{{ID: "1", Ends: 1, Notification: n}}}
	if s.Blame(); s.Waiting[0].Notification.Sound != nil {
		t.Errorf("the tune stays: %+v", s.Waiting[0].Notification.Sound)
	}
}

// TestRebooted: ends in another boot of the machine do not count.
func TestRebooted(t *testing.T) {
	was := Saved{Unclean: 5, Waiting: []SavedEntry{{ID: "1", Ends: 2}, {ID: "2", Ends: 1}}}
	s := was
	s.Rebooted()
	if s.Unclean != 0 || s.Waiting[0].Ends != 0 || s.Waiting[1].Ends != 0 {
		t.Errorf("%+v", s)
	}
	if was.Waiting[0].Ends != 2 {
		t.Error("what was handed in has changed")
	}
}

// TestSuspect: where ends cannot be counted the first one counts as enough.
func TestSuspect(t *testing.T) {
	s := Saved{Waiting: []SavedEntry{{ID: "1", Notification: foreign()}}}
	if said := s.Suspect(); said != "" || s.Waiting[0].Notification.Sound == nil {
		t.Errorf("after an orderly end: %q", said)
	}
	s.Blame()
	if said := s.Suspect(); said == "" || s.Waiting[0].Notification.Sound != nil {
		t.Errorf("after another: %q", said)
	}
}

// TestSafeMode: at the third end it does not come back, and says why.
func TestSafeMode(t *testing.T) {
	change := func(_ *Config, s *Saved) {
		s.At = time.Now()
		s.Waiting = []SavedEntry{{ID: "1", Left: time.Hour, Ends: 3, Notification: notice(note.PriorityInfo)},
			{ID: "2", Left: time.Hour, Ends: 2, Reason: "why", Notification: notice(note.PriorityInfo)}}
	}
	story(t, change, func(t *testing.T, r *rig) {
		r.outcome("1", note.OutcomeRefused)
		r.shows("2", "the other")
		time.Sleep(stand)
		r.outcome("2", note.OutcomeShown)
		if it, _ := r.Lookup(background, "2"); it.Reason != "why" {
			t.Errorf("reason %q", it.Reason)
		}
	})
}

// TestForgive: what did not end the program in time is not blamed any more.
func TestForgive(t *testing.T) {
	change := func(_ *Config, s *Saved) {
		s.At, s.Unclean = time.Now(), 2
		long := notice(note.PriorityInfo)
		long.Cycles, long.Lifetime = 0, time.Hour
		s.Waiting = []SavedEntry{{ID: "1", Left: time.Hour, Ends: 1, Visible: true, Notification: long},
			{ID: "2", Left: time.Hour, Ends: 1, Notification: long}}
	}
	story(t, change, func(t *testing.T, r *rig) {
		ends := func(why string, unclean, visible, waiting int) {
			t.Helper()
			s := r.saved()
			if s.Unclean != unclean || s.Waiting[0].Ends != visible || s.Waiting[1].Ends != waiting {
				t.Errorf("%s: %d, visible %d, waiting %d", why, s.Unclean, s.Waiting[0].Ends, s.Waiting[1].Ends)
			}
		}
		time.Sleep(time.Minute - 1)
		ends("until it is calm", 2, 1, 1)
		time.Sleep(time.Nanosecond)
		ends("when it is", 0, 0, 1)
		time.Sleep(9 * time.Minute)
		ends("when there is no doubt", 0, 0, 0)
	})
}

// TestUrgent: critical notifications are written at once, others are not.
func TestUrgent(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		r.post(notice(note.PriorityWarning))
		if r.saved().Urgent {
			t.Error("a warning is urgent")
		}
		r.mu.Lock()
		r.urgent = false
		r.mu.Unlock()
		r.post(notice(note.PriorityCritical))
		if r.mu.Lock(); !r.urgent {
			t.Error("a critical one is not")
		}
		r.mu.Unlock()
	})
}

// TestEndedOverARestart: what became of them is still told.
func TestEndedOverARestart(t *testing.T) {
	var saved Saved
	var id string
	story(t, nil, func(t *testing.T, r *rig) {
		id = r.post(notice(note.PriorityCritical))
		time.Sleep(stand)
		saved = r.saved()
	})
	story(t, func(_ *Config, s *Saved) { *s = saved }, func(t *testing.T, r *rig) {
		r.outcome(id, note.OutcomeShown)
		if it, err := r.Lookup(background, id); err != nil || it.Priority != note.PriorityCritical || it.Expires.IsZero() {
			t.Errorf("%+v, %v", it, err)
		}
	})
}
