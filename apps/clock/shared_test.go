// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// shared returns what clocks of these settings publish at a time of that evening.
func shared(t *testing.T, now time.Time, settings ...string) *kit.Shared {
	t.Helper()
	c := clockOn(t, bedside, settings...)
	c.Step(now)
	return c.Env.Shared
}

// TestClocksAreShared: other apps learn how each clock tells the time, and which is the first.
func TestClocksAreShared(t *testing.T) {
	s := shared(t, apptest.Noon, `{"zone":"Asia/Tokyo","hours":12}`, `{"color":"#112233"}`)
	if len(s.Clocks) != 2 || s.FirstClock != "a" {
		t.Errorf("%d clocks, the first %q", len(s.Clocks), s.FirstClock)
	}
	if a := s.Clocks["a"]; a.Zone.String() != "Asia/Tokyo" || a.Hours != 12 || a.Color != "" {
		t.Errorf("the first is %+v", a)
	}
	if b := s.Clocks["b"]; b.Zone != time.UTC || b.Hours != 24 || b.Color != "#112233" {
		t.Errorf("the second is %+v", b)
	}
	if s = shared(t, apptest.Noon); len(s.Clocks) != 0 || s.FirstClock != "" {
		t.Errorf("without clocks there are %v, the first %q", s.Clocks, s.FirstClock)
	}
}

// TestAlarmsAreShared: other apps tell the next alarm of all clocks in the evening, and skip it.
func TestAlarmsAreShared(t *testing.T) {
	six, seven := `{"alarms":[{"time":"06:00"}]}`, `{"hours":12,"alarms":[{"time":"07:00"}]}`
	for _, row := range []struct {
		why, at  string
		settings []string
		tells    string // before a skip
		skips    string
		left     string // told after it
	}{
		{"in the evening", "20:00", []string{six}, "06:00", "06:00 skipped", ""},
		{"not told before, but skipped", "19:59", []string{six}, "", "06:00 skipped", ""},
		{"too early to be skipped", "17:00", []string{six}, "", " ", ""},
		{"the first clock's is told, the first ring skipped", "21:00", []string{seven, six}, "7:00 AM", "06:00 skipped", "7:00 AM"},
		{"a clock without alarms", "21:00", []string{`{}`, seven}, "7:00 AM", "7:00 AM skipped", ""},
		{"none at all", "21:00", []string{`{}`}, "", " ", ""},
	} {
		now := morning(row.at)
		s := shared(t, now, row.settings...)
		tells := s.Alarm(now)
		at, word := s.Skip(now)
		if left := s.Alarm(now); tells != row.tells || at+" "+word != row.skips || left != row.left {
			t.Errorf("%s: tells %q, skips %q, then tells %q; want %q, %q, %q", row.why, tells, at+" "+word, left, row.tells,
				row.skips, row.left)
		}
	}
}

// TestUnknownTimeSkipsNothing: a clock that has not been set neither tells nor skips an alarm for others.
func TestUnknownTimeSkipsNothing(t *testing.T) {
	c, now := clockOn(t, bedside, `{"alarms":[{"time":"06:00"}]}`), morning("21:00")
	c.Env.Clock = device.NewWallClock(now.Add(time.Hour), time.Time{})
	c.Step(now)
	if says := c.Env.Shared.Alarm(now); says != "" {
		t.Errorf("it tells %q", says)
	}
	if at, word := c.Env.Shared.Skip(now); at != "" || word != "" {
		t.Errorf("it skips %q, %q", at, word)
	}
}
