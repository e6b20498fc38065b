// SPDX-License-Identifier: Apache-2.0

package jobs

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

// appointments is the address of a server with a calendar that has one, tomorrow.
func appointments(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\n"+
			"DTSTART:%[1]sT120000Z\r\nDTEND:%[1]sT130000Z\r\nSUMMARY:Dentist\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
			time.Now().AddDate(0, 0, 1).UTC().Format("20060102"))
	}))
	t.Cleanup(s.Close)
	return s.URL + "/secret.ics"
}

// TestPageRarerJobs: what people do now and then takes few presses from Now, on a phone.
func TestPageRarerJobs(t *testing.T) {
	calendar := appointments(t)
	r := rig.Launch(t, nil, rig.Configured(t, "[audio]\nallow = [\"127.0.0.1\"]\n")...)
	var is struct {
		Brightness int
		On         bool
		When       string
		Enabled    bool
	}
	tells := func(path string, ok func() bool) func() bool {
		return func() bool { r.Call("GET", path, "", &is); return ok() }
	}
	for _, j := range []job{
		{"brightness", 1, func(p *browser.Page) { p.Set("Brightness", "30") },
			tells("/api/v2/device/display", func() bool { return is.Brightness == 30 })},
		{"full screen", 1, func(p *browser.Page) {
			p.Press("Full screen")
			p.Control("Full screen").Is("[aria-pressed=true]")
		}, nil},
		{"a GIF", 2, func(p *browser.Page) {
			p.Press("Record a GIF")
			p.Press("Stop recording, *")
			p.Toast("GIF saved")
		}, nil},
		{"why a message waits, and an end of it", 1, func(p *browser.Page) {
			r.Call("PUT", "/api/v2/device/display", `{"on":false}`, nil)
			r.Call("POST", "/api/v2/device/notifications", `{"model":{"frames":[{"text":"tea"}]}}`, nil)
			p.Within("Waiting messages").Sees("The display is off")
			p.Press("Switch the display on")
		}, tells("/api/v2/device/display", func() bool { return is.On })},
		{"a preview", 1, func(p *browser.Page) {
			p.Open("Send")
			p.Type("Text", "tea")
			p.Sketched()
		}, nil},
		{"an icon of one's own", 3, func(p *browser.Page) {
			p.Open("Send")
			p.Press("no icon")
			p.Press("Draw one…")
			p.Within("Draw an icon").Shows()
		}, nil},
		{"an app that shows", 2, func(p *browser.Page) {
			p.Open("Apps")
			p.Row("Date").Switch(true)
		}, func() bool { return app(r, "com.ledpost.date").Visible }},
		{"another order", 2, func(p *browser.Page) {
			p.Open("Apps")
			p.Control("Drag to another place: Clock").Drag(p.CSS("#apps > li").Nth(3))
		}, func() bool {
			var all []browser.Listed
			r.Call("GET", "/live/apps", "", &all)
			return all[2].Package == "com.lametric.clock"
		}},
		{"night by the sun", 3, func(p *browser.Page) {
			p.Open("Look")
			p.Press("By sun")
		}, tells("/live/night", func() bool { return is.When == "sun" })},
		{"quiet hours", 4, func(p *browser.Page) {
			r.Call("PUT", "/live/night", `{"when":"off"}`, nil) // they would follow it
			p.Open("Look")
			p.Press("Quiet hours")
			p.Tick("Enabled", true)
		}, tells("/live/quiet", func() bool { return is.Enabled })},
		{"a key that only sends, made and revoked", 6, func(p *browser.Page) {
			p.Open("Device")
			p.Press("Keys")
			p.Type("Name", "bell")
			p.Choose("Permission", "send only")
			p.Press("Make a key")
			p.Row("bell").Sees("send only")
			p.Press("Revoke bell")
			p.Press("Revoke bell")
			p.Row("bell").Gone()
		}, nil},
		{"another name", 3, func(p *browser.Page) {
			p.Open("Device")
			p.Press("Network and name")
			p.Field("Name").Holds("ledpost")
			p.Type("Name", "Hall")
			p.Press("Save name and zone")
			p.CSS("h1").Reads("Hall")
		}, nil},
		{"the log", 2, func(p *browser.Page) {
			p.Open("Device")
			p.Press("Log")
			p.Within("Log").CSS("li").Shows()
		}, nil},
		{"whether all is well", 2, func(p *browser.Page) {
			p.Open("Device")
			p.Within("This device").Press("Diagnostics")
			p.Within("Diagnostics").Sees("Drawing")
		}, nil},
		{"a backup", 3, func(p *browser.Page) {
			p.Open("Device")
			p.Press("Backup…")
			p.Press("Download")
			p.Sees("The backup was made.")
		}, nil},
		{"another language", 2, func(p *browser.Page) {
			p.Open("Device")
			p.Choose("Language", "Deutsch")
			p.CSS("html[lang=de]").Shows()
		}, nil},
		{"a calendar", 4, func(p *browser.Page) {
			p.Open("Apps")
			p.Press("Settings of Calendar")
			p.Type("Calendars 1", calendar)
			p.Press("Save")
			p.Row("Calendar").Sees("Dentist")
		}, nil},
		{"whether there is an update", 1, func(p *browser.Page) {
			p.Open("Device")
			p.Within("Update").Sees("Installed: ")
		}, nil},
		{"a scene as a file", 2, func(p *browser.Page) {
			p.Open("Apps")
			p.Press("Save scene")
			p.Toast("The scene is saved")
		}, nil},
	} {
		t.Run(j.what, func(t *testing.T) {
			p := browser.NewPage(t, 390, 844, browser.Dark) // a window each, which is closed at its end
			p.SignIn(r)
			j.try(t, p)
			r.Call("DELETE", "/api/v2/device/notifications", "", nil)
		})
	}
}
