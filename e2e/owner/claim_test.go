// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/qr"
)

// TestPageClaims is a new device and two browsers: both may claim it, the phone does and
// is welcomed, which sets up the panel too, and the other one learns who was first.
func TestPageClaims(t *testing.T) {
	phone, desk := browser.NewPage(t, 390, 844, browser.Light), browser.NewPage(t, 1280, 900, browser.Dark)
	desk.Expect(`status of 409 .*/live/claim`)
	phone.Expect(browser.IsAway)        // it restarts
	phone.Expect(browser.FailsItsCheck) // the panel that is set up is not there
	r := rig.LaunchIn(t, t.TempDir(), nil, "--http", ":"+rig.FreePort(t))
	for name, p := range map[string]*browser.Page{"phone": phone, "desk": desk} {
		p.Visit(browser.Home(t, r) + "/")
		p.Control("Claim it and set it up").Focused().Shows()
		p.Sees(" minutes, and again")
		p.Looks(name)
		p.Shoot("claim-" + name + ".png")
	}
	desk.Speak("de", browser.Home(t, r))
	desk.Reload()
	desk.Control("Claim it and set it up").Focused().Shows()
	phone.Press("Claim it and set it up")
	phone.Live()
	greets(phone, "Name and place")
	phone.Shoot("claim-welcome.png")
	r.Key = phone.Remembered("ledpost.key")
	if q := r.Queue(); len(q) != 0 {
		t.Errorf("%+v waits, behind what the owner sends", q)
	}
	desk.Press("Claim it and set it up")
	desk.CSS("#key").Shows()
	desk.Sees("hat das Gerät schon in Besitz genommen.")
	desk.Shoot("claim-late.png")

	phone.HasPanel()
	phone.Type("Name", "hall")
	phone.Press("Next")
	greets(phone, "Which panel")
	phone.Press("Choose the panel…")
	pick(phone, "hub75")
	asks(phone, "Its size")
	enter(phone, "rows", "16")
	enter(phone, "cols", "32")
	next(phone)
	asks(phone, "(red)?")
	pick(phone, "top-left")
	asks(phone, "(green)?")
	pick(phone, "top-right")
	asks(phone, "three bands")
	pick(phone, "RGB")
	asks(phone, "One row")
	next(phone)
	greets(phone, "How should")
	phone.Press("Skip")
	greets(phone, "When do you")
	phone.Press("Skip")
	greets(phone, "All set")
	phone.Press("Look around first")
	var d struct{ Name string }
	if r.Call("GET", "/api/v2/device", "", &d); d.Name != "hall" {
		t.Errorf("it is called %q", d.Name)
	}
	phone.CSS("html[style*='--columns: 32']").Shows() // tiles in the shape of the new panel
	phone.Reload()
	phone.Live()
	r.Stop()
}

// TestPageKeyInAddress: a key behind the # signs in and leaves address and history at
// once, also on a page that is open; what only looks like one does nothing, and a wrong
// one does not cost the browser the key that it had.
func TestPageKeyInAddress(t *testing.T) {
	p, r := browser.NewPage(t, 1100, 900, browser.Light), rig.Launch(t, nil)
	p.Expect(browser.KeyIsRefused)
	r.Call("GET", "/api/v2/device", "", nil) // it is in use
	home := browser.Home(t, r) + "/"
	clean := func() {
		t.Helper()
		eventually.True(t, "the address has no key", func() bool { return p.Address() == home })
	}
	open := func(fragment string) {
		t.Helper()
		p.Visit("about:blank")
		p.Visit(home + fragment)
	}
	keeps := func(key string) {
		t.Helper()
		eventually.True(t, "the browser has the key", func() bool { return p.Remembered("ledpost.key") == key })
	}
	for _, other := range []string{"#/" + r.Key, "#short", "#key=" + r.Key, "#" + strings.Repeat("a", 257)} {
		open(other)
		p.CSS("#key").Shows()
		if got := p.Remembered("ledpost.key"); got != "" {
			t.Errorf("%s: taken for a key: %s", other, got)
		}
	}
	open("#" + r.Key)
	p.Live()
	clean()
	long := strings.Repeat("wrong-", 9)
	open("#" + long)
	p.Live()
	keeps(r.Key)
	p.Toast("The key in the link is wrong")
	clean()
	p.Follow("#" + long)
	p.Toast("The key in the link is wrong")
	keeps(r.Key)
	p.Live()
	clean()
	p.Forget()
	p.Reload()
	p.CSS("#key").Shows()
	p.Follow("#" + r.Key)
	p.Live()
	clean()
	p.Back()
	eventually.True(t, "what was before has no key", func() bool { return !strings.Contains(p.Address(), r.Key) })
}

// TestPageShowsCode: the code is that of the page's address with the key, and is gone with
// its dialog.
func TestPageShowsCode(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	p.Open("Device")
	p.Press("Sign in a phone…")
	p.CSS("#code svg path").Shows()
	p.Shoot("code.png")
	want := 0
	for _, row := range must.Get(qr.Rows(browser.Home(t, r) + "/#" + r.Key))(t) {
		want += strings.Count(string(row), "1")
	}
	if got := strings.Count(p.CSS("#code path").Attribute("d"), "M"); got != want {
		t.Errorf("%d dark modules, want %d", got, want)
	}
	p.Press("Close")
	p.Hidden("#code svg").Gone()
}

// greets waits for a step of the welcome, by the beginning of its title.
func greets(p *browser.Page, title string) {
	p.CSS("#welcome-title").Reads(title + "*")
	p.CSS("#welcome-next").Is(":enabled")
}

// shows waits until the page has had the panel show something at once: a text, or a part of what was asked.
func shows(p *browser.Page, what string) {
	eventually.True(p.T(), "the panel shows "+what, func() bool {
		has := func(body string) bool { return strings.Contains(body, what) }
		return slices.ContainsFunc(p.Sent("POST /live/try"), has)
	})
}

// mostPresses lead from the page of a new device to its first message.
const mostPresses = 9

// TestPageWelcomes: on a device that nobody has set up the page invites to five steps.
// Name, place, face, wake-up time and first message are kept, and the panel shows each while it is given,
// without a restart; a reload goes on where it was, and then nobody is invited again.
func TestPageWelcomes(t *testing.T) {
	p := browser.NewPage(t, 390, 844, browser.Dark)
	p.Expect(browser.IsAway) // at its end
	p.Expect(`status of 502 .*/live/places`)
	r := rig.LaunchIn(t, t.TempDir(), nil, "--http", ":"+rig.FreePort(t))
	p.SignIn(r)
	p.CSS("#invite").Shows()
	p.Shoot("welcome-invite.png")
	p.Press("Begin")
	greets(p, "Name and place")
	p.Type("Name", "Kitchen")
	shows(p, "Kitchen")
	p.CSS("#welcome .aid input").Write("berlin")
	p.CSS("#welcome .found button").Nth(1).Click()
	p.Sees("Berlin, Germany it is.")
	shows(p, "Berlin")
	p.Shoot("welcome-name.png")
	p.Choose("Hours", "12 hours")
	p.Choose("Temperatures", "°F")
	p.Press("Next")
	greets(p, "Which panel")
	var region struct {
		Hours       int
		Temperature string
	}
	if r.Call("GET", "/live/region", "", &region); region.Hours != 12 || region.Temperature != "F" {
		t.Errorf("the device writes %+v, want 12 hours and °F", region)
	}
	shows(p, "Hello, I am Kitchen")
	p.Looks("the welcome")
	p.Press("Skip")
	greets(p, "How should")
	p.CSS(".picks img[src]").AtLeast(4)
	p.CSS(".picks [value=weekday]").Click()
	p.CSS(".picks [value=weekday]").Is("[aria-pressed=true]")
	shows(p, `"face":"weekday"`)
	p.Reload() // as a locked phone does
	p.Live()
	greets(p, "How should")
	p.CSS(".picks [value=weekday]").Click()
	p.Press("Next")
	greets(p, "When do you")
	shows(p, `"sunrise":"07:00"`)
	p.Shoot("welcome-wake.png")
	p.Set("Time", "06:30")
	shows(p, `"sunrise":"06:30"`)
	p.Press("Next")
	greets(p, "All set")
	p.Type("What to show", "Hi")
	p.Press("Show it")
	p.Toast("Sent")
	const more = 5 // two each for the hours and the degrees, and the face a second time
	if n := p.Presses() - more; n > mostPresses {
		t.Errorf("a first message takes %d presses, want at most %d", n, mostPresses)
	}
	const message = "POST /api/v2/device/notifications"
	before := slices.Index(p.Asked("POST /live/try", message), message)
	if last := p.Sent("POST /live/try")[before-1]; last != `{"seconds":0}` {
		t.Errorf("the first message waits until the panel has shown %s", last)
	}
	if q := r.Queue(); len(q) != 1 || q[0].Model.Frames[0]["text"] != "Hi" ||
		q[0].Model.Frames[0]["overlay"] != "confetti" {
		t.Errorf("the queue is %+v, want Hi with confetti alone", q)
	}
	p.CSS("#welcome").Gone()
	p.CSS("#alarm-at").Reads("6:30 AM")

	var all []browser.Listed
	r.Call("GET", "/live/apps", "", &all)
	clock, weather := string(all[0].Settings), string(all[3].Settings)
	for _, want := range []string{`"face":"weekday"`, `"days":["mon","tue","wed","thu","fri"]`, `"06:30"`,
		`"sunrise":10`} {
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
