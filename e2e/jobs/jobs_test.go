// SPDX-License-Identifier: Apache-2.0

// Package jobs does in a browser what people want to do on the web page, and counts the
// presses that each takes.
package jobs

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// A job is what somebody wants to do on a page that shows Now.
type job struct {
	what    string
	presses int
	do      func(p *browser.Page)
	done    func() bool // nil = the page has shown it
}

// try does the job on a page that is signed in.
func (j job) try(t *testing.T, p *browser.Page) {
	t.Helper()
	p.Within("On now").Lacks("…")
	before := p.Presses()
	j.do(p)
	if j.done != nil {
		eventually.True(t, "it is done: "+j.what, j.done)
	}
	if n := p.Presses() - before; n != j.presses {
		t.Errorf("to %s takes %d presses, want %d", j.what, n, j.presses)
	}
}

// TestPageJobs: what people do daily takes few presses from Now, on a phone.
func TestPageJobs(t *testing.T) {
	server := rig.Outside(t)
	r := rig.Launch(t, nil, rig.Configured(t, fmt.Sprintf(
		"[radio]\ndirectory = %q\n[weather]\nurl = %[1]q\nplaces = %[1]q\n", server.URL))...)
	each(t, r, phone(browser.Light), daily(r))
}

// TestPressesInTheGuide: the guide tells of the presses that the jobs take.
func TestPressesInTheGuide(t *testing.T) {
	text := string(must.Get(os.ReadFile("../../docs/page.md"))(t))
	told := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\| ([^|]+) \| (\d+) \|`).FindAllStringSubmatch(text, -1) {
		told[m[1]] = m[2]
	}
	if len(told) < 20 {
		t.Errorf("the guide tells of %d jobs, want 20 at least", len(told))
	}
	for _, j := range slices.Concat(daily(nil), rarer(nil, "")) {
		if n, ok := told[j.what]; ok && n != strconv.Itoa(j.presses) {
			t.Errorf("the guide says %s presses to %s, want %d", n, j.what, j.presses)
		}
		delete(told, j.what)
	}
	if len(told) > 0 {
		t.Errorf("no test does the jobs %v of the guide", told)
	}
}

// phone opens windows of a phone.
func phone(scheme string) func(*testing.T) *browser.Page {
	return func(t *testing.T) *browser.Page { return browser.NewPage(t, 390, 844, scheme) }
}

// each does the jobs, each in a window that is closed at its end.
func each(t *testing.T, r *rig.Device, window func(*testing.T) *browser.Page, all []job) {
	for _, j := range all {
		t.Run(j.what, func(t *testing.T) {
			p := window(t)
			p.SignIn(r)
			j.try(t, p)
			r.Call("DELETE", "/api/v2/device/notifications", "", nil)
		})
	}
}

// daily are the jobs of every day. They need a directory of stations and of places, as [rig.Outside].
func daily(r *rig.Device) []job {
	has := func(pkg, setting string) func() bool {
		return func() bool { return strings.Contains(string(app(r, pkg).Settings), setting) }
	}
	return []job{
		{"send a message with icon, colour and sound", 7, func(p *browser.Page) {
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
		{"set an alarm", 4, func(p *browser.Page) {
			p.Press("Next alarm")
			p.Press("Add to Alarms")
			p.Set("Time", "06:45")
			p.Press("Save")
			p.Row("Clock").Within("Next alarm").Shows()
		}, has("com.lametric.clock", "06:45")},
		{"start a timer of 5 minutes", 3, func(p *browser.Page) {
			p.Open("Apps")
			p.Press("Settings of Countdown")
			p.Press("5 min")
			p.Within("Countdown").Gone()
		}, func() bool {
			var s struct{ Showing struct{ Package string } }
			r.Call("GET", "/live/status", "", &s)
			return s.Showing.Package == "com.lametric.countdown"
		}},
		{"show the weather", 3, func(p *browser.Page) {
			p.Open("Apps")
			p.Press("Settings of Weather")
			p.Type("Where?", "paris")
			p.CSS(".found button").Counts(2)
			p.Press("Paris, Île-de-France, France")
			p.Row("Weather").Sees("Paris, Île-de-France")
		}, func() bool { return app(r, "com.lametric.weather").Visible }},
		{"play the radio", 3, func(p *browser.Page) {
			p.Open("Apps")
			p.Press("Settings of Radio")
			p.Type("Search for a station", "jazz")
			p.Press("Play Jazz FM")
			p.Within("Favourites").Sees("Jazz FM")
		}, has("com.lametric.radio", "Jazz FM")},
		{"choose an effect", 2, func(p *browser.Page) {
			p.Open("Look")
			p.Within("Effect").Press("Rainbow")
		}, func() bool {
			var look struct {
				Effect string `json:"text_effect"`
			}
			r.Call("GET", "/live/look", "", &look)
			return look.Effect == "rainbow"
		}},
		{"change the clock's face", 3, func(p *browser.Page) {
			p.Press("Next alarm")
			p.Press("Line of the seconds")
			p.Press("Save")
		}, has("com.lametric.clock", `"face":"seconds"`)},
	}
}

// app is the first widget of a package.
func app(r *rig.Device, pkg string) browser.Listed {
	var all []browser.Listed
	r.Call("GET", "/live/apps", "", &all)
	return browser.Find(all, pkg)
}

// TestStripLeavesTheButtons: while a timer runs, the strip that stops it lies over none of the
// buttons of a dialog, and they not over it: in the clock's form with an alarm, in the picker, and
// below the panel that fills the screen.
func TestStripLeavesTheButtons(t *testing.T) {
	p := browser.NewPage(t, 390, 844, browser.Dark)
	r := rig.Launch(t, nil)
	p.SignIn(r)
	act(r, app(r, countdown), `{"id":"countdown.configure","params":{"duration":1800,"start_now":true}}`)
	p.Open("Apps")
	p.Press("Settings of Clock")
	p.Press("Add to Alarms")
	p.Press("Save")
	p.Within("Clock").Gone()
	for _, width := range []int{390, 1280} {
		p.Resize(width, 844)
		free := func(where string, buttons ...browser.Part) {
			t.Helper()
			for _, b := range append(buttons, p.Within("Sound").Control("Stop")) {
				if over := b.Over(); len(over) > 0 {
					t.Errorf("%s at %d px: over %s is %q", where, width, b, over)
				}
			}
			p.Shoot(fmt.Sprintf("strip-%s-%d.png", where, width))
		}
		p.Open("Apps")
		p.Press("Settings of Clock")
		form := p.Within("Clock")
		form.Within("Sound").Shows()
		for _, open := range []string{"", "7:* *", "Name and turn"} { // the form grows to the window's height
			if open != "" {
				form.Press(open)
			}
			for _, end := range []browser.Part{form.CSS("h2"), form.Control("Save")} {
				end.Bring()
				free("the clock's form, "+open, form.Control("Save"), form.Control("Cancel"))
			}
		}
		form.Press("Cancel")
		p.Open("Send")
		p.Press("no icon")
		p.Within("Choose an icon").Within("Sound").Shows()
		p.CSS("#icons .pick").AtLeast(1)
		free("the picker", p.Control("Close"))
		p.Press("Close")
		p.Open("Now")
		p.Press("Share")
		p.Press("Full screen")
		p.CSS(".stage.full").Within("Sound").Shows()
		free("the panel that fills the window", p.Control("Leave full screen"))
		p.Press("Leave full screen")
		p.CSS("body > #sounding").Shows()
	}
}
