// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/note"
)

// TestTwilightShare: the colours are full for a quarter of an hour around the sun, and gone after three.
func TestTwilightShare(t *testing.T) {
	sun := morning("06:40")
	for after, want := range map[time.Duration]float64{0: 1, 15 * time.Minute: 1, 30 * time.Minute: 0.5,
		45 * time.Minute: 0, time.Hour: 0} {
		before, later := twilightShare(sun.Add(-after), sun), twilightShare(sun.Add(after), sun)
		if before != want || later != want {
			t.Errorf("%v around the sun: %v and %v, want %v", after, before, later, want)
		}
	}
	if share := twilightShare(time.Time{}, time.Time{}); share != 0 {
		t.Errorf("a sun that does not rise: %v", share)
	}
}

// TestNight: from 21 to 6 where no place is known, else without the sun, wherever the clock's zone is.
func TestNight(t *testing.T) {
	berlin, pole := &kit.Location{Latitude: 52.5, Longitude: 13.4}, &kit.Location{Latitude: 80}
	auckland := time.FixedZone("NZDT", 13*3600)
	day := func(month time.Month, hour, minute int) time.Time {
		return time.Date(2026, month, 20, hour, minute, 0, 0, time.UTC)
	}
	for _, row := range []struct {
		why   string
		place *kit.Location
		at    time.Time
		want  bool
	}{
		{"before nine", nil, day(11, 20, 59), false}, {"from nine on", nil, day(11, 21, 0), true},
		{"before six", nil, day(11, 5, 59), true}, {"from six on", nil, day(11, 6, 0), false},
		{"a dark afternoon", berlin, day(11, 17, 0), true}, {"noon", berlin, day(11, 12, 0), false},
		{"a dark morning", berlin, day(11, 6, 0), true},
		{"noon there, by a clock of New Zealand", berlin, day(11, 12, 0).In(auckland), false},
		{"midnight there, by a clock of New Zealand", berlin, day(11, 0, 0).In(auckland), true},
		{"polar night", pole, day(11, 12, 0), true}, {"midnight sun", pole, day(6, 0, 0), false},
	} {
		m := &face.Reading{Local: row.at, Panel: kit.Env{Shared: &kit.Shared{Place: row.place}}}
		if got := night(m); got != row.want {
			t.Errorf("%s: night %v", row.why, got)
		}
	}
}

// TestAlarmStates that a device can have saved, and others.
func TestAlarmStates(t *testing.T) {
	end := func(span time.Duration) kit.Instant { return kit.NewInstant(morning("07:00"), span, true) }
	for _, row := range []struct {
		why   string
		state alarmState
		want  bool
	}{
		{"ready", alarmState{}, true},
		{"ringing", alarmState{Phase: kit.Ringing, Ring: "x", End: end(kit.RingFor)}, true},
		{"snoozed for long", alarmState{Phase: kit.Paused, Ring: "x", End: end(maxSnooze * time.Minute)}, true},
		{"over at once", alarmState{Phase: kit.Paused, Ring: "x", End: end(0)}, true},
		{"snoozed for too long", alarmState{Phase: kit.Paused, Ring: "x", End: end(maxSnooze*time.Minute + 1)}, false},
		{"a snooze that is negative", alarmState{Phase: kit.Paused, Ring: "x", End: end(-1)}, false},
		{"ringing without a key", alarmState{Phase: kit.Ringing, End: end(kit.RingFor)}, false},
		{"ringing without an end", alarmState{Phase: kit.Ringing, Ring: "x"}, false},
		{"of a countdown", alarmState{Phase: kit.Running, Ring: "x", End: end(kit.RingFor)}, false},
	} {
		if got := row.state.valid(); got != row.want {
			t.Errorf("%s: valid %v", row.why, got)
		}
	}
}

// TestAnothersEnd: the end of an alert that is no alarm of the clock ends no alarm; the end of one ends all.
func TestAnothersEnd(t *testing.T) {
	c, now := clockOn(t, bedside, `{"alarms":[{"time":"07:00"},{"time":"07:00"}]}`), morning("07:00")
	c.Step(now.Add(-time.Hour))
	key := c.Step(now).Alert.Key
	if c.Ended("another", note.OutcomeShown, now); key == "" || c.Step(now).Alert.Key != key {
		t.Errorf("after the end of another alert %q rings, want %q", c.Step(now).Alert.Key, key)
	}
	if c.Ended(key, note.OutcomeDismissed, now); c.Step(now).Alert.Key != "" {
		t.Errorf("after its end %q rings", c.Step(now).Alert.Key)
	}
}
