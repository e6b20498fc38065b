// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// watched is a device with a sensor that tells who is there.
func watched(c *Config, _ *Saved) { c.Absence = 5 * time.Minute }

func (r *rig) presence(here bool) { r.must(r.SetPresence(background, here)) }

// seen checks what is seen of the panel.
func (r *rig) seen(want bool, why string) {
	r.t.Helper()
	if s := r.scene(); (s.Level > 0 && s.Root != nil) != want {
		r.t.Errorf("level %v, a picture %v: %s", s.Level, s.Root != nil, why)
	}
}

// TestDarkWhenNobodyIsThere: the device becomes dark by itself, and lit at once.
func TestDarkWhenNobodyIsThere(t *testing.T) {
	story(t, watched, func(t *testing.T, r *rig) {
		time.Sleep(time.Hour)
		r.seen(true, "the sensor has told nothing: it may be broken")
		r.presence(false)
		time.Sleep(5*time.Minute - time.Second)
		r.seen(true, "somebody may have left when the device was started")
		time.Sleep(time.Second)
		r.seen(false, "nobody has been there for five minutes")
		r.kind(NothingShows, "nobody is there")
		r.presence(true)
		r.seen(true, "somebody has come")
		r.kind(WidgetShows, "somebody has come")
		r.presence(false)
		time.Sleep(4 * time.Minute)
		r.presence(true)
		r.presence(false)
		time.Sleep(4 * time.Minute)
		r.seen(true, "somebody was there four minutes ago")
		if st := r.Status(); !st.Watched || st.Here {
			t.Errorf("the status says %v, %v", st.Watched, st.Here)
		}
		time.Sleep(2 * time.Minute)
		r.seen(false, "everybody has left")
		done(r.PressHere(background, ButtonVolumeUp, Down))(r)
		r.seen(true, "somebody has pressed a button")
	})
}

// TestNotificationsWhileNobodyIsThere: those that are critical show, others wait.
func TestNotificationsWhileNobodyIsThere(t *testing.T) {
	story(t, watched, func(t *testing.T, r *rig) {
		r.presence(false)
		time.Sleep(6 * time.Minute)
		n := notice(note.PriorityWarning)
		n.Lifetime = time.Hour
		waits := r.post(n)
		r.shows("", "nobody is there")
		if st := r.Status(); st.Held != 1 || st.Reason != "nobody is there" {
			t.Errorf("%d held, %q", st.Held, st.Reason)
		}
		critical := r.post(notice(note.PriorityCritical))
		r.shows(critical, "it is critical")
		r.seen(true, "it is critical")
		r.must(r.Dismiss(background, critical))
		r.seen(false, "the critical one is over")
		r.presence(true)
		r.shows(waits, "somebody has come")
	})
}

// TestAlarmsWhileNobodyIsThere: what an app wants shown at once, and a light that wakes
// somebody, are seen all the same.
func TestAlarmsWhileNobodyIsThere(t *testing.T) {
	p := newPuppet("rings")
	change := func(c *Config, s *Saved) {
		with(p)(c, s)
		watched(c, s)
	}
	story(t, change, func(t *testing.T, r *rig) {
		r.presence(false)
		time.Sleep(6 * time.Minute)
		r.seen(false, "nobody is there")
		w := FirstWidget("rings")
		r.pull(func() { p.now.Front = w })
		r.seen(true, "it rings")
		r.pull(func() { p.now.Front, p.now.Level = "", 0.3 })
		r.seen(true, "a light wakes somebody")
		r.pull(func() { p.now.Level = 0 })
		r.seen(false, "the alarm is over")
	})
}
