// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// TestAppSound: a notification's sound goes before an app's, which comes back
// after it; a gain that rises is heard as a volume that does.
func TestAppSound(t *testing.T) {
	p := newPuppet("radio")
	story(t, with(p), func(t *testing.T, r *rig) {
		r.pull(func() { p.now.Track = chime })
		if tr := r.track(); tr.Key != "radio/chime" || tr.Volume != 50 {
			t.Errorf("hears %+v, want the app's at the device's volume", tr)
		}
		r.post(withSound(cat(1)))
		if tr := r.track(); tr.ID != "cat" {
			t.Errorf("hears %+v, want the notification's", tr)
		}
		r.must(r.DismissCurrent(background))
		for _, gain := range []float64{0.1, 0.5, 1, 7} {
			r.pull(func() { p.now.Gain = gain })
			if tr := r.track(); tr.Key != "radio/chime" || tr.Volume != int(50*min(gain, 1)) {
				t.Errorf("at gain %v it hears %+v", gain, tr)
			}
		}
		if s := r.Status(); s.Playing != "alarm1" {
			t.Errorf("playing %q", s.Playing)
		}
		r.must(r.SoundEnded(background, "radio/chime"))
		if tr := r.track(); !tr.Silent() {
			t.Errorf("it has played out, and it hears %+v", tr)
		}
		r.pull(func() { p.now.Track.Key = "again" })
		if tr := r.track(); tr.Key != "radio/again" {
			t.Errorf("hears %+v, want the next one", tr)
		}
	})
}

// TestAlarmIsHeard over a radio, and in the quiet hours.
func TestAlarmIsHeard(t *testing.T) {
	radio, p := newPuppet("radio"), newPuppet("alarm")
	radio.now.Track = chime
	change := func(c *Config, s *Saved) {
		with(p)(c, s)
		c.Apps = []App{radio, p}
		c.Quiet = Quiet{Window: Window{Start: at("00:00"), End: at("07:00")}, Max: 10}
	}
	story(t, change, func(t *testing.T, r *rig) {
		if tr := r.track(); tr.Key != "radio/chime" || tr.Volume != 10 {
			t.Errorf("hears %+v, want the radio, quiet", tr)
		}
		r.pull(func() { p.now.Alert, p.now.Track = ringing("7:00"), chime })
		if tr := r.track(); tr.Key != "alarm/chime" || tr.Volume != 50 {
			t.Errorf("hears %+v, want the alarm", tr)
		}
	})
}

// TestSunrise: an app asks for more light and to be seen, in the night, behind the
// screensaver: it gets both, within the limits, and a dark display stays dark.
func TestSunrise(t *testing.T) {
	p := newPuppet("alarm")
	change := func(c *Config, s *Saved) { with(p)(c, s); c.Limits.BrightnessLimit.Max = 80 }
	story(t, change, func(t *testing.T, r *rig) {
		r.display(DisplayPatch{Brightness: new(10), BrightnessMode: new(ManualBrightness)})
		r.saver(true)
		for _, row := range []struct{ asks, want float64 }{{0, 0.03}, {0.05, 0.05}, {0.3, 0.3}, {1, 0.8}, {9, 0.8}} {
			r.pull(func() { p.now.Level, p.now.Front = row.asks, FirstWidget("alarm") })
			if level := r.scene().Level; level != row.want {
				t.Errorf("it asks for %v and gets %v, want %v", row.asks, level, row.want)
			}
		}
		r.seesApp("alarm", "it wants to be seen")
		r.pull(func() { p.now.Level, p.now.Alert = 0.5, ringing("7:00") })
		if level := r.scene().Level; level != 0.5 {
			t.Errorf("its alert shows, and the level is %v, want 0.5 as before", level)
		}
		r.pull(func() { p.now.Alert = Alert{} })
		r.display(DisplayPatch{On: new(false)})
		if level := r.scene().Level; level != 0 {
			t.Errorf("the display is off, and its level is %v", level)
		}
		r.display(DisplayPatch{On: new(true)})
		r.pull(func() { p.now.Front = FirstWidget("clock") })
		r.seesApp("clock", "another app's widget is not its to show: it is the screensaver")
	})
}

// TestPresses go to the visible notification's app, else to the app that shows,
// else they are the device's.
func TestPresses(t *testing.T) {
	p := newPuppet("puppet")
	story(t, with(p), func(t *testing.T, r *rig) {
		mine := FirstWidget("puppet")[:4]
		r.must(r.Press(background, ButtonVolumeUp))
		r.did(p, "not seen", "configure")
		r.must(r.Activate(background, "puppet", ""))
		r.must(r.Press(background, ButtonVolumeUp))
		r.did(p, "seen", "press "+mine+" volume_up")
		if a, _ := r.Audio(background); a.Volume != 60 {
			t.Errorf("volume %d: what the app does not take is the device's", a.Volume)
		}
		r.pull(func() { p.takes = true })
		r.must(r.Press(background, ButtonAction))
		r.must(r.Press(background, ButtonRight))
		r.did(p, "taken", "press "+mine+" action", "press "+mine+" right")
		r.seesApp("puppet", "the app took the press")
		id := r.post(notice(note.PriorityWarning))
		r.must(r.Press(background, ButtonAction))
		r.outcome(id, note.OutcomeDismissed)
		r.did(p, "the press was another's notification's")
		r.pull(func() { p.now.Alert = ringing("7:00") })
		r.must(r.Press(background, ButtonAction))
		r.did(p, "its alert", "press  action")
		if _, ok, _ := r.Current(background); !ok {
			t.Error("the app took the press, and its alert is gone")
		}
		r.pull(func() { p.now.Alert = Alert{} })
		r.display(DisplayPatch{On: new(false)})
		r.must(r.Press(background, ButtonAction))
		r.did(p, "the display is off")
	})
}

// TestAgain: an app is stepped when it asks to be, though nobody sees it.
func TestAgain(t *testing.T) {
	p := newPuppet("timer")
	story(t, with(p), func(t *testing.T, r *rig) {
		r.mode(ManualMode)
		r.pull(func() { p.now.Again = time.Now().Add(time.Hour); p.steps.Store(0) })
		time.Sleep(time.Hour - 1)
		before := p.steps.Load()
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if n := p.steps.Load() - before; n != 1 {
			t.Errorf("stepped %d times when it asked for it, want once", n)
		}
	})
}

// TestWatch: what a call has changed is known when it returns, and told to all who
// watch; who is slow misses what is between.
func TestWatch(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		synctest.Wait()
		ctx, cancel := context.WithCancel(background)
		fast, slow := r.Watch(ctx), r.Watch(background)
		if s := <-fast; s.Mode != AutoMode || s.Showing.Package != "clock" {
			t.Errorf("at first %+v", s)
		}
		for _, m := range []Mode{ManualMode, KioskMode, ScheduleMode} {
			_, err := r.SetMode(background, m)
			if s := r.Status(); err != nil || s.Mode != m {
				t.Errorf("after the call the mode is %v, want %v", s.Mode, m)
			}
			if s := <-fast; s.Mode != m {
				t.Errorf("watching: %v, want %v", s.Mode, m)
			}
		}
		if s := <-slow; s.Mode != ScheduleMode {
			t.Errorf("who is slow sees %v, want the newest", s.Mode)
		}
		r.must(r.Refresh(background))
		select {
		case s := <-fast:
			t.Errorf("nothing has changed: %+v", s)
		default:
		}
		done(r.SetLook(background, LookPatch{TextColor: new(red)}))(r)
		<-fast // a setting that Status has no field for
		cancel()
		synctest.Wait()
		if _, open := <-fast; open {
			t.Error("the channel is not closed after its context")
		}
	})
}

// TestWatchEndsWithTheDevice, and on one that has ended at once.
func TestWatchEndsWithTheDevice(t *testing.T) {
	cfg := testConfig(t)
	synctest.Test(t, func(t *testing.T) {
		d := New(cfg, Fresh(), Edges{Screen: &rig{}, Speaker: &rig{}, Keeper: &rig{}})
		ctx, stop := context.WithCancel(background)
		go d.Run(ctx)
		box := d.Watch(background)
		<-box
		stop()
		for range box {
		}
		for range d.Watch(background) {
			t.Error("a device that has ended has a status")
		}
	})
}

// TestHeld: who asks learns what holds a notification back, and nothing of one that waits for its turn alone.
func TestHeld(t *testing.T) {
	reasons := map[string]string{
		"screensaver": "the screensaver is on", "kiosk": "kiosk mode locks the app",
		"display off": "the display is off", "pixel stream": "a stream shows",
	}
	for _, c := range conditions {
		storyOf(t, c.name, nil, func(t *testing.T, r *rig) {
			c.set(r, true)
			held, critical := r.post(notice(note.PriorityWarning)), r.post(notice(note.PriorityCritical))
			r.post(notice(note.PriorityInfo))
			r.post(notice(note.PriorityCritical)) // waits for its turn alone
			s := r.Status()
			if s.Waiting != 3 || s.Held != 2 || s.Reason != reasons[c.name] || s.Showing.Notification != critical {
				t.Errorf("%+v, want two held because %s", s, reasons[c.name])
			}
			for _, it := range done(r.Queue(background))(r) {
				want := reasons[c.name]
				if it.Priority == note.PriorityCritical {
					want = ""
				}
				if alone := done(r.Lookup(background, it.ID))(r); it.Reason != want || alone.Reason != want {
					t.Errorf("%v says %q, alone %q, want %q", it.Priority, it.Reason, alone.Reason, want)
				}
			}
			c.set(r, false)
			if s := r.Status(); s.Held != 0 || s.Reason != "" || done(r.Lookup(background, held))(r).Reason != "" {
				t.Errorf("afterwards %+v", s)
			}
		})
	}
}
