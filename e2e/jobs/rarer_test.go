// SPDX-License-Identifier: Apache-2.0

package jobs

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

// TestPageRarerJobs: what people do now and then takes few presses from Now, on a phone.
func TestPageRarerJobs(t *testing.T) {
	r := rig.Launch(t, nil, rig.Configured(t, "[audio]\nallow = [\"127.0.0.1\"]\n")...)
	each(t, r, phone(browser.Dark), rarer(r, rig.Outside(t).URL+"/secret.ics"))
}

// rarer are the jobs of now and then, with the address of a calendar. The last changes the page's language.
func rarer(r *rig.Device, calendar string) []job {
	var is struct {
		Brightness int `json:"brightness_now"`
		On         bool
		When       string
		Enabled    bool
	}
	tells := func(path string, ok func() bool) func() bool {
		return func() bool { r.Call("GET", path, "", &is); return ok() }
	}
	return []job{
		{"set the brightness", 1, func(p *browser.Page) { p.Set("Brightness", "30") },
			tells("/api/v2/device/display", func() bool { return is.Brightness == 30 })},
		{"watch the panel on the full screen", 2, func(p *browser.Page) {
			p.Press("Share")
			p.Press("Full screen")
			p.Control("Leave full screen").Shows()
		}, nil},
		{"record a GIF", 3, func(p *browser.Page) {
			p.Press("Share")
			p.Press("Record a GIF")
			p.Press("Stop recording, *")
			p.Toast("GIF saved")
		}, nil},
		{"see why a message waits, and end that", 1, func(p *browser.Page) {
			r.Call("PUT", "/api/v2/device/display", `{"on":false}`, nil)
			r.Call("POST", "/api/v2/device/notifications", `{"model":{"frames":[{"text":"tea"}]}}`, nil)
			p.Within("Waiting messages").Sees("The display is off")
			p.Press("Switch the display on")
		}, tells("/api/v2/device/display", func() bool { return is.On })},
		{"preview a message", 1, func(p *browser.Page) {
			p.Open("Send")
			p.Type("Text", "tea")
			p.Sketched()
		}, nil},
		{"open the icon editor", 3, func(p *browser.Page) {
			p.Open("Send")
			p.Press("no icon")
			p.Press("Draw one…")
			p.Within("Draw an icon").Shows()
		}, nil},
		{"switch an app on", 2, func(p *browser.Page) {
			p.Open("Apps")
			p.Row("Date").Switch(true)
		}, func() bool { return app(r, "com.ledpost.date").Visible }},
		{"reorder the apps", 2, func(p *browser.Page) {
			p.Open("Apps")
			p.Row("Clock").CSS(".thumb").Drag(p.CSS("#apps > li").Nth(3))
		}, func() bool {
			var all []browser.Listed
			r.Call("GET", "/live/apps", "", &all)
			return all[2].Package == "com.lametric.clock"
		}},
		{"let the night follow the sun", 2, func(p *browser.Page) {
			p.Open("Look")
			p.Press("By sun")
		}, tells("/live/night", func() bool { return is.When == "sun" })},
		{"set quiet hours", 3, func(p *browser.Page) {
			r.Call("PUT", "/live/night", `{"when":"off"}`, nil) // they would follow it
			p.Open("Look")
			p.Press("Quiet hours")
			p.Tick("Enabled", true)
		}, tells("/live/quiet", func() bool { return is.Enabled })},
		{"make and revoke a key that only sends", 7, func(p *browser.Page) {
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
		{"rename the device", 3, func(p *browser.Page) {
			p.Open("Device")
			p.Press("Network and name")
			p.Field("Name").Holds("ledpost")
			p.Type("Name", "Hall")
			p.Press("Save name and zone")
			p.CSS("h1").Reads("Hall")
		}, nil},
		{"read the log", 2, func(p *browser.Page) {
			p.Open("Device")
			p.Press("Log")
			p.Within("Log").CSS("li").Shows()
		}, nil},
		{"see whether all is well", 2, func(p *browser.Page) {
			p.Open("Device")
			p.Within("This device").Press("Diagnostics")
			p.Within("Diagnostics").Sees("Drawing")
		}, nil},
		{"make a backup", 3, func(p *browser.Page) {
			p.Open("Device")
			p.Press("Backup…")
			p.Press("Download")
			p.Sees("The backup was made.")
		}, nil},
		{"show a calendar", 3, func(p *browser.Page) {
			p.Open("Apps")
			p.Press("Settings of Calendar")
			p.Type("Calendar address 1", calendar)
			p.Press("Save")
			p.Row("Calendar").Sees("Dentist")
		}, nil},
		{"see whether there is an update", 1, func(p *browser.Page) {
			p.Open("Device")
			p.Within("Update").Sees("Installed: ")
		}, nil},
		{"save a scene as a file", 2, func(p *browser.Page) {
			p.Open("Apps")
			p.Press("Save scene")
			p.Toast("The scene is saved")
		}, nil},
		{"change the language", 3, func(p *browser.Page) {
			p.Open("Device")
			p.Choose("Language", "Deutsch")
			p.CSS("html[lang=de]").Shows()
		}, nil},
	}
}
