// SPDX-License-Identifier: Apache-2.0

// Package show tests in a browser what the web page puts on the panel: apps, pictures,
// sounds and effects. Messages are tested in package compose.
package show

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// TestPageApps: the list of what shows, its order, settings with what is wrong in
// them, actions, and one more.
func TestPageApps(t *testing.T) {
	p, r := browser.SignedIn(t, 1100, 900)
	p.Expect(browser.ValueIsBad + `.*/live/apps`)
	p.Open("Apps")
	p.CSS("#apps img").Drawn(1)
	p.Shoot("apps.png")

	p.Row("Countdown").Switch(true)
	eventually.True(t, "the countdown takes its turn", func() bool {
		return browser.Find(apps(r), "com.lametric.countdown").Visible
	})
	p.CSS("#apps li:not(.off)").Row("Countdown").Shows()
	p.Row("Countdown").Focused().Is("[role=switch]") // of the tile that is drawn again
	p.Row("Countdown").CSS(".thumb").Focus()
	p.Key(kb.ArrowLeft, chromedp.ModifierShift)
	eventually.True(t, "the countdown is first", func() bool { return apps(r)[0].Package == "com.lametric.countdown" })
	p.CSS("#apps > li").Nth(1).Focused().Shows() // the focus moves with it
	p.CSS("#apps > li").Nth(1).Sees("Countdown")

	timer := app(p, "Countdown")
	timer.Press("More settings")
	timer.Type("Duration", "0:00")
	timer.Press("Save")
	timer.CSS("#app-fields .note.fault").Sees("want 1 to")
	p.Shoot("app-settings.png")
	timer.Type("Duration", "1:30")
	unfolds(p)
	timer.Type("Name", "Tea")
	timer.Press("Save")
	timer.Gone()
	if w := browser.Find(apps(r), "com.lametric.countdown"); w.Title != "Tea" || string(w.Settings) != `{"duration":90}` {
		t.Errorf("saved %q, %s", w.Title, w.Settings)
	}

	tea := app(p, "Tea")
	p.CSS("div.action").Press("Start")
	p.Toast("Done")
	tea.Press("Cancel")
	p.CSS("#apps li[data-seen] p").Reads("Tea")

	// By a press alone, for who can neither drag nor type.
	app(p, "Tea")
	unfolds(p)
	p.Press("Show later")
	p.Control("Show earlier").Is(":enabled")
	p.Press("Cancel")
	eventually.True(t, "the countdown is second", func() bool { return apps(r)[1].Package == "com.lametric.countdown" })

	before := len(apps(r))
	p.Press("Add an app")
	gallery := p.CSS("#gallery-list")
	gallery.CSS("li").AtLeast(12)
	for _, says := range gallery.CSS("small").Texts() {
		if len(says) <= 10 {
			t.Errorf("an app says no more of itself than %q", says)
		}
	}
	gallery.CSS(`[value="com.lametric.clock"]`).Click()
	p.Press("Remove")
	p.Control("Really remove it?").Shows()
	if n := len(apps(r)); n != before+1 {
		t.Errorf("%d widgets after one was added to %d", n, before)
	}
	p.StopClock()
	p.Press("Really remove it?")
	p.CSS("#app").Gone()
	p.Advance(10 * time.Second) // while it may be taken back
	eventually.True(t, "one was removed", func() bool { return len(apps(r)) == before })
}

// TestPageNotSetUp: the tile of an app that has nothing to show has its icon, and says why,
// until the app has something.
func TestPageNotSetUp(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	tile := func(title, says, picture string) {
		t.Helper()
		row := p.CSS("#apps").Row(title)
		row.Bring()
		row.CSS("small").Reads(says)
		row.CSS("img[src^='" + picture + "']").Shows()
	}
	p.Open("Apps")
	for title, says := range map[string]string{
		"Weather": "not set up", "Days until": "not set up", "Calendar": "not set up", "My Data": "not set up",
		"Tronbyt": "not set up", "Radio": "not set up", "Playing": "nothing plays", "Board": "needs 64×32 LEDs",
	} {
		tile(title, says, "data:image/png")
	}
	p.Shoot("apps-unset.png")
	tile("Clock", "20 sec", "blob:")
	r.Call("POST", "/api/v2/widget/update/com.lametric.diy.devwidget", `{"frames":[{"text":"3.2 kW"}]}`, nil)
	tile("My Data", "3.2 kW", "blob:")
}

// TestPageSchedule: a block is made, kept and removed.
func TestPageSchedule(t *testing.T) {
	p, r := browser.SignedIn(t, 1100, 900)
	type block struct {
		Days             []string
		From, To, Widget string
	}
	blocks := func() (l []block) { r.Call("GET", "/live/schedule", "", &l); return l }
	p.Open("Apps")
	p.Press("Schedule…")
	p.Press("Add a block")
	p.Choose("Shows", "Stopwatch")
	p.Shoot("schedule.png")
	plan := p.Within("Schedule")
	plan.Press("Save")
	p.CSS("#plan").Gone()
	stopwatch := browser.Find(apps(r), "com.lametric.stopwatch").Widget
	if l := blocks(); len(l) != 1 || len(l[0].Days) != 5 || l[0].From != "07:00" || l[0].Widget != stopwatch {
		t.Errorf("the schedule is %+v", l)
	}
	p.Press("Schedule…")
	p.CSS("#blocks li").Press("Remove")
	plan.Press("Save")
	p.CSS("#plan").Gone()
	if l := blocks(); len(l) != 0 {
		t.Errorf("the schedule is still %+v", l)
	}
}

// TestPageCalendar: a calendar's address is added and read, one that is none is refused
// at its place, what is saved is kept though nobody can read it again, and is taken away.
func TestPageCalendar(t *testing.T) {
	var read atomic.Int32
	tomorrow := time.Now().AddDate(0, 0, 1).UTC().Format("20060102")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		read.Add(1)
		fmt.Fprintf(w, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:%[1]sT120000Z\r\n"+
			"DTEND:%[1]sT130000Z\r\nSUMMARY:Dentist\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", tomorrow)
	}))
	defer server.Close()
	p, r := browser.SignedIn(t, 1100, 900, rig.Configured(t, "[audio]\nallow = [\"127.0.0.1\"]\n")...)
	p.Expect(browser.ValueIsBad + `.*/live/apps`)
	holds := func(what, want string) {
		t.Helper()
		if got := settings(r, "com.ledpost.calendar"); got != want {
			t.Errorf("%s the calendar has %s, want %s", what, got, want)
		}
	}
	form, items := app(p, "Calendar"), p.CSS("#app-fields .item")
	form.Type("Calendar address 1", server.URL+"/secret.ics")
	form.Press("Add to Calendars")
	form.Type("Calendar address 2", "file:///etc/passwd")
	form.Press("Save")
	form.CSS("#app-fields .note.fault, #app-form .rest.fault").Sees("file")
	holds("after a refused address", "{}")
	items.Nth(-1).CSS("button").Click()
	form.Press("Save and look")
	form.CSS(".aid .note").Matches(`^Next event found: \w{3} \d\d:\d\d Dentist$`)
	p.Shoot("calendar.png")
	saves(form)
	p.Row("Calendar").Sees(" Dentist")
	holds("after it was saved", `{"urls":[{"set":true}]}`)
	eventually.True(t, "the device reads the calendar", func() bool { return read.Load() > 0 })
	app(p, "Calendar")
	items.Counts(1)
	if shown := items.CSS("input").Value(); shown != "" {
		t.Errorf("the form shows the secret address: %s", shown)
	}
	saves(form)
	holds("after saving what was not touched", `{"urls":[{"set":true}]}`)
	app(p, "Calendar")
	form.Press("Remove it")
	saves(form)
	holds("without addresses", `{"urls":[]}`)
}

// TestPageKeepsAPress: a tile that changes under a press is drawn again when the press has ended.
func TestPageKeepsAPress(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	p.Open("Apps")
	p.CSS("#apps li").Row("Clock").CSS("small").Reads("20 sec")
	lists := func() (n int) {
		for _, asked := range p.Asked("GET /live/apps") {
			if asked == "GET /live/apps" {
				n++
			}
		}
		return n
	}
	p.PressDuring("Settings of Clock", func() {
		for _, at := range []string{"07:15", "06:45"} { // the page goes on while a tile is held
			before := lists()
			setClock(r, `{"alarms":[{"time":"`+at+`"}]}`)
			eventually.True(t, "the page asks what has changed at "+at, func() bool { return lists() > before })
			p.Idle()
		}
	})
	p.Within("Clock").CSS("#app-fields .fold summary").Words("6:45 AM").Shows()
	p.Within("Clock").Press("Cancel")
	p.CSS("#apps li").Row("Clock").CSS("small").Sees("6:45 AM")
}

// apps is what GET /live/apps lists.
func apps(r *rig.Device) (all []browser.Listed) {
	r.Call("GET", "/live/apps", "", &all)
	return all
}

// settings are those of the first widget of a package.
func settings(r *rig.Device, pkg string) string { return string(browser.Find(apps(r), pkg).Settings) }

// app opens the settings of an app, in their dialog.
func app(p *browser.Page, title string) browser.Part {
	p.Open("Apps")
	p.Press("Settings of " + title)
	return p.Within(title)
}

// unfolds opens the part of an app's settings that has its name and its turn.
func unfolds(p *browser.Page) {
	if p.CSS("#app-form > details.extra[open]").Count() == 0 {
		p.Press("Name and turn")
	}
}

// saves saves the settings that are open.
func saves(form browser.Part) {
	form.Press("Save")
	form.Gone()
}
