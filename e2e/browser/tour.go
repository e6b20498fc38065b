// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp/kb"
)

// A stop is a dialog or a view of the page: how one gets there, and back; nil = the way to the
// next stop begins here.
type stop struct {
	name        string
	there, back func(p *Page)
}

// closes is the way back from a dialog with a button of this name.
func closes(name string) func(p *Page) { return func(p *Page) { p.t.Helper(); p.Press(name) } }

// opens is the way to what a button opens in a place, and shows all of it.
func opens(place, button, content string) func(p *Page) {
	return func(p *Page) {
		p.t.Helper()
		p.Open(place)
		p.Press(button)
		p.CSS(content).Shows()
	}
}

// answers presses an answer of the set-up, by its value: its words are pictures.
func (p *Page) answers(value string) {
	p.t.Helper()
	p.CSS(`#setup button[value="` + value + `"]`).Click()
}

// next goes on from a form of the set-up, to what has this part.
func (p *Page) next(part string) {
	p.t.Helper()
	p.CSS("#setup-body button.wide:not(.quiet)").Click()
	p.CSS("#setup-body " + part).Shows()
}

// sizes goes to the sizes of a HUB75 panel.
func sizes(p *Page) {
	p.t.Helper()
	p.answers("hub75")
	p.Set("Rows", "16")
	p.Set("Columns", "32")
}

// composes writes a message with two frames, in the colours of two words.
func composes(p *Page) {
	p.t.Helper()
	p.Open("Send")
	p.CSS("#text").Write("First of them")
	p.Press("Add a frame")
	p.CSS("#text").Write("warm and cold")
	p.Press("Effects, background, duration")
	p.CSS("#text").Select(0, len("warm"))
	p.Press("#FF8000")
	p.Field("Effect of the text").Put("gradient")
	p.CSS("#background").Put("plasma")
	p.Type("Progress bar, 0 to 100", "40")
	p.Sketched()
	p.CSS("#frames li").Counts(2)
	p.Press("Keep as favourite")
}

// looks are the views of the device, each with what it is full of.
var looks = [][2]string{
	{"Brightness and light", "p"}, {"Clients", "td"}, {"Network and name", "dd"}, {"Status", "figure"},
	{"Diagnostics", "[data-level]"}, {"Log", "li"}, {"Keys", "form"},
}

// views presses the titles of all views of the device.
func views(p *Page) {
	p.t.Helper()
	p.Open("Device")
	for _, v := range looks {
		p.CSS("#views").Press(v[0])
	}
}

// stops are all that one can get to on a page that has the key.
var stops = []stop{
	{"now", func(p *Page) { p.CSS("#well[data-level]").Shows(); p.CSS("#waits").Shows() }, nil},
	{"apps", func(p *Page) { p.Open("Apps"); p.CSS("#apps img").Drawn(3) }, nil},
	{"look", func(p *Page) { p.Open("Look"); p.CSS("#night-ring .end").AtLeast(2) }, nil},
	{"send", func(p *Page) { p.Open("Send"); p.CSS("#queue .mend").Shows() }, nil},
	{"composer", composes, nil},
	{"history", opens("Send", "Favourites…", "#history-liked li"), closes("Close")},
	{"copy", func(p *Page) { p.Press("Copy as…"); p.Field("Text to copy").Holds("curl *") }, closes("Close")},
	{"picker", func(p *Page) {
		p.Press("no icon")
		p.CSS("#icons .pick img").Drawn(101)
	}, nil},
	{"editor", func(p *Page) {
		p.Press("Draw one…")
		p.CSS("#pixels").Focused().Shows()
		p.Key(" ")
		p.Press("Duplicate")
		p.CSS("#editor-frames li").Counts(2)
	}, func(p *Page) { p.CSS("#editor-close").Click(); p.Press("Close") }},
	{"pictures", func(p *Page) {
		p.Open("Look")
		p.CSS(`.reel:has([name=overlay]) > button`).Click()
		p.CSS("#pictures-list img").Drawn(4)
	}, closes("Close")},
	{"plan", opens("Apps", "Schedule…", ".block"), closes("Cancel")},
	{"app", func(p *Page) {
		p.Open("Apps")
		p.CSS("#apps .thumb").Nth(1).Click()
		p.CSS("#app-fields > *").AtLeast(1)
	}, closes("Cancel")},
	{"gallery", func(p *Page) {
		p.Open("Apps")
		p.Press("Add an app")
		p.CSS("#gallery-list img").Drawn(12)
	}, closes("Close")},
	{"scene", func(p *Page) {
		p.Give("Open scene…", "other.scene.json",
			[]byte(`{"scene":1,"look":{"background":"plasma"},"apps":[{"package":"com.ledpost.date","title":"Today"}]}`))
		p.CSS("#scene-picture").Drawn(1)
	}, closes("Cancel")},
	{"device", func(p *Page) {
		views(p)
		for _, v := range looks {
			p.CSS("#views").Within(v[0]).CSS(v[1]).Shows()
		}
	}, views},
	{"health", func(p *Page) {
		p.Open("Device")
		p.CSS("#health-link").Click()
		p.CSS("#health-parts li").Shows()
	}, closes("Close")},
	{"backup", opens("Device", "Backup…", "#backup-phrase"), closes("Close")},
	{"anew", opens("Device", "Start again as new…", "#anew-erase"), closes("Cancel")},
	{"full", func(p *Page) { p.Open("Now"); p.Press("Share"); p.Press("Full screen"); p.CSS(".stage.full").Shows() },
		func(p *Page) { p.Key(kb.Escape); p.CSS(".stage.full").Gone() }},
	{"setup", func(p *Page) { p.HasPanel(); opens("Device", "Set up…", ".kind-of")(p) }, nil},
	{"setup-size", sizes, nil},
	{"setup-corners", func(p *Page) { p.next("[value=top-left]") }, nil},
	{"setup-colours", func(p *Page) {
		red := p.CSS("#setup-lead").Text()
		p.answers("top-left")
		p.CSS("#setup-lead").Lacks(red)
		p.answers("top-right")
		p.CSS("#setup-body [value=RGB]").Shows()
	}, nil},
	{"setup-rows", func(p *Page) { p.answers("RGB"); p.CSS("#setup-body [name=rows]").Put("16") }, nil},
	{"setup-device", func(p *Page) { p.next("[name=zone]") }, nil},
	{"setup-rest", func(p *Page) { p.next("[name=left]") },
		func(p *Page) { p.Press("Cancel"); p.Answer("/healthz", nil) }},
}

// Visited is a device with something at each of the stops.
func Visited(t *testing.T) *rig.Device {
	t.Helper()
	r := rig.LaunchIn(t, t.TempDir(), nil, "--http", ":"+rig.FreePort(t), "--config", os.DevNull)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	r.Call("PUT", "/api/v2/device", `{"mode":"kiosk"}`, nil)
	for _, body := range []string{
		`{"priority":"critical","model":{"cycles":0,"frames":[{"icon":2867,"text":"Door open","effect":"rainbow"}]}}`,
		`{"priority":"warning","lifetime":3600000,
			"model":{"frames":[{"icon":"weather-rain","text":"Rain at four, take the washing in"}]}}`,
		`{"lifetime":3600000,"model":{"frames":[{"goalData":{"start":0,"current":7,"end":10,"unit":"km"}}]}}`,
	} {
		r.Call("POST", "/api/v2/device/notifications", body, nil)
	}
	var all []Listed
	r.Call("GET", "/live/apps", "", &all)
	r.Call("PUT", "/live/schedule", fmt.Sprintf(`[{"days":["mon","tue","wed"],"from":"07:00","to":"09:00","widget":%q},
		{"days":["sat"],"from":"22:00","to":"06:00","widget":%q}]`, all[0].Widget, all[1].Widget), nil)
	return r
}

// Tour opens the device's page and calls at for each stop, with its name, the login first.
func (p *Page) Tour(r *rig.Device, at func(name string)) {
	p.t.Helper()
	p.visit(r, stops, at)
}

// visit opens the page, logs in, and goes from stop to stop.
func (p *Page) visit(r *rig.Device, stops []stop, at func(name string)) {
	p.t.Helper()
	here := "login"
	p.t.Cleanup(func() {
		if p.t.Failed() {
			p.t.Logf("the tour ended at %s", here)
		}
	})
	p.Expect(IsAway) // during the set-up, which tries a panel that is not there
	p.Expect(FailsItsCheck)
	p.Visit(Home(p.t, r) + "/")
	p.Forget()
	p.Reload()
	p.CSS("#login").Shows()
	at(here)
	p.SignIn(r)
	for _, s := range slices.Clone(stops) {
		here = s.name
		s.there(p)
		at(here)
		if s.back != nil {
			s.back(p)
		}
	}
}
