// SPDX-License-Identifier: Apache-2.0

package calendar

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/ics"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// aCalendar has an event of half an hour at 14:00, another at 14:05, and a day.
const aCalendar = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Dentist\r\nDTSTART:20261122T140000Z\r\n" +

	"DTEND:20261122T143000Z\r\nEND:VEVENT\r\n" +
	"BEGIN:VEVENT\r\nUID:2\r\nSUMMARY:Call\r\nDTSTART:20261122T140500Z\r\nEND:VEVENT\r\n" +
	"BEGIN:VEVENT\r\nUID:3\r\nSUMMARY:Fair\r\nDTSTART;VALUE=DATE:20261122\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"

// calendarOf is a calendar app with one widget, which knows of events.
func calendarOf(t testing.TB, env kit.Env, settings string, events []ics.Event) *Calendar {
	t.Helper()
	c := apptest.Started[*Calendar](t, App, env, settings)
	if events != nil {
		c.came("http://a.example/", events, nil, apptest.Midday)
	}
	return c
}

const oneCalendar = `{"urls":["http://a.example/"]}`

func eventsOf(t testing.TB) []ics.Event {
	t.Helper()
	events, err := ics.Read([]byte(aCalendar), time.UTC, apptest.Midday.Truncate(24*time.Hour),
		apptest.Midday.Add(48*time.Hour))
	if err != nil || len(events) != 3 {
		t.Fatal(events, err)
	}
	return events
}

// TestCalendarSays: what shows at each time of the day.
func TestCalendarSays(t *testing.T) {
	events := eventsOf(t)
	env := apptest.SizedEnv(t, apptest.AppSizes[0])
	c := calendarOf(t, env, oneCalendar, events)
	w := c.widgets[0]
	for at, want := range map[string]string{"12:00": "14:00 Dentist", "14:00": "Now Dentist", "14:10": "Now Dentist",
		"14:31": "Today Fair", "13:59": "14:00 Dentist"} {
		clock, _ := time.Parse("15:04", at)
		now := apptest.Midday.Truncate(24 * time.Hour).Add(time.Duration(clock.Hour())*time.Hour +
			time.Duration(clock.Minute())*time.Minute)
		if got := c.says(w, now); got != want {
			t.Errorf("at %s it says %q, want %q", at, got, want)
		}
	}
	if got := c.Step(apptest.Midday).Views["a"].Says; got != "14:00 Dentist" {
		t.Errorf("at noon the view says %q", got)
	}
	if again := c.Step(apptest.Midday).Again; !again.Equal(apptest.Midday.Add(time.Hour)) {
		t.Errorf("at noon it wants to be stepped at %v, want 13:00, an hour before the event", again)
	}
	c = calendarOf(t, env, `{"urls":["http://a.example/"],"no_days":true}`, events)
	if left := c.events(c.widgets[0], apptest.Midday.Add(3*time.Hour)); len(left) != 0 {
		t.Errorf("without days it shows %v", left)
	}
	tomorrow := ics.Event{Start: apptest.Midday.Add(24 * time.Hour)}
	if got, _ := (kit.Env{}).Local(device.Region{}, "").When(tomorrow, apptest.Midday); got != "Mon 12:00" {
		t.Errorf("tomorrow is %q", got)
	}
}

// TestCalendarTellsOthers of its next event, until there is no calendar.
func TestCalendarTellsOthers(t *testing.T) {
	env := apptest.SizedEnv(t, apptest.AppSizes[0])
	c := calendarOf(t, env, oneCalendar, eventsOf(t))
	told := func(at time.Duration, want string, briefs int) {
		t.Helper()
		now := apptest.Midday.Add(at)
		c.Step(now)
		if all := env.Shared.Briefs(kit.Coming, now); env.Shared.Event.Title != want || len(all) != briefs {
			t.Errorf("after %v: %+v and %+v, want %q", at, env.Shared.Event, all, want)
		}
	}
	told(0, "Dentist", 1)
	told(151*time.Minute, "Fair", 1)
	must.Do(t, c.Configure(nil))
	told(152*time.Minute, "", 0)
}

// TestCalendarReminds: once of each, one after the other, also over a restart.
func TestCalendarReminds(t *testing.T) {
	env := apptest.SizedEnv(t, apptest.AppSizes[0])
	c := calendarOf(t, env, oneCalendar, eventsOf(t))
	at := func(minute int) time.Time { return apptest.Midday.Add(time.Duration(minute) * time.Minute) } // after 12:00
	if a := c.Step(at(109)).Alert; a.Key != "" {
		t.Errorf("at 13:49 it says %+v", a)
	}
	first := c.Step(at(110)).Alert
	if first.Note == nil || first.Note.Frames[0].Text[0].Text != "Dentist in 10 min" || first.Note.Validate() != nil {
		t.Fatalf("at 13:50 it says %+v", first)
	}
	if again := c.Step(at(111)).Alert; again.Key != first.Key {
		t.Errorf("a minute later it is another alert: %q, %q", first.Key, again.Key)
	}
	c.Ended(first.Key, note.OutcomeShown, at(112))
	if a := c.Step(at(112)).Alert; a.Key != "" {
		t.Errorf("after that it says %+v", a)
	}
	second := c.Step(at(115)).Alert
	if second.Note == nil || second.Note.Frames[0].Text[0].Text != "Call in 10 min" {
		t.Fatalf("at 13:55 it says %+v", second)
	}
	keep := c.Step(at(115)).Keep
	c = New(env, keep, 1).(*Calendar)
	apptest.Set(t, c, oneCalendar)
	if a := c.Step(at(116)).Alert; a.Key != second.Key {
		t.Errorf("after a restart it says %q, want %q, which the device may know", a.Key, second.Key)
	}
	for settings, want := range map[string]bool{`{"urls":["http://a.example/"],"remind":0}`: false,
		`{"urls":["http://a.example/"],"remind":120}`: true} {
		c = calendarOf(t, env, settings, eventsOf(t))
		if a := c.Step(apptest.Midday).Alert; (a.Key != "") != want {
			t.Errorf("%s: at noon it says %+v", settings, a)
		}
	}
}

// TestReminderIsInfo: a reminder waits for the message that shows, as a message does for
// it, and a warning that comes meanwhile is first.
func TestReminderIsInfo(t *testing.T) {
	const url, feed = `"http://a.example/"`,
		`{"at":"2000-01-01T00:00:00Z","events":[{"uid":"1","title":"Dentist","start":"2000-01-01T10:00:00Z",` +
			`"end":"2000-01-01T11:00:00Z"}]}`
	message := func(words string, p note.Priority) note.Notification {
		return note.Notification{Priority: p, Lifetime: time.Hour, Cycles: 1,
			Frames: []note.Frame{{Text: []note.Fragment{{Text: words}}, Duration: 30 * time.Second}}}
	}
	synctest.Test(t, func(t *testing.T) {
		saved := device.Fresh()
		saved.Apps = map[string]device.SavedApp{Package: {Version: 1, Keep: []byte(`{"known":{` + url + `:` + feed + `}}`)}}
		saved.Settings.Apps.Widgets = []device.WidgetSettings{{ID: App.FirstWidget(), Package: Package, Visible: true,
			Seconds: 20, Settings: []byte(`{"urls":[` + url + `]}`)}}
		apptest.Live(t, saved, []kit.App{apptest.Backdrop, App}, func(h *apptest.Home) {
			apptest.Until(t, 1, "09:49:50")
			_, err := h.Notify(t.Context(), message("Lunch", note.PriorityInfo), "")
			h.Must(err)
			var seen []string
			see := func(at string) {
				apptest.Until(t, 1, at)
				if it, ok, err := h.Current(t.Context()); err == nil && ok {
					seen = append(seen, it.Priority.String()+" "+it.Origin.String()+" "+it.Frames[0].Text[0].Text)
				}
			}
			see("09:50:05")
			_, err = h.Notify(t.Context(), message("Fire", note.PriorityWarning), "")
			h.Must(err)
			see("09:50:10")
			see("09:50:40")
			see("09:51:10")
			want := []string{"info external Lunch", "warning external Fire", "info external Lunch",
				"info internal Dentist in 10 min"}
			if !slices.Equal(seen, want) {
				t.Errorf("shown: %q, want %q", seen, want)
			}
		})
	})
}

// TestCalendarAsks: nothing until an address is set, then every 15 minutes, and what has
// not changed is not sent again.
func TestCalendarAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(apptest.Midday))
		var mu sync.Mutex
		var at []time.Duration
		same := 0
		env := apptest.SizedEnv(t, apptest.AppSizes[0])
		env.Web = apptest.Web(t, func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			at = append(at, time.Since(apptest.Midday))
			w.Header().Set("ETag", `"7"`)
			if r.Header.Get("If-None-Match") == `"7"` {
				same++
				w.WriteHeader(http.StatusNotModified)
				return
			}
			io.WriteString(w, aCalendar)
		})
		c := calendarOf(t, env, ``, nil)
		stop := apptest.Runs(t, c, &mu)
		time.Sleep(time.Hour)
		synctest.Wait()
		mu.Lock()
		if len(at) != 0 {
			t.Errorf("with no address it asked at %v", at)
		}
		apptest.Set(t, c, oneCalendar)
		mu.Unlock()
		time.Sleep(time.Hour)
		synctest.Wait()
		stop()
		if len(at) != 4 || same != 3 || at[1]-at[0] < every || at[1]-at[0] > every*11/10+time.Second {
			t.Errorf("asked at %v, %d times for nothing new", at, same)
		}
		if s := c.known["http://a.example/"]; len(s.Events) != 3 || s.trouble != nil {
			t.Errorf("it knows %+v", s)
		}
	})
}

func TestCalendarSettings(t *testing.T) {
	c := New(apptest.SizedEnv(t, apptest.AppSizes[0]), []byte(`{"known":{"x":null},"done":7}`), 0).(*Calendar)
	err := c.Configure([]device.WidgetSettings{{ID: "a", Settings: []byte(`{"urls":["http://a.example/","file:///x"]}`)}})
	if invalid, ok := err.(*note.InvalidError); !ok || invalid.Field != "[0].settings.urls[1]" {
		t.Error(err)
	}
	for from, want := range map[string]string{"webcal://a/b": "https://a/b", "http://a/": "http://a/"} {
		if got := whole(from); got != want {
			t.Errorf("%s is asked at %s", from, got)
		}
	}
	if err := c.Configure(
		[]device.WidgetSettings{{ID: "a", Settings: []byte(`{"urls":["webcal://a.example/b"]}`)}}); err != nil {
		t.Error(err)
	}
	if got := c.widgets[0].cfg.URLs[0]; got != "https://a.example/b" {
		t.Errorf("a subscription is asked at %s", got)
	}
	schema := c.About().Settings.Properties[0].Schema
	if !schema.Items.Secret {
		t.Error("addresses can be read again")
	}
}

// TestCalendarForgetsReminders: not more than so many are remembered, however many there
// are within a day.
func TestCalendarForgetsReminders(t *testing.T) {
	c := calendarOf(t, apptest.SizedEnv(t, apptest.AppSizes[0]), oneCalendar, nil)
	for i := range 2 * maxReminded {
		c.Ended(strings.Repeat("x", i+1)+" "+apptest.Midday.Format(time.RFC3339), note.OutcomeShown, apptest.Midday)
	}
	if len(c.done) != maxReminded {
		t.Errorf("%d are remembered, want %d", len(c.done), maxReminded)
	}
	if kept := c.kept(); kept == nil {
		t.Error("reminders alone are not kept")
	}
	c.Ended("y "+apptest.Midday.Format(time.RFC3339), note.OutcomeShown, apptest.Midday.Add(2*time.Hour))
	if len(c.done) != 1 {
		t.Errorf("two hours later %d are remembered", len(c.done))
	}
}

// TestCalendarWritesSeldom: events are saved when they change, and else once an hour.
func TestCalendarWritesSeldom(t *testing.T) {
	events := eventsOf(t)
	c := calendarOf(t, apptest.SizedEnv(t, apptest.AppSizes[0]), oneCalendar, events)
	c.Step(apptest.Midday)
	for _, row := range []struct {
		why    string
		events []ics.Event
		after  time.Duration
		writes bool
	}{
		{"the same events", events, 15 * time.Minute, false},
		{"an event is gone", events[1:], 30 * time.Minute, true},
		{"it is back", events, 45 * time.Minute, true},
		{"the same events, an hour and more later", events, 2 * time.Hour, true},
	} {
		if c.came("http://a.example/", row.events, nil, apptest.Midday.Add(row.after)); c.changed != row.writes {
			t.Errorf("%s: written %v", row.why, c.changed)
		}
		c.Step(apptest.Midday.Add(row.after))
	}
}

// TestCalendarFeedFails: a server that fails is asked again later, and a device that ends
// is not asked at all.
func TestCalendarFeedFails(t *testing.T) {
	web := apptest.Web(t, http.NotFound)
	gone := errors.New("the device ends")
	for _, row := range []struct {
		name string
		post error
		want string
	}{{"the server", nil, "404"}, {"the device", gone, gone.Error()}} {
		f := calendarFeed{web: web, url: "http://a.example/", zone: device.NewZone(time.UTC),
			came: func(string, []ics.Event, error, time.Time) {}}
		err := f.ask(t.Context(), func(context.Context, func(time.Time)) error { return row.post })
		must.Fail(t, err, row.want, row.name)
	}
}

// TestCalendarKeepsNothing while it knows nothing.
func TestCalendarKeepsNothing(t *testing.T) {
	c := New(apptest.SizedEnv(t, apptest.AppSizes[0]), nil, 0).(*Calendar)
	if kept := c.kept(); kept != nil {
		t.Errorf("a new calendar keeps %s", kept)
	}
	if c = calendarOf(t, c.Env, oneCalendar, eventsOf(t)); c.kept() == nil {
		t.Error("events are not kept")
	}
}

// unchanged returns a client of a server whose calendar never changes, and how often it was sent whole.
func unchanged(t *testing.T, text string) (whole *int, web *webfetch.Client) {
	whole = new(int)
	return whole, apptest.Web(t, func(w http.ResponseWriter, r *http.Request) {
		if w.Header().Set("ETag", `"1"`); r.Header.Get("If-None-Match") == `"1"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		*whole++
		w.Write([]byte(text))
	})
}

// TestCalendarLooksAhead while its server has nothing new: the days that come are those of the last
// answer, which is asked for whole again before they end.
func TestCalendarLooksAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		text := "BEGIN:VEVENT\r\nUID:1\r\nDTSTART:" + begin.UTC().Format("20060102T150405Z") + "\r\nRRULE:FREQ=DAILY\r\n" +
			"END:VEVENT\r\n"
		whole, web := unchanged(t, text)
		f := calendarFeed{web: web, url: "http://a.example/", zone: device.NewZone(time.UTC)}
		for day, want := range []int{1, 1, 1, 1, 1, 1, 1, 1, 2, 2} {
			events, err := f.read(t.Context())
			if err != nil || len(events) != 7 || !events[0].Start.Equal(begin.AddDate(0, 0, day)) || *whole != want {
				t.Errorf("day %d: %d events, %v, whole %d times, want %d", day, len(events), err, *whole, want)
			}
			time.Sleep(24 * time.Hour)
		}
	})
}

// TestCalendarInAnotherZone: its days are those of the zone that the device has now, while its server has nothing new.
func TestCalendarInAnotherZone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text := "BEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:" + time.Now().UTC().AddDate(0, 0, 1).Format("20060102") +
			"\r\nEND:VEVENT\r\n"
		whole, web := unchanged(t, text)
		zone := device.NewZone(time.UTC)
		f := calendarFeed{web: web, url: "http://a.example/", zone: zone}
		tokyo := must.Get(time.LoadLocation("Asia/Tokyo"))(t)
		for i, at := range []*time.Location{time.UTC, tokyo, tokyo} {
			zone.Set(at)
			events, err := f.read(t.Context())
			if err != nil || len(events) != 1 {
				t.Fatal(events, err)
			}
			if begin := events[0].Start.In(at); begin.Hour() != 0 || *whole != min(i+1, 2) {
				t.Errorf("in %v the day begins at %v, read whole %d times", at, begin, *whole)
			}
		}
	})
}

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

// TestCalendarStepsInTime: at the next change of any of its widgets.
func TestCalendarStepsInTime(t *testing.T) {
	env := apptest.SizedEnv(t, apptest.AppSizes[0])
	c := calendarOf(t, env, oneCalendar, nil)
	for _, order := range [][2]string{{"http://a.example/", "http://b.example/"},
		{"http://b.example/", "http://a.example/"}} {
		const settings = `{"urls":[%q],"remind":0}`
		apptest.Set(t, c, fmt.Sprintf(settings, order[0]), fmt.Sprintf(settings, order[1]))
		c.came("http://a.example/", []ics.Event{eventAt("early", 2*time.Hour, 3*time.Hour)}, nil, apptest.Midday)
		c.came("http://b.example/", []ics.Event{eventAt("late", 3*time.Hour, 4*time.Hour)}, nil, apptest.Midday)
		out := c.Step(apptest.Midday)
		if !out.Again.Equal(apptest.Midday.Add(time.Hour)) {
			t.Errorf("%v: stepped again at %v, want an hour before the first event", order, out.Again)
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
