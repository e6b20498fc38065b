// SPDX-License-Identifier: Apache-2.0

package device

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render/testcard"
)

// TestDismissedWhileItWaits: the others are not affected.
func TestDismissedWhileItWaits(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		shown, gone, waits := r.post(notice(note.PriorityInfo)), r.post(notice(note.PriorityInfo)),
			r.post(notice(note.PriorityInfo))
		r.must(r.Dismiss(background, gone))
		r.shows(shown, "another one was dismissed")
		r.outcome(gone, note.OutcomeDismissed)
		if all, err := r.Queue(background); err != nil || len(all) != 2 || all[0].ID != shown || all[1].ID != waits {
			t.Errorf("%+v, %v", all, err)
		}
		if err := r.Dismiss(background, gone); !errors.Is(err, ErrNotFound) {
			t.Errorf("a second time: %v", err)
		}
		time.Sleep(stand)
		r.shows(waits, "it is next")
	})
}

// TestIndicatorsAreNamed from 1 in errors, as in the API.
func TestIndicatorsAreNamed(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		var invalid *note.InvalidError
		_, err := r.SetIndicators(background, IndicatorPatch{2: {Color: red, Effect: 99}})
		if !errors.As(err, &invalid) || invalid.Field != "3.effect" {
			t.Errorf("%v, want an error of 3.effect", err)
		}
	})
}

// TestSmoothIsSet: the look that is not the configuration's.
func TestSmoothIsSet(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		if l, err := r.SetLook(background, LookPatch{Smooth: ptr(true)}); err != nil || !l.Smooth {
			t.Errorf("%+v, %v", l, err)
		}
	})
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
		start := at(night.In(r.cfg.Location).Format(time.TimeOnly))
		r.display(DisplayPatch{Screensaver: &ScreensaverPatch{
			Mode: ptr(TimeBased), ModeEnabled: ptr(true), Enabled: ptr(true), Brightness: ptr(5), Start: &start,
		}})
		time.Sleep(time.Until(night) - overviewFor/2)
		is("just before the night", want)
		time.Sleep(overviewFor / 2)
		want.Display.BrightnessNow = 5
		is("when it begins", want)
	})
}

// TestUsedIsSaved, once.
func TestUsedIsSaved(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		time.Sleep(time.Minute)
		before := r.saves()
		r.must(r.Used(background))
		if r.saves() != before+1 || r.saved().Settings.New {
			t.Errorf("%d saves, new %v", r.saves()-before, r.saved().Settings.New)
		}
		r.must(r.Used(background))
		if r.saves() != before+1 {
			t.Error("saved again though nothing has changed")
		}
	})
}

// TestLightIsLogged with the brightness that the panel has.
func TestLightIsLogged(t *testing.T) {
	story(t, func(_ *Config, s *Saved) {
		s.Settings.BrightnessMode, s.Settings.Brightness = ManualBrightness, 40
	}, func(t *testing.T, r *rig) {
		r.must(r.SetLux(background, 120))
		l, err := r.Lighting(background)
		if err != nil || len(l.Past) != 1 || l.Past[0].Lux != 120 || l.Past[0].Level != 40 {
			t.Errorf("%+v, %v", l.Past, err)
		}
	})
}

// TestPromptUnderATestPattern has to be read again.
func TestPromptUnderATestPattern(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		over := r.ask()
		time.Sleep(time.Second)
		r.must(r.Test(background, testcard.Corners, 10*time.Second))
		time.Sleep(10 * time.Second)
		r.kind(PromptShows, "the pattern is over")
		r.press(ButtonAction, Down)
		if got := answered(over); got != "none" {
			t.Errorf("%s by a press at once", got)
		}
		time.Sleep(time.Second)
		r.press(ButtonAction, Down)
		if got := answered(over); got != "approved" {
			t.Errorf("%s by a press after %v", got, time.Second)
		}
	})
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

// TestSpeedsAtTheLimits are allowed, and no others.
func TestSpeedsAtTheLimits(t *testing.T) {
	for speed, ok := range map[float64]bool{
		paint.MinSpeed: true, paint.MaxSpeed: true,
		math.Nextafter(paint.MinSpeed, 0): false, math.Nextafter(paint.MaxSpeed, 1e9): false, math.NaN(): false,
	} {
		if err := (LookPatch{ScrollSpeed: &speed}).Validate(); (err == nil) != ok {
			t.Errorf("%v: %v", speed, err)
		}
	}
}
