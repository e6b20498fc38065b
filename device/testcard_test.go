// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render/testcard"
)

// TestPatternIsOverEverything, and leaves everything as it was.
func TestPatternIsOverEverything(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		id := r.post(notice(note.PriorityCritical))
		r.kind(NotificationShows, "before")
		r.must(r.Test(background, testcard.Corners, 10*time.Second))
		r.kind(TestShows, "over a critical notification")
		if st := r.Status(); st.Held != 1 || st.Reason != "a test pattern shows" {
			t.Errorf("%d are held back: %q", st.Held, st.Reason)
		}
		r.display(DisplayPatch{On: new(false)})
		r.kind(TestShows, "the display is off")
		if s := r.scene(); s.Level == 0 || s.Front != nil || s.Enter.For != 0 {
			t.Errorf("it is dark, has something before it, or fades in: %+v", s)
		}
		r.display(DisplayPatch{On: new(true)})
		time.Sleep(9 * time.Second)
		r.kind(TestShows, "nearly over")
		r.must(r.Test(background, testcard.Rows, 10*time.Second))
		time.Sleep(9 * time.Second)
		r.kind(TestShows, "another one starts again")
		time.Sleep(time.Second)
		r.kind(NotificationShows, "the notification comes back")
		time.Sleep(stand)
		r.outcome(id, note.OutcomeShown)
		r.must(r.Test(background, testcard.Levels, time.Hour))
		time.Sleep(MaxTest - 1)
		r.kind(TestShows, "at most so long")
		time.Sleep(time.Nanosecond)
		r.kind(WidgetShows, "it ends by itself")
		r.must(r.Test(background, testcard.Levels, time.Minute))
		r.must(r.Test(background, testcard.Levels, 0))
		r.kind(WidgetShows, "it is ended")
	})
}

// TestPatternGivesWayToAlarms: one that rings is seen and can be stopped, whatever begins first.
func TestPatternGivesWayToAlarms(t *testing.T) {
	p := newPuppet("timer")
	story(t, with(p), func(t *testing.T, r *rig) {
		r.must(r.Test(background, testcard.Corners, time.Minute))
		r.pull(func() { p.now.Alert = ringing("7:00") })
		r.kind(NotificationShows, "it rings during a test")
		r.must(r.Test(background, testcard.Corners, time.Minute))
		r.kind(NotificationShows, "a test begins while it rings")
		r.must(r.Press(background, ButtonAction))
		r.kind(WidgetShows, "it is stopped")
		r.must(r.Test(background, testcard.Corners, time.Minute))
		r.kind(TestShows, "a test after it")
	})
}

// TestTryGivesWayToCritical alone: other notifications wait until it is over, a newer one
// replaces it, and a test pattern stays.
func TestTryGivesWayToCritical(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		one, two := testcard.New(testcard.Rows, r.cfg.size()), testcard.New(testcard.Levels, r.cfg.size())
		r.must(r.Try(background, one, 3*time.Second))
		r.kind(TestShows, "it is tried")
		id := r.post(notice(note.PriorityInfo))
		r.kind(TestShows, "over a notification")
		if st := r.Status(); st.Held != 1 || st.Reason != "somebody tries a look on the panel" {
			t.Errorf("%d are held back: %q", st.Held, st.Reason)
		}
		time.Sleep(2 * time.Second)
		r.must(r.Try(background, two, 3*time.Second))
		time.Sleep(2 * time.Second)
		if r.scene().Root != two {
			t.Error("the newer one does not replace the one before")
		}
		time.Sleep(time.Second)
		r.kind(NotificationShows, "it is over")
		time.Sleep(stand)
		r.outcome(id, note.OutcomeShown)

		r.must(r.Try(background, one, time.Hour))
		time.Sleep(MaxTry - 1)
		r.kind(TestShows, "at most so long")
		time.Sleep(time.Nanosecond)
		r.kind(WidgetShows, "it ends by itself")

		r.must(r.Try(background, one, MaxTry))
		r.post(notice(note.PriorityCritical))
		r.kind(NotificationShows, "critical ends it")
		r.must(r.Try(background, one, MaxTry))
		r.kind(NotificationShows, "it never covers a critical one")
		time.Sleep(stand)
		r.kind(WidgetShows, "nor comes back after it")

		r.must(r.Try(background, one, MaxTry))
		r.must(r.Try(background, nil, 0))
		r.kind(WidgetShows, "it is ended")
		r.must(r.Test(background, testcard.Corners, time.Minute))
		r.must(r.Try(background, one, time.Second))
		time.Sleep(2 * time.Second)
		r.kind(TestShows, "a test pattern stays")
	})
}

// TestTryKeepsNobodyWaiting: from the hello to the first message an owner waits for the panel no longer than this, by
// the device's clock, if each answer of the welcome (api/web/welcome.js) is given as soon as the one before shows.
func TestTryKeepsNobodyWaiting(t *testing.T) {
	const most = 10 * time.Second
	story(t, nil, func(t *testing.T, r *rig) {
		begun := time.Now()
		until := func(why string, seen func() bool) {
			for synctest.Wait(); !seen(); synctest.Wait() {
				if time.Since(begun) > time.Minute {
					t.Fatalf("%s does not show", why)
				}
				time.Sleep(10 * time.Millisecond)
			}
		}
		for _, answer := range []struct {
			why  string
			show time.Duration
		}{
			{"the hello", 10 * time.Second},
			{"the name", 10 * time.Second},
			{"the place", 3 * time.Second},
			{"the hello by that name", 10 * time.Second},
			{"the face", 10 * time.Second},
			{"the sunrise", 8 * time.Second},
		} {
			picture := testcard.New(testcard.Rows, r.cfg.size())
			r.must(r.Try(background, picture, answer.show))
			until(answer.why, func() bool { return r.scene().Root == picture })
		}
		r.must(r.Try(background, nil, 0))
		r.post(notice(note.PriorityInfo))
		until("the message", func() bool { return r.Status().Showing.Kind == NotificationShows })
		if waited := time.Since(begun); waited > most {
			t.Errorf("the owner waits %v for the panel, want at most %v", waited, most)
		}
	})
}
