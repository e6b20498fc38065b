// SPDX-License-Identifier: Apache-2.0

package jobs

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// A job is what somebody wants to do on a page that shows Now.
type job struct {
	what string
	most int // presses
	do   func(p *browser.Page)
	done func() bool // nil = the page has shown it
}

// try does the job on a page that is signed in.
func (j job) try(t *testing.T, p *browser.Page) {
	t.Helper()
	p.Within("On now").Lacks("…")
	before := p.Presses()
	j.do(p)
	if j.done != nil {
		eventually.True(t, j.what+" is done", j.done)
	}
	if n := p.Presses() - before; n > j.most {
		t.Errorf("%s takes %d presses, want at most %d", j.what, n, j.most)
	}
}

// TestPageJobs: what people do daily takes few presses from Now, on a phone.
func TestPageJobs(t *testing.T) {
	p := browser.NewPage(t, 390, 844, browser.Light)
	server := rig.Outside(t)
	r := rig.Launch(t, nil, rig.Configured(t, fmt.Sprintf(
		"[radio]\ndirectory = %q\n[weather]\nurl = %[1]q\nplaces = %[1]q\n", server.URL))...)
	has := func(pkg, setting string) func() bool {
		return func() bool { return strings.Contains(string(app(r, pkg).Settings), setting) }
	}
	for _, j := range []job{
		{"a message with icon, colour and sound", 6, func(p *browser.Page) {
			p.Open("Send")
			p.Type("Text", "tea")
			p.Press("no icon")
			p.Press("food-tea")
			p.Press("#FF8000")
			p.Choose("Sound", "Cat")
			p.Press("Show it")
		}, func() bool {
			q := r.Queue()
			return len(q) == 1 && q[0].Model.Frames[0]["icon"] != nil
		}},
		{"an alarm", 4, func(p *browser.Page) {
			p.Press("Next alarm")
			p.Press("Add to Alarms")
			p.Set("Time", "06:45")
			p.Press("Save")
			p.Row("Clock").Within("Next alarm").Shows()
		}, has("com.lametric.clock", "06:45")},
		{"a timer of 5 minutes", 3, func(p *browser.Page) {
			p.Open("Apps")
			p.Press("Settings of Countdown")
			p.Press("5 min")
			p.Within("Countdown").Gone()
		}, func() bool {
			var s struct{ Showing struct{ Package string } }
			r.Call("GET", "/live/status", "", &s)
			return s.Showing.Package == "com.lametric.countdown"
		}},
		{"weather", 3, func(p *browser.Page) {
			p.Open("Apps")
			p.Press("Settings of Weather")
			p.Type("Where?", "paris")
			p.CSS(".found button").Counts(2)
			p.Press("Paris, Île-de-France, France")
			p.Row("Weather").Sees("Paris, Île-de-France")
		}, func() bool { return app(r, "com.lametric.weather").Visible }},
		{"radio", 4, func(p *browser.Page) {
			p.Open("Apps")
			p.Press("Settings of Radio")
			p.Type("Search for a station", "jazz")
			p.Press("Play Jazz FM")
			p.Within("Favourites").Sees("Jazz FM")
		}, has("com.lametric.radio", "Jazz FM")},
		{"a face", 4, func(p *browser.Page) {
			p.Press("Next alarm")
			p.Press("Choose from pictures")
			p.Press("Line of the seconds")
			p.Press("Save")
		}, has("com.lametric.clock", `"face":"seconds"`)},
	} {
		p.SignIn(r)
		j.try(t, p)
		r.Call("DELETE", "/api/v2/device/notifications", "", nil)
	}
}

// app is the first widget of a package.
func app(r *rig.Device, pkg string) browser.Listed {
	var all []browser.Listed
	r.Call("GET", "/live/apps", "", &all)
	return browser.Find(all, pkg)
}
