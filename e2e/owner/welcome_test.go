// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// greets waits for a step of the welcome, by the beginning of its title.
func greets(p *browser.Page, title string) {
	p.CSS("#welcome-title").Reads(title + "*")
	p.CSS("#welcome-next").Is(":enabled")
}

// TestPageWelcomes: on a device that nobody has set up the page invites to four steps.
// Name, place, face and wake-up time are kept, the panel says hello, and the last button
// leads to the composer; then nobody is invited again.
func TestPageWelcomes(t *testing.T) {
	p := browser.NewPage(t, 390, 844, browser.Dark)
	p.Expect(browser.IsAway) // it restarts with its name
	p.Expect(`status of 502 .*/live/places`)
	r := rig.LaunchIn(t, t.TempDir(), nil, "--http", ":"+rig.FreePort(t))
	p.SignIn(r)
	p.CSS("#invite").Shows()
	p.Shoot("welcome-invite.png")
	p.Press("Begin")
	greets(p, "Name and place")
	p.CSS("[name=welcome-name]").Write("Kitchen")
	p.CSS("#welcome .aid input").Write("berlin")
	p.CSS("#welcome .found button").Nth(1).Click()
	p.CSS("#welcome-body").Sees("Berlin, Germany it is.")
	p.Shoot("welcome-name.png")
	p.CSS("#welcome").Choose("Hours", "12 hours")
	p.CSS("#welcome").Choose("Temperatures", "°F")
	p.CSS("#welcome-next").Click()
	greets(p, "Which panel")
	var region struct {
		Hours       int
		Temperature string
	}
	if r.Call("GET", "/live/region", "", &region); region.Hours != 12 || region.Temperature != "F" {
		t.Errorf("the device writes %+v, want 12 hours and °F", region)
	}
	eventually.True(t, "the panel says hello", func() bool {
		for _, n := range r.Queue() {
			if n.Model.Frames[0]["text"] == "Hello, I am Kitchen" {
				return true
			}
		}
		return false
	})
	p.Looks("the welcome")
	p.Press("Skip")
	greets(p, "How should")
	p.CSS(".picks img[src]").AtLeast(4)
	p.CSS(".picks [value=weekday]").Click()
	p.CSS(".picks [value=weekday]").Is("[aria-pressed=true]")
	p.CSS("#welcome-next").Click()
	greets(p, "When do you")
	p.Shoot("welcome-wake.png")
	p.CSS("[name=welcome-time]").Put("06:30")
	p.CSS("#welcome-next").Click()
	greets(p, "All set")
	p.CSS("#welcome-next").Click()
	p.CSS("#text").Focused().Shows()
	p.Open("Now")
	p.CSS("#alarm-at").Reads("6:30 AM")

	var all []browser.Listed
	r.Call("GET", "/live/apps", "", &all)
	clock, weather := string(all[0].Settings), string(all[3].Settings)
	for _, want := range []string{`"face":"weekday"`, `"days":["mon","tue","wed","thu","fri"]`, `"06:30"`} {
		if !strings.Contains(clock, want) {
			t.Errorf("the clock has %s, want %s", clock, want)
		}
	}
	if !strings.Contains(weather, `"place":"Berlin, Germany"`) || !all[3].Visible {
		t.Errorf("the weather has %s", weather)
	}
	var d struct{ Name string }
	if r.Call("GET", "/api/v2/device", "", &d); d.Name != "Kitchen" {
		t.Errorf("it is called %q", d.Name)
	}
	p.Remember("ledpost.welcome", "")
	p.Reload()
	p.Live()
	p.CSS("#alarm-at").Reads("6:30 AM")
	eventually.True(t, "it is known that all is done", func() bool { return p.Remembered("ledpost.welcome") == "done" })
	p.CSS("#invite").Gone()
	r.Stop()
}
