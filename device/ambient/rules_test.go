// SPDX-License-Identifier: Apache-2.0

package ambient

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/walltime"
)

func hour(h int) walltime.TimeOfDay { return walltime.TimeOfDay(time.Duration(h) * time.Hour) }

// TestStep: what holds at noon, in the evening and in the dark, and when the rules have to
// look again; asked twice they say the same.
func TestStep(t *testing.T) {
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	night := SaverSettings{Enabled: true, TimeBased: true, Start: hour(22), End: hour(6)}
	quiet := Quiet{Window: walltime.Window{Start: hour(20), End: hour(7)}, Max: 10}
	off := night
	off.Enabled = false
	for _, row := range []struct {
		why    string
		saver  SaverSettings
		quiet  Quiet
		clock  walltime.Clock
		lux    float64
		after  time.Duration // of noon
		want   Now
		wakeIn time.Duration // 0 = never
	}{
		{"nothing is set", SaverSettings{}, Quiet{}, walltime.Clock{}, 0, 0, Now{}, 0},
		{"before both", night, quiet, walltime.Clock{}, 100, 0, Now{}, 8 * time.Hour},
		{"quiet first", night, quiet, walltime.Clock{}, 100, 8 * time.Hour, Now{Quiet: true}, 2 * time.Hour},
		{"then the night", night, quiet, walltime.Clock{}, 100, 10 * time.Hour, Now{Saver: true, Quiet: true}, 8 * time.Hour},
		{"switched off", off, Quiet{}, walltime.Clock{}, 100, 10 * time.Hour, Now{}, 0},
		{"a clock that cannot be right", night, Quiet{}, walltime.NewClock(noon.AddDate(1, 0, 0), time.Time{}), 100,
			10 * time.Hour, Now{}, 0},
		{"the dark has to last", SaverSettings{Enabled: true, WhenDark: true}, Quiet{}, walltime.Clock{}, 1, 5 * time.Second,
			Now{}, 3 * time.Second},
		{"it has", SaverSettings{Enabled: true, WhenDark: true}, Quiet{}, walltime.Clock{}, 1, 8 * time.Second,
			Now{Saver: true}, 0},
	} {
		r := New(Config{Quiet: row.quiet, Limits: DefaultLimits,
			Place: walltime.Place{Zone: walltime.NewZone(time.UTC), Clock: row.clock}},
			Settings{Saver: row.saver})
		r.Sample(row.lux, noon)
		now := noon.Add(row.after)
		is, wake := r.Step(now)
		again, wakeAgain := r.Step(now)
		want := time.Time{}
		if row.wakeIn != 0 {
			want = now.Add(row.wakeIn)
		}
		if is != row.want || !wake.Equal(want) {
			t.Errorf("%s: %+v until %v, want %+v until %v", row.why, is, wake, row.want, want)
		}
		if is != again || !wake.Equal(wakeAgain) {
			t.Errorf("%s: asked twice it says %+v, then %+v", row.why, is, again)
		}
	}
}

// TestLoweredLimits: settings from before the limits were lowered are brought within them.
func TestLoweredLimits(t *testing.T) {
	limits := DefaultLimits
	limits.BrightnessLimit.Max = 50
	r := New(Config{Limits: limits}, Settings{Brightness: 80, Saver: SaverSettings{Brightness: 60}})
	if r.Brightness != 50 || r.Saver.Brightness != 50 {
		t.Errorf("%d and %d, want 50", r.Brightness, r.Saver.Brightness)
	}
	limits.BrightnessLimit.Min = 0
	if r = New(Config{Limits: limits}, Settings{}); r.Least() != 0.01 || r.Most() != 0.5 || r.Percent(0) != 0 {
		t.Errorf("least %v, most %v, dark %v", r.Least(), r.Most(), r.Percent(0))
	}
}
