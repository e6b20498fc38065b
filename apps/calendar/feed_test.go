// SPDX-License-Identifier: Apache-2.0

package calendar

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/internal/ics"
	"github.com/ledpost/ledpost/internal/must"
)

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

// TestCalendarAsksEachOnce: what two widgets show is asked for once, and what no widget shows is
// forgotten, also when its answer comes later.
func TestCalendarAsksEachOnce(t *testing.T) {
	c := calendarOf(t, apptest.SizedEnv(t, apptest.AppSizes[0]), oneCalendar, eventsOf(t))
	apptest.Set(t, c, oneCalendar, `{"urls":["","http://a.example/","http://b.example/"]}`)
	if c.changed = false; len(c.known) != 2 || len(c.known["http://a.example/"].Events) != 3 {
		t.Errorf("it knows %v", c.known)
	}
	apptest.Set(t, c, `{"urls":["http://b.example/"]}`)
	if len(c.known) != 1 || c.known["http://b.example/"] == nil || !c.changed {
		t.Errorf("later it knows %v, to be written %v", c.known, c.changed)
	}
	c.came("http://a.example/", eventsOf(t), nil, apptest.Midday)
	if len(c.known) != 1 {
		t.Errorf("it knows %v, which nobody shows", c.known)
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
