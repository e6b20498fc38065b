// SPDX-License-Identifier: Apache-2.0

// Package show tests in a browser what the web page puts on the panel: apps, pictures,
// sounds and effects. Messages are tested in package compose.
package show

import (
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

// apps is what GET /live/apps lists.
func apps(r *rig.Device) (all []browser.Listed) {
	r.Call("GET", "/live/apps", "", &all)
	return all
}

// settings are those of the first widget of a package.
func settings(r *rig.Device, pkg string) string { return string(browser.Find(apps(r), pkg).Settings) }

// app opens the settings of an app, in their dialog.
func app(p *browser.Page, title string) browser.Part {
	p.Open("Apps")
	p.Press("Settings of " + title)
	return p.Within(title)
}

// unfolds opens the part of an app's settings that has its name and its turn.
func unfolds(p *browser.Page) {
	if p.CSS("#app-form > details.extra[open]").Count() == 0 {
		p.Press("Name and turn")
	}
}

// saves saves the settings that are open.
func saves(form browser.Part) {
	form.Press("Save")
	form.Gone()
}

func TestMain(m *testing.M) { browser.Main(m) }
