// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"math"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// sevenOClock is an alarm of every day at seven, or of one day, with a light of ten minutes.
func sevenOClock(t *testing.T, days device.Days) *alarm {
	t.Helper()
	return newAlarm(AlarmConfig{Time: clockTimeOf(t, "07:00"), Days: weekdays(days), Sunrise: 10}, time.UTC, alarmState{})
}

// TestGain: the sound of an alarm rises in steps of a second to the whole volume within a minute.
func TestGain(t *testing.T) {
	now := morning("07:00")
	for rung, want := range map[time.Duration]struct {
		gain  float64
		rises bool
	}{
		-time.Second: {0.15, true}, 0: {0.15, true}, time.Second - 1: {0.15, true}, 30 * time.Second: {0.575, true},
		time.Minute - 1: {0.15 + 0.85*59/60, true}, time.Minute: {1, false}, time.Hour: {1, false},
	} {
		a := sevenOClock(t, device.AllDays)
		a.End = kit.NewInstant(now, kit.RingFor-rung, true)
		if gain, rises := a.gain(now); math.Abs(gain-want.gain) > 1e-9 || rises != want.rises {
			t.Errorf("after %v: %v, rising %v, want %v, %v", rung, gain, rises, want.gain, want.rises)
		}
	}
}

// TestLightAndNextStep: how bright the light of an alarm is, and when the alarm is stepped again.
func TestLightAndNextStep(t *testing.T) {
	seven, dawn := morning("07:00"), morning("06:50")
	ready := func(*alarm) {}
	rings := func(left time.Duration) func(*alarm) {
		return func(a *alarm) { a.Phase, a.Ring, a.End = kit.Ringing, "x", kit.NewInstant(seven, left, true) }
	}
	snoozed := func(a *alarm) { a.Phase, a.Ring, a.End = kit.Paused, "x", kit.NewInstant(seven, time.Minute, true) }
	for _, row := range []struct {
		why       string
		change    func(*alarm)
		now       time.Time
		plausible bool
		light     float64
		again     time.Time
	}{
		{"an hour before", ready, morning("06:00"), true, 0, dawn},
		{"a moment before the light", ready, dawn.Add(-1), true, 0, dawn},
		{"the light begins", ready, dawn, true, 0.01, dawn.Add(3 * time.Second)},
		{"half of it", ready, dawn.Add(5 * time.Minute), true, 0.5, dawn.Add(5*time.Minute + 3*time.Second)},
		{"the last step", ready, seven.Add(-time.Second), true, 599.0 / 600, seven},
		{"an unknown time", ready, dawn.Add(5 * time.Minute), false, 0, time.Time{}},
		{"without a light", func(a *alarm) { a.cfg.Sunrise = 0 }, dawn, true, 0, seven},
		{"it is off", func(a *alarm) { off := false; a.cfg.Enabled = &off }, dawn, true, 0, time.Time{}},
		{"it rings", rings(kit.RingFor), seven, true, 1, seven.Add(time.Second)},
		{"it has the whole volume", rings(kit.RingFor - rise), seven, true, 1, seven.Add(kit.RingFor - rise)},
		{"it rings without a light", func(a *alarm) { rings(kit.RingFor - rise)(a); a.cfg.Sunrise = 0 }, seven, true, 0,
			seven.Add(kit.RingFor - rise)},
		{"snoozed", snoozed, seven, true, 1, seven.Add(time.Minute)},
		{"the only ring is left out", func(a *alarm) { a.cfg.Days, a.Skip = 0, seven }, dawn, true, 0, seven},
	} {
		a := sevenOClock(t, device.AllDays)
		if a.Since = morning("05:00"); row.change != nil {
			row.change(a)
		}
		if got := a.light(row.now, row.plausible); math.Abs(got-row.light) > 1e-9 {
			t.Errorf("%s: the light is %v, want %v", row.why, got, row.light)
		}
		if got := a.again(row.now, row.plausible); !got.Equal(row.again) {
			t.Errorf("%s: stepped again at %v, want %v", row.why, got, row.again)
		}
	}
}

// TestLateRing: up to five minutes late an alarm rings, later it does not; of one day it is over then.
func TestLateRing(t *testing.T) {
	seven := morning("07:00")
	for _, row := range []struct {
		why         string
		days        device.Days
		late        time.Duration
		plausible   bool
		rings, over bool
	}{
		{"a moment before", device.AllDays, -1, true, false, false},
		{"in time", device.AllDays, 0, true, true, false},
		{"in time, by a clock that is wrong", device.AllDays, 0, false, false, false},
		{"five minutes late", device.AllDays, alarmGrace, true, true, false},
		{"later", device.AllDays, alarmGrace + 1, true, false, false},
		{"of one day, five minutes late", 0, alarmGrace, true, true, false},
		{"of one day, later", 0, alarmGrace + 1, true, false, true},
	} {
		a := sevenOClock(t, row.days)
		a.Since = morning("05:00")
		if over := a.step("x", seven.Add(row.late), row.plausible); over != row.over ||
			(a.Phase == kit.Ringing) != row.rings {
			t.Errorf("%s: over %v in phase %v, want over %v, ringing %v", row.why, over, a.Phase, row.over, row.rings)
		}
	}
}

// TestFirstOfTwoRings: of two clocks whose alarms ring the sound, the light and the skipped ring are
// those of the first, in either order.
func TestFirstOfTwoRings(t *testing.T) {
	early, late := `{"alarms":[{"time":"07:00","sunrise":10}]}`, `{"alarms":[{"time":"07:01","sunrise":5}]}`
	for _, order := range [][2]string{{early, late}, {late, early}} {
		c := clockOn(t, bedside, order[0], order[1])
		first := map[bool]string{true: "a", false: "b"}[order[0] == early]
		c.Step(morning("06:00"))
		if of, a := c.skippable(morning("06:00")); a == nil || of.ID != first {
			t.Errorf("%v: no ring, or the later one, is skipped", order)
		}
		if out := c.Step(morning("06:58")); out.Front != first || math.Abs(out.Level-0.8) > 0.01 {
			t.Errorf("%v: a light of %v in front of %q, want 0.8 of %q", order, out.Level, out.Front, first)
		}
		c.Step(morning("07:00"))
		if out := c.Step(morning("07:01")); out.Alert.Note == nil || out.Alert.Note.Frames[0].Text[0].Text != "07:00" ||
			out.Gain != 1 {
			t.Errorf("%v: %+v rings with a gain of %v", order, out.Alert.Note, out.Gain)
		}
		if len(c.Step(morning("07:02")).Keep) == 0 {
			t.Errorf("%v: what rings is not kept", order)
		}
	}
}
