// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// TestMoodLight: what is over it and what is under it.
func TestMoodLight(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		before := r.scene()
		done(r.SetMood(background, note.Mood{Color: red, Brightness: 30}))(r)
		r.kind(MoodShows, "switched on")
		s := r.scene()
		if f, ok := s.Root.(*render.Fill); !ok || f.Color != red.Opaque() || f.Bounds.X != 37 || s.Level != 0.3 {
			t.Errorf("%+v at %v, want all red at 0.3", s.Root, s.Level)
		}
		id := r.post(notice(note.PriorityInfo))
		r.kind(NotificationShows, "a notification is over it")
		if r.scene().Level == 0.3 {
			t.Error("a notification is as dark as the mood light")
		}
		time.Sleep(stand)
		r.outcome(id, note.OutcomeShown)
		r.kind(MoodShows, "and it comes back")
		r.saver(true)
		r.kind(MoodShows, "the screensaver is under it: it was switched on by hand")
		r.saver(false)
		r.must(r.SetStream(background, blank, Sender{Protocol: "ddp"}))
		r.kind(StreamShows, "a stream is over it")
		r.must(r.SetStream(background, nil, Sender{}))
		r.display(DisplayPatch{On: new(false)})
		r.kind(NothingShows, "the display is off")
		if r.scene().Root != nil || r.scene().Level != 0 {
			t.Error("it shines though the display is off")
		}
		r.display(DisplayPatch{On: new(true)})
		if m := r.saved().Settings.Mood; m.Brightness != 30 || m.Color != red {
			t.Errorf("kept as %+v", m)
		}
		if _, err := r.SetMood(background, note.Mood{Kelvin: 1}); err == nil {
			t.Error("1 K is taken")
		}
		done(r.SetMood(background, note.Mood{}))(r)
		r.kind(WidgetShows, "off")
		if s := r.scene(); s.Level != before.Level || s.Root != before.Root {
			t.Errorf("it is not as before: %+v", s)
		}
	})
}

// TestMoodHasTheBrightnessOfThePanel: unless it has one of its own, which the limits
// hold.
func TestMoodHasTheBrightnessOfThePanel(t *testing.T) {
	story(t, func(c *Config, s *Saved) {
		c.Limits.BrightnessLimit = Range{Min: 5, Max: 50}
		s.Settings.BrightnessMode, s.Settings.Brightness = ManualBrightness, 40
	}, func(t *testing.T, r *rig) {
		for _, row := range []struct {
			set  int
			want float64
		}{{0, 0.4}, {1, 0.05}, {20, 0.2}, {100, 0.5}} {
			done(r.SetMood(background, note.Mood{Kelvin: 2700, Brightness: row.set}))(r)
			if got := r.scene().Level; got != row.want {
				t.Errorf("%d is %v, want %v", row.set, got, row.want)
			}
		}
	})
}

// TestMoodOutlivesARestart: so do the indicators.
func TestMoodOutlivesARestart(t *testing.T) {
	story(t, func(_ *Config, s *Saved) {
		s.Settings.Mood = note.Mood{Kelvin: 2700}
		s.Settings.Indicators[2].Color = red
	}, func(t *testing.T, r *rig) {
		if s := r.scene(); r.Status().Showing.Kind != MoodShows || s.Front == nil {
			t.Errorf("%+v, with %v in front", r.Status().Showing, s.Front)
		}
	})
}

// TestIndicators: over what they are seen, and what changes them.
func TestIndicators(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		seen := func(want bool, why string) {
			t.Helper()
			if got := r.scene().Front != nil; got != want {
				t.Errorf("%s: seen %v, want %v", why, got, want)
			}
		}
		set := func(p IndicatorPatch) [note.Indicators]note.Indicator {
			t.Helper()
			list := done(r.SetIndicators(background, p))(r)
			return list
		}
		seen(false, "at first")
		list := set(IndicatorPatch{{Color: red, Effect: note.IndicatorBlink}, nil, {Color: red}})
		if list[0].Effect != note.IndicatorBlink || list[1].Color.Set || !list[2].Color.Set {
			t.Errorf("%+v", list)
		}
		seen(true, "over a widget")
		front := r.scene().Front
		r.post(notice(note.PriorityInfo))
		if r.scene().Front != front {
			t.Error("a notification makes another picture of them: they would not blink on evenly")
		}
		r.must(r.SetStream(background, blank, Sender{Protocol: "ddp"}))
		seen(true, "over a stream")
		r.must(r.SetStream(background, nil, Sender{}))
		r.saver(true)
		seen(false, "at night")
		r.post(notice(note.PriorityCritical))
		seen(false, "at night, also while something critical shows")
		set(IndicatorPatch{nil, {Color: red, Night: true}})
		seen(true, "one that is for the night")
		r.display(DisplayPatch{On: new(false)})
		seen(false, "the display is off")
		r.display(DisplayPatch{On: new(true)})
		if _, err := r.SetIndicators(background, IndicatorPatch{{Color: red, Period: 1}, {}}); err == nil {
			t.Error("a period of a nanosecond is taken")
		}
		if list, err := r.Indicators(background); err != nil || !list[1].Color.Set {
			t.Errorf("what is wrong has changed something: %+v (%v)", list, err)
		}
		if got := r.saved().Settings.Indicators; !got[1].Night || got[0].Effect != note.IndicatorBlink {
			t.Errorf("kept as %+v", got)
		}
		set(IndicatorPatch{{}, {}, {}})
		seen(false, "all off")
	})
}

// TestMendLamps: what a file cannot mean is off.
func TestMendLamps(t *testing.T) {
	s := DefaultSettings
	s.Mood = note.Mood{Kelvin: 5}
	s.Indicators = [note.Indicators]note.Indicator{{Color: red, Period: -1}, {Color: red}}
	if faults := s.Mend(); len(faults) != 2 || !s.Mood.IsZero() || s.Indicators[0].Color.Set ||
		!s.Indicators[1].Color.Set {
		t.Errorf("%v: %+v, %+v", faults, s.Mood, s.Indicators)
	}
}

// TestIndicatorsAreNamed from 1 in errors, as in the API.
func TestIndicatorsAreNamed(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		_, err := r.SetIndicators(background, IndicatorPatch{2: {Color: red, Effect: 99}})
		faulty(t, err, "3.effect")
	})
}
