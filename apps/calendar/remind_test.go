// SPDX-License-Identifier: Apache-2.0

package calendar

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/ics"
)

// TestReminderInTime: from so many minutes before an event until it begins, once.
func TestReminderInTime(t *testing.T) {
	const quarter = 15 * time.Minute
	for _, row := range []struct {
		why    string
		remind int
		event  ics.Event
		at     time.Duration // after midday
		rings  bool
		next   time.Duration // after midday; 0 = never
	}{
		{"long before", 15, eventAt("x", time.Hour, 2*time.Hour), 0, false, time.Hour - quarter},
		{"a moment before", 15, eventAt("x", time.Hour, 2*time.Hour), time.Hour - quarter - 1, false, time.Hour - quarter},
		{"in time", 15, eventAt("x", time.Hour, 2*time.Hour), time.Hour - quarter, true, time.Hour},
		{"a moment before it begins", 15, eventAt("x", time.Hour, 2*time.Hour), time.Hour - 1, true, time.Hour},
		{"it begins", 15, eventAt("x", time.Hour, 2*time.Hour), time.Hour, false, 0},
		{"a whole day", 1440, dayAt("x", 1), 0, false, 0},
		{"nobody wants it", 0, eventAt("x", time.Hour, 2*time.Hour), time.Hour - 1, false, 0},
	} {
		c := calendarOf(t, apptest.SizedEnv(t, apptest.AppSizes[0]),
			fmt.Sprintf(`{"urls":["http://a.example/"],"remind":%d}`, row.remind), []ics.Event{row.event})
		a, next := c.alert(apptest.Midday.Add(row.at))
		want := time.Time{}
		if row.next > 0 {
			want = apptest.Midday.Add(row.next)
		}
		if (a.Key != "") != row.rings || !next.Equal(want) {
			t.Errorf("%s: %q until %v, want %v until %v", row.why, a.Key, next, row.rings, want)
		}
		if row.rings {
			c.Ended(a.Key, note.OutcomeShown, apptest.Midday.Add(row.at))
			if a, _ := c.alert(apptest.Midday.Add(row.at)); a.Key != "" {
				t.Errorf("%s: it reminds twice", row.why)
			}
		}
	}
}

// TestReminderSays how long it is until the event, and lasts as long, but a minute at least.
func TestReminderSays(t *testing.T) {
	say := kit.LanguageOf("").Phrases
	for left, want := range map[time.Duration]struct {
		text     string
		lifetime time.Duration
	}{
		-1:                 {"Tea now", time.Minute},
		time.Second:        {"Tea in 1 min", time.Minute},
		90 * time.Second:   {"Tea in 2 min", 90 * time.Second},
		99 * time.Minute:   {"Tea in 99 min", 99 * time.Minute},
		99*time.Minute + 1: {"Tea in 2 h", 99*time.Minute + 1},
		149 * time.Minute:  {"Tea in 2 h", 149 * time.Minute},
		24 * time.Hour:     {"Tea in 24 h", 24 * time.Hour},
	} {
		n := reminder(eventAt("Tea", left, left+time.Hour), say, apptest.Midday)
		if text := n.Frames[0].Text[0].Text; text != want.text || n.Lifetime != want.lifetime || n.Cycles != 2 ||
			n.Priority != note.PriorityInfo || n.Sound == nil {
			t.Errorf("%v: %q for %v, %d cycles, want %q for %v", left, text, n.Lifetime, n.Cycles, want.text, want.lifetime)
		}
	}
}

// TestRemindersAreForgotten an hour after the event, and one without a time a day later.
func TestRemindersAreForgotten(t *testing.T) {
	c := calendarOf(t, apptest.SizedEnv(t, apptest.AppSizes[0]), oneCalendar, nil)
	ended := func(key string, after time.Duration, want int) {
		t.Helper()
		c.changed = false
		c.Ended(key, note.OutcomeShown, apptest.Midday.Add(after))
		if len(c.done) != want || !c.changed {
			t.Errorf("%v after midday it remembers %v, to be written %v", after, c.done, c.changed)
		}
	}
	ended(alertKey(eventAt("tea", 0, 0)), 0, 1)
	ended("without a time", 0, 2)
	ended("without a time", time.Hour, 2)
	ended("another", time.Hour+1, 2)
	ended("a third", 26*time.Hour, 3) // the first was told again at one o'clock
	ended("a third", 26*time.Hour+1, 2)
}

// TestAlertKey: an event that is moved is another one, and a long name is cut.
func TestAlertKey(t *testing.T) {
	e := eventAt("x", 0, 0)
	for uid, want := range map[string]string{
		"1": "1", strings.Repeat("x", 64): strings.Repeat("x", 64), strings.Repeat("x", 65): strings.Repeat("x", 64),
		strings.Repeat("x", 63) + "é": strings.Repeat("x", 63),
	} {
		if e.UID = uid; alertKey(e) != want+" 2026-11-22T12:00:00Z" {
			t.Errorf("%s: %q", uid, alertKey(e))
		}
	}
}
