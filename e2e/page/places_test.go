// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/testtool"
)

// places are those of the page, as its bar names them.
var places = []string{"Now", "Send", "Apps", "Look", "Device"}

// at waits until a place is seen, alone, with the panel in it.
func at(p *browser.Page, place string) {
	p.CSS("#places [aria-current]").Reads(place)
	p.CSS(".room").Counts(1)
	p.CSS(".room[data-place=" + strings.ToLower(place) + "] #panel").Shows()
}

// TestPagePlaces: five places with addresses, each one press away, on a phone by a bar at
// the bottom; the way back leads back, and an unknown address opens Now.
func TestPagePlaces(t *testing.T) {
	p, _ := browser.SignedIn(t, 390, 844)
	at(p, "Now")
	for _, place := range append(places[1:], "Now") {
		p.Open(place)
		at(p, place)
		p.Fits(place)
		if bottom := p.CSS("#places").Place().Bottom(); bottom != 844 {
			t.Errorf("%s: the bar ends at %v px, want 844", place, bottom)
		}
	}
	p.Back()
	at(p, "Device")
	p.Reload()
	at(p, "Device")
	p.Live()
	for _, other := range []string{"#/nowhere", "#/sendx", "#/", "#look"} {
		p.Follow("#/look")
		at(p, "Look")
		p.Follow(other)
		at(p, "Now")
	}
	p.Follow("#/send?m=x")
	at(p, "Send")
}

// TestPageNow: what is on and what comes next, the next ring, who sent last, what waits
// and why, and that all is well.
func TestPageNow(t *testing.T) {
	p := browser.NewPage(t, 1280, 900, browser.Dark)
	r := rig.Launch(t, nil)
	on, alarm := p.Within("On now"), p.Control("Next alarm *")
	last, waits := p.Within("Last message from"), p.Within("Waiting messages")
	onIs := func(what, next string) { t.Helper(); on.Reads("On now " + what + " " + next) }
	p.SignIn(r)
	onIs("Clock", "The only app that is on")
	alarm.Reads("Next alarm None *")
	last.Sees("Nobody yet")
	for client, want := range map[string]string{
		"127.0.0.1":           "A browser", // on the device
		"claimed-127.0.0.1":   "A browser", // that has claimed it
		"claimed-2001-db8--1": "A browser",
		"claimed-kitchen":     "claimed-kitchen", // a key that somebody has named
	} {
		if who := browser.Call[string](p, "/agents.js", "senderOf", client); who != want {
			t.Errorf("%s is called %q, want %q", client, who, want)
		}
	}
	p.Press("Everything works")
	p.CSS("[data-view=doctor][open]").Shows()
	p.Open("Now")
	waits.Gone()
	list := []string{}
	for _, w := range apps(r) {
		if w.Package == "com.lametric.clock" {
			list = append(list, fmt.Sprintf(
				`{"widget":%q,"settings":{"alarms":[{"time":"06:30","enabled":false},{"time":"07:45"}]}}`, w.Widget))
		} else {
			list = append(list, fmt.Sprintf(`{"widget":%q,"visible":%v}`, w.Widget, w.Package == "com.lametric.stopwatch"))
		}
	}
	r.Call("PUT", "/live/apps", "["+strings.Join(list, ",")+"]", nil)
	on.Sees("Next: Stopwatch")
	alarm.Matches(`^Next alarm 0?7:45.* to(day|morrow)$`)
	r.Call("PUT", "/api/v2/device", `{"mode":"kiosk"}`, nil)
	on.Sees("Stays on")
	send := func(text string) {
		r.Call("POST", "/api/v2/device/notifications",
			`{"lifetime":600000,"model":{"cycles":0,"frames":[{"text":"`+text+`"}]}}`, nil)
	}
	send("tea")
	last.Matches("^Last message from Go now")
	waits.CSS(".big").Reads("1")
	waits.Press("Leave kiosk mode")
	waits.Gone()
	on.Matches("^On now tea Next: (Clock|Stopwatch)$")
	send("cake")
	onIs("tea", "Next: cake")
	r.Call("DELETE", "/api/v2/device/notifications", "", nil)
	for mode, next := range map[string]string{"manual": "Stays on", "schedule": "Next: as scheduled"} {
		r.Call("PUT", "/api/v2/device", `{"mode":"`+mode+`"}`, nil)
		on.Sees(next)
	}
	r.Call("PUT", "/api/v2/device/display", `{"screensaver":{"enabled":true,"mode":"time_based",
		"mode_params":{"enabled":true,"start_time":"00:00:00","end_time":"23:59:59"}}}`, nil)
	onIs("Clock", "Screensaver")
	r.Call("PUT", "/api/v2/device/display", `{"screensaver":{"enabled":false}}`, nil)
	send("tea")
	on.Sees("tea")
	p.Reload() // also on a page that never saw the app
	on.Matches("^On now tea Next: (Clock|Stopwatch)$")
	p.Shoot("now.png")
	who := last.CSS(".big").Text()
	p.Open("Device")
	p.Press("Clients")
	p.Within("Clients").CSS("tbody").Row(who).Shows()
}

// TestPageRings: the next ring is what the device tells of its clocks, in their zones; it
// leaves out a ring that is skipped, which the page does not know from the settings.
func TestPageRings(t *testing.T) {
	p, _ := browser.SignedIn(t, 1100, 900)
	const now = 1780522200000 // ms: Wednesday, 3 June 2026, 21:30 in Greenwich
	type widget map[string]any
	type ring struct {
		Days     int
		At, Wait int64 // ms
	}
	skipped := widget{"settings": widget{"alarms": []widget{{"time": "07:00"}}}}
	for _, c := range []struct {
		why     string
		widgets []widget
		want    *ring
	}{
		{"no clock rings", []widget{{}, skipped}, nil},
		{"tomorrow", []widget{{"rings": "2026-06-04T07:00:00Z"}}, &ring{1, 420, 34200000}},
		{"today where it is earlier", []widget{{"rings": "2026-06-03T07:00:00-16:00"}}, &ring{0, 420, 5400000}},
		{"the first of two", []widget{{"rings": "2026-06-03T23:00:00Z"}, {"rings": "2026-06-03T22:00:00Z"}},
			&ring{0, 1320, 1800000}},
		{"a week from now", []widget{{"rings": "2026-06-10T21:30:00Z"}}, &ring{7, 1290, 604800000}},
		{"the clock's own zone", []widget{{"rings": "2026-06-04T07:00:00+09:00"}}, &ring{0, 420, 1800000}},
	} {
		got := browser.Call[*ring](p, "/alarms.js", "ring", c.widgets, now)
		if got != nil {
			got.At = got.At / 60_000 % (24 * 60) // minutes of the day
		}
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%s: %+v, want %+v", c.why, got, c.want)
		}
	}
}

// TestPageShrinksThePanel: on a phone the panel leaves nothing but itself while one
// scrolls, nothing that is read jumps, and it gives way where the window is low.
func TestPageShrinksThePanel(t *testing.T) {
	p, _ := browser.SignedIn(t, 390, 844, "--size", "64x32")
	p.Open("Look")
	at(p, "Look")
	stage, night := p.CSS("#stage"), p.CSS("#night")
	before := night.Place().Y
	p.Scroll(600)
	stage.Is(".small")
	eventually.True(t, "the panel is small", func() bool { return stage.Place().Height < 0.22*844 })
	if moved := night.Place().Y + p.Scrolled() - before; moved < -1 || moved > 1 {
		t.Errorf("what is read jumps by %v px", moved)
	}
	p.Shoot("small.png")
	p.Scroll(0)
	stage.Is(":not(.small)")
	p.Resize(640, 400) // 1280 by 800 at 200 %
	p.Scroll(600)
	eventually.True(t, "the panel gives way", func() bool { return stage.Place().Bottom() < 0 })
}

// away waits until the page says over its grey panel that the device is away.
func away(t *testing.T, p *browser.Page) {
	t.Helper()
	p.CSS("#link[data-state=wait]").Shows()
	p.CSS("#away").Matches(`^No connection since \d`)
	if filter := p.CSS("#panel").Style("filter"); !strings.Contains(filter, "grayscale") {
		t.Errorf("the panel of a device that is away has the filter %q", filter)
	}
}

// back waits until the page shows the device again.
func back(p *browser.Page) {
	p.Live()
	p.CSS("#stage[data-away]").Gone()
	p.CSS("#away").Gone()
}

// TestPageIsHonest: on every place the panel turns grey and says that the device is away,
// also when that stands still with its connections open.
func TestPageIsHonest(t *testing.T) {
	p := browser.NewPage(t, 390, 844, browser.Dark)
	p.Expect(`status of 503 .*/live/`) // answers under way at the stop come late
	r := rig.Launch(t, nil)
	p.SignIn(r)
	for _, place := range places {
		p.Open(place)
		at(p, place)
		p.Scroll(300)
		p.CSS("#stage[data-away]").Gone()
		goOn := stop(t, r)
		away(t, p)
		p.Shoot("away-" + place + ".png")
		words, panel := p.CSS("#away").Ink(), p.CSS("#panel").Place()
		if words.Y < panel.Y || words.Bottom() > panel.Bottom() {
			t.Errorf("on %s the sentence lies beside the panel", place)
		}
		goOn()
		back(p)
	}
}

// TestPageOutlivesTheDevice: on every place the page says that a device which was killed is
// away, keeps what was typed, and goes on without a reload when it is back.
func TestPageOutlivesTheDevice(t *testing.T) {
	p := browser.NewPage(t, 390, 844, browser.Light)
	p.Expect(browser.IsAway)
	data, port := t.TempDir(), rig.FreePort(t)
	r := rig.LaunchIn(t, data, nil, "--http", ":"+port)
	p.SignIn(r)
	p.Open("Send")
	p.Type("Text", "half a sentence")
	born := p.Born()
	all := places
	if !testtool.ByNight() { // a form and a list tell most
		all = []string{"Send", "Device"}
	}
	for _, place := range all {
		p.Open(place)
		at(p, place)
		back(p)
		r.Kill()
		away(t, p)
		p.Shoot("killed-" + place + ".png")
		r = rig.LaunchIn(t, data, nil, "--http", ":"+port)
		back(p)
		at(p, place)
		if p.Born() != born {
			t.Errorf("on %s the page is loaded again", place)
		}
	}
	p.Open("Send")
	p.Field("Text").Holds("half a sentence")
}

// TestPageSaysAtOnceThatTheDeviceIsAway: a button whose part of the page is not there yet says so
// without further tries, by the page's clock.
func TestPageSaysAtOnceThatTheDeviceIsAway(t *testing.T) {
	p, r := browser.NewPage(t, 1100, 900, browser.Light), rig.Launch(t, nil)
	p.Expect(browser.IsAway)
	p.Answer("/later.js", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	p.SignIn(r)
	p.Open("Device")
	r.Kill()
	p.CSS("#stage[data-away]").Shows()
	p.StopClock()
	p.Press("Backup…")
	p.CSS("#toasts .bad").Shows()
}

// TestPageSaysAboveADialog: a toast lies above the dialog that is open, and goes back to the page.
func TestPageSaysAboveADialog(t *testing.T) {
	p, _ := browser.SignedIn(t, 390, 844)
	p.Open("Apps")
	p.Press("Settings of Clock")
	p.Within("Clock").Shows()
	browser.Call[any](p, "/ui.js", "toast", "said", true)
	p.CSS("#toasts").Restyle("pointer-events", "auto") // or the pointer would not tell
	if over := p.CSS("#toasts .bad").Over(); len(over) > 0 {
		t.Errorf("over the toast is %q", over)
	}
	p.Shoot("toast-app.png")
	p.Press("Cancel")
	p.Hidden("body > #toasts").Shows()
}
