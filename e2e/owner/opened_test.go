// SPDX-License-Identifier: Apache-2.0

// Package owner tests in a browser what the owner of a device does on its page: gets in by
// claim, code, key or press, finds and sets up the panel, names the device, gives keys to
// others, updates it and goes back. The daily use of the page is tested in package page.
package owner

import (
	"os"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

// opened is a light window of this size that is signed in to a device with these arguments.
func opened(t *testing.T, width, height int, args ...string) (*browser.Page, *rig.Device) {
	t.Helper()
	p, r := browser.NewPage(t, width, height, browser.Light), rig.Launch(t, nil, args...)
	p.SignIn(r)
	return p, r
}

// restarting is opened for a device that restarts with what the page sets up.
func restarting(t *testing.T, width, height int) (*browser.Page, *rig.Device) {
	t.Helper()
	p, r := opened(t, width, height, "--http", ":"+rig.FreePort(t), "--config", os.DevNull)
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

func TestMain(m *testing.M) { browser.Main(m) }
