// SPDX-License-Identifier: Apache-2.0

// Package owner tests in a browser what the owner of a device does on its page: gets in by
// claim, code, key or press, finds and sets up the panel, names the device, gives keys to
// others, updates it and goes back. The daily use of the page is tested in package page.
package owner

import (
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

// TestPageDevice: each view of the device says what the device does.
func TestPageDevice(t *testing.T) {
	p, r := browser.SignedIn(t, 1280, 900)
	r.Call("GET", "/api/v2/device", "", nil) // a client at 127.0.0.1
	for _, c := range []struct{ view, ready, says string }{
		{"Brightness and light", ".chart .now", "a made-up value"},
		{"Clients", "td", "127.0.0.1"},
		{"Network and name", ".facts dd", "37 × 8"},
		{"Status", ".charts figure", "MB"},
		{"Diagnostics", "[data-level=ok]", "panel works"},
		{"Log", ".log li", "info"},
		{"Keys", "li", "no named keys"},
	} {
		is := view(p, c.view)
		is.CSS(c.ready).Shows()
		is.Sees(c.says)
	}
	p.Looks("the views of the device")
	p.Shoot("device.png")
	for d, values := range map[string][]any{"M0 24H240": {nil, 3}, "M0.0 24.0L240.0 2.0": {1, 2}} {
		if got := p.Draws("/chart.js", "line", values, "x"); !strings.Contains(got, `d="`+d+`"`) {
			t.Errorf("a chart of %v is %s, want %s", values, got, d)
		}
	}
}

// TestPageKeys: keys are made, work as far as their scope goes, and are taken back.
func TestPageKeys(t *testing.T) {
	p, r := browser.SignedIn(t, 1280, 900)
	p.Expect(browser.ValueIsBad + `.*/live/keys`)
	keys := view(p, "Keys")
	p.Resize(390, 900)
	hint := p.CSS("#key-name-note, [name=scope]")
	hint.Counts(2)
	if at := hint.Places(); len(at) != 2 || at[0].Bottom() > at[1].Y {
		t.Errorf("the hint of the name is not above the permission: %v", at)
	}
	p.Resize(1280, 900)
	keys.Type("Name", "!")
	keys.Press("Make a key")
	p.CSS("#key-name-note.fault").Shows()
	own := r.Key
	for i, c := range []struct {
		scope             string
		sends, reads, all int // what a key of that scope is answered
	}{
		{"send", 200, 403, 403}, {"read", 403, 200, 403}, {"control", 200, 200, 403}, {"all", 200, 200, 200},
	} {
		if i > 0 {
			keys.Press("I have copied it")
		}
		keys.Type("Name", "for-"+c.scope)
		keys.Set("Permission", c.scope)
		keys.Press("Make a key")
		p.CSS(".secret input").Shows()
		if r.Key = p.CSS(".secret input").Value(); len(r.Key) != 64 {
			t.Errorf("the key is %q", r.Key)
		}
		for _, ask := range []struct {
			method, path, body string
			want               int
		}{
			{"POST", "/api/v2/device/notifications", `{"model":{"frames":[{"text":"ding"}]}}`, c.sends},
			{"GET", "/live/status", "", c.reads},
			{"GET", "/live/keys", "", c.all},
		} {
			if status, _ := r.Ask(ask.method, ask.path, ask.body); status != ask.want {
				t.Errorf("a key of scope %s: %s %s: %d, want %d", c.scope, ask.method, ask.path, status, ask.want)
			}
		}
	}
	keys.Press("I have copied it")
	for i, name := range []string{"for-send", "for-read", "for-control", "for-all"} {
		keys.Press("Revoke " + name)
		keys.Control("Revoke " + name).Reads("Really?")
		keys.Press("Revoke " + name)
		keys.CSS("li button").Counts(3 - i)
	}
	keys.CSS("ul").Sees("no named keys")
	if status, _ := r.Ask("GET", "/api/v2/device", ""); status != 401 {
		t.Errorf("the key that was taken back: %d", status)
	}
	r.Key = own
}

// TestPageMends: what waits says why, with the button that ends that. That of a stream
// is in TestPageOverALAN.
func TestPageMends(t *testing.T) {
	p, r := browser.SignedIn(t, 1280, 900)
	r.Call("PUT", "/api/v2/device/display", `{"screensaver":{"enabled":false}}`, nil)
	p.Open("Send")
	queue := p.Within("Queue")
	for _, c := range []struct{ method, path, hold, button string }{
		{"POST", "/live/test", `{"pattern":"corners","seconds":300}`, "End the test"},
		{"PUT", "/api/v2/device", `{"mode":"kiosk"}`, "Leave kiosk mode"},
		{"PUT", "/api/v2/device/display", `{"on":false}`, "Switch the display on"},
		{"PUT", "/api/v2/device/display", `{"screensaver":{"enabled":true,"mode":"time_based",
			"mode_params":{"enabled":true,"start_time":"00:00:00","end_time":"23:59:59"}}}`, "Turn the screensaver off"},
	} {
		r.Call(c.method, c.path, c.hold, nil)
		r.Call("POST", "/api/v2/device/notifications",
			`{"lifetime":600000,"model":{"cycles":0,"frames":[{"text":"held"}]}}`, nil)
		queue.Press(c.button)
		queue.CSS(".mend").Gone()
		queue.CSS(".seen").Shows()
		r.Call("DELETE", "/api/v2/device/notifications", "", nil)
	}
	p.CSS("#held").Gone()
	queue.CSS("li").Gone()
}

// restarting is a page that is signed in to a device that restarts with what the page sets up.
func restarting(t *testing.T, width, height int) (*browser.Page, *rig.Device) {
	t.Helper()
	p, r := browser.SignedIn(t, width, height, "--http", ":"+rig.FreePort(t), "--config", os.DevNull)
	p.Expect(browser.IsAway)
	return p, r
}

// view opens one of the views of the device.
func view(p *browser.Page, title string) browser.Part {
	p.Open("Device")
	p.CSS("#views").Press(title)
	return p.CSS("#views").Within(title)
}

// volume is the device's.
func volume(r *rig.Device) int {
	var a struct{ Volume int }
	r.Call("GET", "/api/v2/device/audio", "", &a)
	return a.Volume
}
