// SPDX-License-Identifier: Apache-2.0

package show

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

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
	p, r := opened(t, 1100, 900, rig.Configured(t, "[audio]\nallow = [\"127.0.0.1\"]\n")...)
	p.Expect(browser.ValueIsBad + `.*/live/apps`)
	holds := func(what, want string) {
		t.Helper()
		if got := settings(r, "com.ledpost.calendar"); got != want {
			t.Errorf("%s the calendar has %s, want %s", what, got, want)
		}
	}
	form, items := app(p, "Calendar"), p.CSS("#app-fields .item")
	form.Type("Calendars 1", server.URL+"/secret.ics")
	form.Press("Add to Calendars")
	form.Type("Calendars 2", "file:///etc/passwd")
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
