// SPDX-License-Identifier: Apache-2.0

package device

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

// TestStepIsIdempotent: asked twice at the same time, the rules say the same,
// and they never ask to be woken in the past.
func TestStepIsIdempotent(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	cfg := testConfig(t)
	cfg.Quiet = Quiet{Window: Window{Start: at("22:00"), End: at("07:00")}, Max: 10}
	s, now := newState(cfg, Fresh(), start), start
	for i := range 5000 {
		chance(s, rnd, now)
		first, wake := s.step(now)
		again, wakeAgain := s.step(now)
		if first.scene != again.scene || first.track != again.track || !wake.Equal(wakeAgain) {
			t.Fatalf("move %d: %+v until %v, then %+v until %v", i, first, wake, again, wakeAgain)
		}
		if !wake.IsZero() && !wake.After(now) {
			t.Fatalf("move %d: wants to be woken %v ago", i, now.Sub(wake))
		}
		if rnd.IntN(2) == 0 && !wake.IsZero() {
			now = wake
		} else {
			now = now.Add(time.Duration(rnd.Int64N(int64(5 * time.Second))))
		}
	}
	if s.queue.outcomes[note.OutcomeShown] < 50 || s.queue.outcomes[note.OutcomeExpired] < 50 ||
		s.queue.outcomes[note.OutcomeDismissed] < 50 {
		t.Errorf("the walk met too little: %v", s.queue.outcomes)
	}
}

// chance does something that a client may do.
func chance(s *state, rnd *rand.Rand, now time.Time) {
	switch rnd.IntN(10) {
	case 0, 1, 2:
		n := notice(note.Priority(rnd.IntN(3)))
		n.Lifetime = time.Duration(rnd.IntN(20)) * time.Second
		n.Cycles = rnd.IntN(3)
		_, _ = s.notify(n, "", now)
	case 3:
		s.dismissVisible(now)
	case 4:
		on := rnd.IntN(2) == 0
		_ = s.setDisplay(DisplayPatch{On: &on}, now)
	case 5:
		s.rotation.SetMode(Mode(rnd.IntN(4)), now)
	case 6:
		lux := rnd.Float64() * 4
		s.ambient.Sample(lux, now)
	case 7:
		on := rnd.IntN(2) == 0
		_ = s.setDisplay(DisplayPatch{
			Screensaver: &ScreensaverPatch{Mode: new(SaverMode(rnd.IntN(2))), ModeEnabled: &on, Enabled: new(true)}}, now)
	case 8:
		s.rotation.Activate(s.widgets.All()[rnd.IntN(len(s.widgets.All()))].ID, now)
	case 9:
		s.rotation.Move(1-2*rnd.IntN(2), now)
	}
}

// TestWrittenOnlyOnAChange: SD cards wear out.
func TestWrittenOnlyOnAChange(t *testing.T) {
	set := func(s *state) error { return s.setDisplay(DisplayPatch{On: new(true), Brightness: new(60)}, start) }
	rows := []struct {
		name string
		do   func(*state) error
	}{
		{"time", func(*state) error { return nil }},
		{"the display as it is", set},
		{"the volume as it is", func(s *state) error { return s.setVolume(50) }},
		{"the mode as it is", func(s *state) error { s.rotation.SetMode(AutoMode, start); return nil }},
		{"nothing to dismiss", func(s *state) error { s.dismissAll(start); s.dismissVisible(start); return nil }},
		{"light", func(s *state) error { s.ambient.Sample(100, start); return nil }},
		{"an icon that arrives", func(s *state) error { s.refresh(); return nil }},
		{"an app's turn", func(s *state) error { s.rotation.Move(1, start); return nil }},
	}
	for _, row := range rows {
		s := newState(testConfig(t), Fresh(), start)
		s.changed = false
		must.Do(t, row.do(s))
		if s.step(start.Add(time.Minute)); s.changed {
			t.Errorf("%s is written", row.name)
		}
	}
	story(t, nil, func(t *testing.T, r *rig) {
		before := r.saves()
		for range 100 {
			r.must(r.SetLux(background, 100))
			time.Sleep(time.Second)
		}
		if n := r.saves() - before; n != 0 {
			t.Errorf("%d saves while nothing but the light changed", n)
		}
	})
}

// BenchmarkStep decides with a full queue.
func BenchmarkStep(b *testing.B) {
	s := newState(testConfig(b), Fresh(), start)
	for range MaxWaiting {
		must.Get(s.notify(notice(note.PriorityInfo), "", start))(b)
	}
	b.ReportAllocs()
	for b.Loop() {
		s.step(start)
	}
}

// TestOverview: an overview is current until something changes: by a call, by the rules, or
// beside them, for which it lasts a second. An ended device has none.
func TestOverview(t *testing.T) {
	audible := false
	story(t, func(c *Config, s *Saved) {
		c.Audio = func() bool { return audible }
		s.Settings.BrightnessMode, s.Settings.Brightness, s.Settings.Volume, s.Settings.Mode = ManualBrightness, 40,
			30, KioskMode
	}, func(t *testing.T, r *rig) {
		is := func(why string, want Overview) {
			t.Helper()
			got, err := r.Overview(background)
			got.Display = Display{Brightness: got.Display.Brightness, BrightnessNow: got.Display.BrightnessNow}
			got.Audio = Audio{Available: got.Audio.Available, Volume: got.Audio.Volume}
			if err != nil || got != want {
				t.Errorf("%s: %+v, %v, want %+v", why, got, err, want)
			}
		}
		want := Overview{Display{Brightness: 40, BrightnessNow: 40}, Audio{Volume: 30}, KioskMode}
		is("from the saved state", want)
		must.Get(r.SetVolume(background, 20))(t)
		want.Audio.Volume = 20
		is("after a call", want)
		audible = true
		is("within the second", want)
		if _, current := r.LastOverview(); !current {
			t.Error("asked again, the device has to answer")
		}
		time.Sleep(overviewFor)
		if _, current := r.LastOverview(); current {
			t.Error("it is current for ever")
		}
		want.Audio.Available = true
		is("after it", want)
		night := time.Now().Truncate(time.Second).Add(time.Minute)
		start := at(night.In(r.cfg.Zone.Location()).Format(time.TimeOnly))
		r.display(DisplayPatch{Screensaver: &ScreensaverPatch{
			Mode: new(TimeBased), ModeEnabled: new(true), Enabled: new(true), Brightness: new(5), Start: &start,
		}})
		time.Sleep(time.Until(night) - overviewFor/2)
		is("just before the night", want)
		time.Sleep(overviewFor / 2)
		want.Display.BrightnessNow = 5
		is("when it begins", want)
	})
}
