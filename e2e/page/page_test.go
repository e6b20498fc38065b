// SPDX-License-Identifier: Apache-2.0

// Package page tests in a browser how the web page is used: places, keyboard, languages,
// settings, views and networks. What it puts on the panel is tested in package show, what
// its owner does with the device in package owner.
package page

import (
	"bytes"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// panel is what the page's panel shows.
func panel(p *browser.Page) string {
	var out bytes.Buffer
	png.Encode(&out, p.CSS("#panel").Picture())
	return out.String()
}

// TestPage is a person at the page: a wrong key, the right key by keyboard, a
// notification sent from elsewhere and seen, one sent from the page, settings
// changed, the queue dismissed.
func TestPage(t *testing.T) {
	p := browser.NewPage(t, 1100, 900, browser.Light)
	p.Expect(browser.KeyIsRefused)
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	p.Visit(browser.Home(t, r) + "/")
	p.Type("API key", "wrong")
	p.Key(kb.Enter)
	p.Sees("That is not the device’s key.")
	p.Type("API key", r.Key)
	p.Key(kb.Enter)
	p.Live()
	before := panel(p)
	r.Call("POST", "/api/v2/device/notifications",
		`{"model":{"cycles":0,"frames":[{"icon":2867,"text":"from elsewhere"}]}}`, nil)
	eventually.True(t, "the live picture changes after a POST", func() bool { return panel(p) != before })
	p.Open("Send")
	queue := p.Within("Queue")
	queue.Row("from elsewhere").Shows()
	p.Type("Text", "from the page")
	p.Key(kb.Enter)
	queue.Row("from the page").Shows()
	if q := r.Queue(); len(q) != 2 || q[1].Model.Frames[0]["text"] != "from the page" {
		t.Errorf("the queue is %+v", q)
	}
	p.Shoot("page.png")
	queue.Press("Dismiss from elsewhere")
	eventually.True(t, "the first is dismissed", func() bool {
		q := r.Queue()
		return len(q) == 0 || q[0].Model.Frames[0]["text"] != "from elsewhere"
	})
	queue.Press("Dismiss all")
	queue.Sees("Nothing is waiting.")
	settings(t, p, r)
}

// settings changes one of each kind.
func settings(t *testing.T, p *browser.Page, r *rig.Device) {
	t.Helper()
	p.Open("Now")
	p.CSS("[name=brightness-now]").Reads("100%")
	p.Tick("Follow the light in the room", true)
	p.CSS("[name=brightness-now]").Reads("82%") // as light as the test's sensor says
	text, saver := p.Within("Text"), p.Within("Screensaver*")
	const device, look = "/api/v2/device", "/live/look"
	for _, s := range []struct {
		place string
		act   func()
		path  string
		want  string
	}{
		{"Now", func() { p.Set("Brightness", "41") }, device, `"brightness_bias":-50`},
		{"Now", func() { p.CSS("[name=brightness-now]").Reads("41%") }, device, `"brightness_mode":"auto"`},
		{"Now", func() { p.Tick("Follow the light in the room", false) }, device, `"brightness_mode":"manual"`},
		{"Now", func() { p.Set("Brightness", "33") }, device, `"brightness":33`},
		{"Now", func() { p.Set("Volume", "44") }, device, `"volume":44`},
		{"Apps", func() { p.Choose("Mode", "Manual: you switch") }, device, `"mode":"manual"`},
		{"Look", func() { p.Press("Screensaver"); saver.Tick("Enabled", true) }, device, `"screensaver":{"enabled":true`},
		{"Look", func() { saver.Press("By the clock") }, device, `"time_based":{"enabled":true`},
		{"Look", func() { text.Set("Colour", "#ffb000") }, look, `"text_color":"#FFB000"`},
		{"Look", func() { text.Set("Scroll speed", "35") }, look, `"scroll_speed":35`},
		{"Look", func() { text.Within("Transition").Press("Fade") }, look, `"transition":"fade"`},
		{"Look", func() { text.Within("Effect").Press("Rainbow") }, look, `"text_effect":"rainbow"`},
		{"Look", func() { text.Within("Background of messages").Press("Plasma") }, look, `"background":"plasma"`},
		{"Look", func() { text.Within("Overlay").Press("Snow") }, look, `"overlay":"snow"`},
		{"Look", func() { text.Tick("Scroll between pixels", false) }, look, `"smooth":false`},
		{"Look", func() { saver.Set("From", "21:15") }, device, `"local_start_time":"21:15:00"`},
	} {
		p.Open(s.place)
		s.act()
		eventually.True(t, "the device has "+s.want, func() bool {
			_, answer := r.Ask("GET", s.path, "")
			return strings.Contains(string(answer), s.want)
		})
	}
	p.Open("Now")
	p.CSS("[name=brightness-now]").Matches(`^33%(, now \d+%)?$`) // at night the screensaver has its own
}

// TestPageOnAPhone: nothing sticks out, and the icon picker finds an icon.
func TestPageOnAPhone(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	p.Fits("the page")
	p.Shoot("phone.png")
	p.Open("Send")
	if button, bar := p.Control("Show it").Place(), p.CSS("#places").Place(); button.Y+button.Height > bar.Y {
		t.Errorf("the button that sends is %.0f px below the window's end", button.Y+button.Height-bar.Y)
	}
	p.Press("no icon")
	p.Type("Search icons", "weather-rain")
	p.Press("weather-rain")
	p.Control("Icon: weather-rain").Shows()
	p.Press("How it is shown")
	p.Tick("until dismissed", true)
	p.Press("Show it")
	eventually.True(t, "the notification with the icon is there", func() bool {
		q := r.Queue()
		return len(q) == 1 && strings.Contains(q[0].Model.Frames[0]["icon"].(string), "weather-rain")
	})
	eventually.True(t, "the newest message stands above the place where one writes", func() bool {
		return p.CSS("#talk > li").Nth(1).Place().Bottom() <= p.CSS(".pinned").Place().Y
	})
	p.Fits("the conversation")
	p.Shoot("phone-send.png")
}

// TestPageRows: beside the title of a view stands how it stands; a key gets a name that it can have.
func TestPageRows(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	p.Open("Device")
	value := func(view, is string) {
		t.Helper()
		p.CSS(`#views [data-view="` + view + `"] > summary[data-value="` + is + `"]`).Shows()
	}
	value("network", "ledpost")
	value("keys", "0")
	value("doctor", "Everything works")
	p.Press("Keys")
	p.Type("Name", "Home Assistant, Küche")
	p.Press("Make a key")
	p.Sees("It is shown only now")
	var keys []struct{ Name string }
	r.Call("GET", "/live/keys", "", &keys)
	if len(keys) != 1 || keys[0].Name != "home-assistant-kuche" {
		t.Errorf("the keys are %v", keys)
	}
	p.Open("Now")
	p.Open("Device")
	value("keys", "1")
}

// apps is what GET /live/apps lists.
func apps(r *rig.Device) (all []browser.Listed) {
	r.Call("GET", "/live/apps", "", &all)
	return all
}

// TestPageMissesTheDevice: one that stands still, with its connections open, is no
// longer called live, what is sent says so, and all is well when it goes on.
func TestPageMissesTheDevice(t *testing.T) {
	p, r := browser.SignedIn(t, 1100, 900)
	p.Open("Send")
	goOn := stop(t, r)
	p.CSS("#link[data-state=wait]").Shows()
	p.Type("Text", "lost")
	p.Press("Show it")
	p.Toast("The device does not answer")
	goOn()
	p.Live()
}

// TestPageWatches: what changes elsewhere is on the page at once, why something
// waits too, and while nothing changes the page asks for nothing but pictures of apps in sight.
func TestPageWatches(t *testing.T) {
	p, r := browser.SignedIn(t, 1100, 900)
	p.Open("Look")
	r.Call("PUT", "/live/look", `{"text_color":"#12ab34"}`, nil)
	p.Field("Colour").Holds("#12ab34")
	p.Open("Apps")
	r.Call("PUT", "/api/v2/device", `{"mode":"kiosk"}`, nil)
	p.Field("Mode").Holds("kiosk")
	p.Open("Send")
	r.Call("POST", "/api/v2/device/notifications", `{"lifetime":600000,"model":{"frames":[{"text":"hidden"}]}}`, nil)
	queue := p.Within("Queue")
	queue.Sees("kiosk mode locks the app")
	queue.Row("hidden").Sees("waits: ")
	queue.CSS("#queue > li").Counts(1)
	p.AllDrawn()
	p.Idle()
	before := len(p.Asked())
	p.Beats(3)
	for _, asked := range p.Asked()[before:] {
		if !strings.Contains(asked, ".png") {
			t.Errorf("while nothing changes it asks for %s", asked)
		}
	}
}

// TestPageKeepsPresses: a press ends as it began when something comes from elsewhere while a button is held down,
// and the row with the focus stays in sight.
func TestPageKeepsPresses(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	send := func(text string) {
		r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"text":"`+text+`"}]}}`, nil)
		p.Within("Queue").Row(text).Shows()
	}
	p.Open("Send")
	send("one")
	p.Within("Queue").PressDuring("Dismiss one", func() { send("two") })
	p.Within("Queue").Row("one").Gone()
	p.Within("Queue").Row("two").Shows()
	for _, text := range strings.Fields("three four five six") {
		send(text)
	}
	last := p.Within("Queue").Control("Dismiss six")
	last.Focus()
	r.Call("POST", "/api/v2/device/notifications", `{"priority":"critical","model":{"cycles":0,"frames":[{"text":"now"}]}}`, nil)
	p.Within("Queue").Row("now").Shows()
	last.Focused().Shows() // it is the sixth, and the list is folded after the fifth

	name := func(key string) { r.Ask("POST", "/live/keys", `{"name":"`+key+`","scope":"read"}`) }
	p.Open("Device")
	p.StopClock()
	name("one")
	p.Press("Keys")
	p.PressDuring("Revoke one", func() {
		name("two")
		p.Advance(30 * time.Second) // until it asks for the keys again
		p.Control("Revoke two").Shows()
	})
	p.Control("Revoke one").Reads("Really?")
	for _, key := range strings.Fields("three four five") {
		name(key)
	}
	p.Advance(30 * time.Second)
	last = p.Control("Revoke five")
	last.Focus()
	p.Answer("/live/keys", browser.Pass(func(_ http.Header, body []byte) []byte {
		return bytes.Replace(body, []byte("["), []byte(`[{"name":"first","scope":"read"},`), 1)
	}))
	p.Advance(30 * time.Second)
	p.Control("Revoke first").Shows()
	last.Focused().Shows() // as in the queue

	p.Press("Brightness and light")
	slider := p.Field("Light in the simulated room")
	slider.Focus()
	r.Call("PUT", "/live/light", `{"lux":7}`, nil)
	p.Advance(10 * time.Second) // until it asks for the light again
	p.CSS("[data-view=light]").Sees("The room has 7 lx")
	slider.Focused().Shows()
}
