// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// TestAlertUnseen: an app that nobody sees raises its notification; it is told
// what became of it, and the same key does not come again.
func TestAlertUnseen(t *testing.T) {
	p := newPuppet("timer")
	story(t, with(p), func(t *testing.T, r *rig) {
		r.did(p, "at the start", "configure")
		r.pull(func() { p.now.Alert = ringing("7:00") })
		if !r.saved().Urgent {
			t.Error("a critical alert waits to be written")
		}
		it, _, _ := r.Current(background)
		if it.Origin != note.OriginInternal || r.Status().Showing.Package != "timer" {
			t.Errorf("visible: %+v, want the alert of the app", it)
		}
		r.must(r.DismissCurrent(background))
		r.did(p, "when it was dismissed", "ended 7:00 dismissed")
		r.pull(func() { p.now.Alert = ringing("7:00") })
		r.shows("", "once is enough")
		r.pull(func() { p.now.Alert = ringing("8:00") })
		if _, ok, _ := r.Current(background); !ok {
			t.Error("another key raises nothing")
		}
		r.pull(func() { p.now.Alert = Alert{} })
		r.shows("", "the app took it back")
		r.did(p, "it knows that itself")
	})
}

// TestAlertThatIsDrawn: while its alert is visible the panel shows what the app draws,
// also when that changes, without a transition; clients read the notification.
func TestAlertThatIsDrawn(t *testing.T) {
	p := newPuppet("timer")
	one, two := &render.Still{Image: blank.Image}, &render.Still{Image: blank.Image}
	story(t, with(p), func(t *testing.T, r *rig) {
		start := time.Now().Add(-time.Second)
		r.pull(func() { p.now.Alert = ringing("7:00"); p.now.Alert.View = View{Root: one, Start: start} })
		first := r.scene()
		if first.Root != one || !first.Start.Equal(start) {
			t.Errorf("the panel shows %v from %v, want the app's picture from %v", first.Root, first.Start, start)
		}
		it, _, _ := r.Current(background)
		if it.Frames[0].Text[0].Text != "hi" {
			t.Errorf("clients read %+v, want the frames of the notification", it.Frames)
		}
		r.pull(func() { p.now.Alert.View = View{Root: two, Start: start, Anew: true} })
		if next := r.scene(); next.Root != two || next.ID != first.ID || !next.Start.After(start) {
			t.Errorf("then scene %d shows %v from %v, want another picture in scene %d, from its appearance on", next.ID,
				next.Root, next.Start, first.ID)
		}
		more := notice(note.PriorityCritical)
		r.must(r.DismissCurrent(background))
		r.pull(func() { p.now.Alert = ringing("8:00"); p.now.Alert.View = View{Root: one} })
		r.must(r.DismissAll(background))
		id := r.post(more)
		r.shows(id, "another one is drawn by its frames")
		if root := r.scene().Root; root == one || root == two {
			t.Error("the message of somebody else shows the app's picture")
		}
	})
}

// TestAlertInAFullQueue: what clients have sent cannot keep an alarm from ringing.
func TestAlertInAFullQueue(t *testing.T) {
	p := newPuppet("timer")
	story(t, with(p), func(t *testing.T, r *rig) {
		for range 101 {
			r.post(notice(note.PriorityCritical))
		}
		if _, err := r.Notify(background, notice(note.PriorityCritical), ""); err != ErrQueueFull {
			t.Fatalf("%v, want a full queue", err)
		}
		r.pull(func() { p.now.Alert = ringing("7:00") })
		if s := r.Status(); s.Waiting != 101 {
			t.Errorf("%d wait, want the alarm among them", s.Waiting)
		}
		r.must(r.DismissAll(background))
		r.did(p, "all are dismissed", "configure", "ended 7:00 dismissed")
	})
}

// TestAlertOverRestart: the device is switched off while an alarm rings. It rings
// again, once, and the app hears of its end.
func TestAlertOverRestart(t *testing.T) {
	p := newPuppet("timer")
	var kept Saved
	story(t, with(p), func(t *testing.T, r *rig) {
		r.pull(func() { p.now.Alert, p.now.Keep = ringing("7:00"), []byte(`{"rings":"7:00"}`) })
		kept = r.saved()
	})
	if k := kept.Apps["timer"]; string(k.Keep) != `{"rings":"7:00"}` || k.Version != 7 {
		t.Errorf("kept %+v", k)
	}
	again := newPuppet("timer")
	again.now.Alert, again.now.Keep = ringing("7:00"), kept.Apps["timer"].Keep
	change := func(c *Config, s *Saved) { with(again)(c, s); *s = kept }
	story(t, change, func(t *testing.T, r *rig) {
		synctest.Wait()
		if s := r.Status(); s.Showing.Kind != NotificationShows || s.Showing.Package != "timer" || s.Waiting != 0 {
			t.Errorf("after the restart %+v, want the alarm alone", s)
		}
		r.must(r.Press(background, ButtonAction))
		r.did(again, "the button", "configure", "press  action", "ended 7:00 dismissed")
		kept = r.saved()
	})
	third := newPuppet("timer")
	third.now.Alert = ringing("7:00")
	change = func(c *Config, s *Saved) { with(third)(c, s); *s = kept }
	story(t, change, func(t *testing.T, r *rig) { r.shows("", "it was raised already") })
}

// TestAlertThatIsInvalid is the app's fault, which it hears of.
func TestAlertThatIsInvalid(t *testing.T) {
	p := newPuppet("timer")
	story(t, with(p), func(t *testing.T, r *rig) {
		r.pull(func() { p.now.Alert = Alert{Key: "x", Note: &note.Notification{}} })
		r.did(p, "no frames", "configure", "ended x refused")
	})
}

// TestRestlessApp: an app that wants another alert whenever one ends, at once,
// and to be stepped in the past, does not stop the device.
func TestRestlessApp(t *testing.T) {
	p := &restless{puppet: newPuppet("restless")}
	story(t, func(c *Config, s *Saved) { with(p.puppet)(c, s); c.Apps[1] = p }, func(t *testing.T, r *rig) {
		time.Sleep(time.Second)
		steps := 0
		r.pull(func() { steps = int(p.steps.Load()) })
		if steps > 1000 {
			t.Errorf("stepped %d times in a second", steps)
		}
		r.shows(r.post(notice(note.PriorityCritical)), "others have their turn")
	})
}

type restless struct {
	*puppet
	n int
}

func (a *restless) Step(now time.Time) Now {
	a.puppet.Step(now)
	return Now{Alert: Alert{Key: string(rune('a' + a.n%26)), Note: &note.Notification{}}, Again: now.Add(-time.Hour)}
}

func (a *restless) Ended(string, note.Outcome, time.Time) { a.n++ }

// TestPost: what a poller posts is in effect when it returns.
func TestPost(t *testing.T) {
	p := newPuppet("weather")
	story(t, with(p), func(t *testing.T, r *rig) {
		before := r.Status().Revision
		must.Do(t, r.Post(context.Background(), func(time.Time) { p.now.Keep = []byte(`{"t":21}`) }))
		if r.Status().Revision == before {
			t.Error("what was posted is not in effect")
		}
		synctest.Wait()
		if got := string(r.saved().Apps["weather"].Keep); got != `{"t":21}` {
			t.Errorf("kept %s", got)
		}
		r.pull(func() { p.now.Keep = []byte(`{"t":`) })
		if got := string(r.saved().Apps["weather"].Keep); got != `{"t":21}` {
			t.Errorf("kept %s, which is no JSON", got)
		}
	})
}

// TestAlertIsACopy: an app may use its frames again, for another note.
func TestAlertIsACopy(t *testing.T) {
	p := newPuppet("alarm")
	story(t, with(p), func(t *testing.T, r *rig) {
		alert := ringing("7:00")
		r.pull(func() { p.now.Alert = alert })
		r.pull(func() { alert.Note.Frames[0] = text("later")[0] })
		saved := r.saved().Waiting
		if len(saved) != 1 || saved[0].Notification.Frames[0].Text[0].Text != "hi" {
			t.Errorf("kept %+v, want it as it was raised", saved)
		}
	})
}
