// SPDX-License-Identifier: Apache-2.0

package calendar

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/ics"
	"github.com/ledpost/ledpost/internal/must"
)

// eventAt is an event that begins and ends so long after midday.
func eventAt(title string, begin, end time.Duration) ics.Event {
	return ics.Event{UID: title, Title: title, Start: apptest.Midday.Add(begin), End: apptest.Midday.Add(end)}
}

// dayAt is an event of the whole of a day, so many days after today.
func dayAt(title string, days int) ics.Event {
	start := apptest.Midday.Truncate(24*time.Hour).AddDate(0, 0, days)
	return ics.Event{UID: title, Title: title, Start: start, End: start.AddDate(0, 0, 1), AllDay: true}
}

// TestEventsInOrder: an event is left out once it is over, and days come after the times of the day.
func TestEventsInOrder(t *testing.T) {
	all := []ics.Event{
		dayAt("day", 0), dayAt("day of tomorrow", 1), eventAt("over", -2*time.Hour, 0), eventAt("running", -time.Hour, 1),
		eventAt("moment", 0, 0), eventAt("b", time.Hour, 2*time.Hour), eventAt("a", time.Hour, 2*time.Hour),
		eventAt("tomorrow", 14*time.Hour, 15*time.Hour),
	}
	for settings, want := range map[string]string{
		`{"urls":["http://a.example/"]}`:                     "running, moment, a, b, day, tomorrow, day of tomorrow",
		`{"urls":["http://a.example/"],"no_days":true}`:      "running, moment, a, b, tomorrow",
		`{"urls":["http://b.example/","http://a.example/"]}`: "running, moment, a, b, day, tomorrow, day of tomorrow",
	} {
		c := calendarOf(t, apptest.SizedEnv(t, apptest.AppSizes[0]), settings, all)
		var got []string
		for _, e := range c.events(c.widgets[0], apptest.Midday) {
			got = append(got, e.Title)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", settings, got, want)
		}
	}
}

// TestCalendarReadsWhatItKept: up to its bounds, and nothing that is larger.
func TestCalendarReadsWhatItKept(t *testing.T) {
	for _, row := range []struct {
		events, done         int
		wantEvents, wantDone int
	}{{1, 1, 1, 1}, {maxKeptEvents, maxReminded, maxKeptEvents, maxReminded}, {maxKeptEvents + 1, maxReminded + 1, 0, 0}} {
		was := saved{
			Known: map[string]*record{"http://a.example/": {At: apptest.Midday, Events: make([]ics.Event, row.events)}},
			Done:  map[string]time.Time{}}
		for i := range row.done {
			was.Done[fmt.Sprint(i)] = apptest.Midday
		}
		raw := must.Get(json.Marshal(was))(t)
		c := New(apptest.SizedEnv(t, apptest.AppSizes[0]), raw, 1).(*Calendar)
		events := 0
		if s := c.known["http://a.example/"]; s != nil {
			events = len(s.Events)
		}
		if events != row.wantEvents || len(c.done) != row.wantDone {
			t.Errorf("of %d events and %d reminders it reads %d and %d", row.events, row.done, events, len(c.done))
		}
	}
	if c := New(apptest.SizedEnv(t, apptest.AppSizes[0]), []byte(`{"known":{"http://a.example/":{}},"done":7}`),
		1).(*Calendar); len(c.known) != 0 {
		t.Errorf("of a text that it cannot read in full it knows %v", c.known)
	}
}

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

// TestCalendarAsksEachOnce: what two widgets show is asked for once, and what no widget shows is
// forgotten, also when its answer comes later.
func TestCalendarAsksEachOnce(t *testing.T) {
	c := calendarOf(t, apptest.SizedEnv(t, apptest.AppSizes[0]), oneCalendar, eventsOf(t))
	configure := func(settings ...string) {
		var list []device.WidgetSettings
		for i, s := range settings {
			list = append(list, device.WidgetSettings{ID: string(rune('a' + i)), Settings: []byte(s)})
		}
		must.Do(t, c.Configure(list))
	}
	configure(oneCalendar, `{"urls":["","http://a.example/","http://b.example/"]}`)
	if c.changed = false; len(c.known) != 2 || len(c.known["http://a.example/"].Events) != 3 {
		t.Errorf("it knows %v", c.known)
	}
	configure(`{"urls":["http://b.example/"]}`)
	if len(c.known) != 1 || c.known["http://b.example/"] == nil || !c.changed {
		t.Errorf("later it knows %v, to be written %v", c.known, c.changed)
	}
	c.came("http://a.example/", eventsOf(t), nil, apptest.Midday)
	if len(c.known) != 1 {
		t.Errorf("it knows %v, which nobody shows", c.known)
	}
}

// TestCalendarStepsInTime: at the next change of any of its widgets.
func TestCalendarStepsInTime(t *testing.T) {
	env := apptest.SizedEnv(t, apptest.AppSizes[0])
	c := calendarOf(t, env, oneCalendar, nil)
	for _, order := range [][2]string{{"http://a.example/", "http://b.example/"},
		{"http://b.example/", "http://a.example/"}} {
		var list []device.WidgetSettings
		for i, url := range order {
			list = append(list,
				device.WidgetSettings{ID: string(rune('a' + i)), Settings: []byte(fmt.Sprintf(`{"urls":[%q],"remind":0}`, url))})
		}
		must.Do(t, c.Configure(list))
		c.came("http://a.example/", []ics.Event{eventAt("early", time.Hour, 2*time.Hour)}, nil, apptest.Midday)
		c.came("http://b.example/", []ics.Event{eventAt("late", 3*time.Hour, 4*time.Hour)}, nil, apptest.Midday)
		out := c.Step(apptest.Midday)
		if !out.Again.Equal(apptest.Midday.Add(time.Hour)) {
			t.Errorf("%v: stepped again at %v, want one o'clock", order, out.Again)
		}
		if want := map[string]string{"http://a.example/": "early",
			"http://b.example/": "late"}[order[0]]; env.Shared.Event.Title != want {
			t.Errorf("%v: the others see %q, want %q", order, env.Shared.Event.Title, want)
		}
		for i, url := range order {
			want := map[string]string{"http://a.example/": "early", "http://b.example/": "late"}[url]
			if b, ok := env.Shared.Brief(string(rune('a'+i)), apptest.Midday); !ok || b.Event.Title != want {
				t.Errorf("%v: widget %d tells %+v, want %q", order, i, b, want)
			}
		}
		if v := c.Step(apptest.Midday.Add(time.Hour - 1)).Views["a"]; v.Start != apptest.Midday {
			t.Errorf("%v: drawn again at %v", order, v.Start)
		}
	}
}

// TestCalendarKeepsEvents over a fault, of which it tells only where it has none.
func TestCalendarKeepsEvents(t *testing.T) {
	c := calendarOf(t, apptest.SizedEnv(t, apptest.AppSizes[0]), oneCalendar, eventsOf(t))
	c.Step(apptest.Midday)
	c.came("http://a.example/", nil, fmt.Errorf("out of order"), apptest.Midday.Add(time.Minute))
	s := c.known["http://a.example/"]
	if len(s.Events) != 3 || s.trouble == nil || s.trouble.Error() != "out of order" || !s.At.Equal(apptest.Midday) ||
		len(c.Views) != 0 {
		t.Errorf("it knows %+v", s)
	}
	if got := c.says(c.widgets[0], apptest.Midday); got != "14:00 Dentist" {
		t.Errorf("it says %q", got)
	}
}
