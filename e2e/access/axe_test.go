// SPDX-License-Identifier: Apache-2.0

// Package access tests with axe and Lighthouse that everybody can use the web page, and
// that its first visit asks for little.
package access

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

// axe fails for each violation of the WCAG and of good practice that axe-core finds in the
// dialog that is open, or on the page.
func axe(t *testing.T, p *browser.Page, script, where string) {
	t.Helper()
	for _, found := range p.Axe(script) {
		t.Errorf("%s: %s", where, found)
	}
}

// axeScript is axe-core itself.
func axeScript(t *testing.T) string {
	t.Helper()
	dir, _ := rig.NPM(t)
	script, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}

// TestPageAxe: axe-core finds nothing wrong with the page, its dialogs and the views
// of the device, in both colour schemes, at a desk and on a phone.
func TestPageAxe(t *testing.T) {
	script := axeScript(t)
	for _, c := range []struct {
		name   string
		width  int
		scheme string
	}{{"light", 1280, browser.Light}, {"dark", 390, browser.Dark}} {
		t.Run(c.name, func(t *testing.T) {
			p := browser.NewPage(t, c.width, 900, c.scheme)
			p.Tour(browser.Visited(t), func(where string) { axe(t, p, script, where) })
		})
	}
}

// TestPageAxeRest: nor with what the tour leaves out: the welcome, what Look folds, the code for
// a telephone, and the form of each app, none of which is wider than its window.
func TestPageAxeRest(t *testing.T) { axeAlong(t, (*browser.Page).Rest) }

// TestPageAxeSearch: nor with the steps of the search for an unknown panel, by questions and
// by a photograph.
func TestPageAxeSearch(t *testing.T) { axeAlong(t, (*browser.Page).Search) }

// axeAlong fails for each violation and for all that sticks out along a way through the page, in
// both colour schemes, at a desk and on a phone.
func axeAlong(t *testing.T, way func(p *browser.Page, r *rig.Device, at func(where string))) {
	t.Helper()
	script := axeScript(t)
	for scheme, width := range map[string]int{browser.Light: 1280, browser.Dark: 390} {
		t.Run(scheme, func(t *testing.T) {
			p := browser.NewPage(t, width, 900, scheme)
			way(p, browser.Visited(t), func(where string) {
				p.Shoot("rest-" + scheme + "-" + where + ".png")
				p.Fits(scheme + ", " + where)
				axe(t, p, script, where)
			})
		})
	}
}

// TestPageAxeCards: nor with the cards that show up when something is asked of the user:
// a key for another, a configuration on trial, an update.
func TestPageAxeCards(t *testing.T) {
	script := axeScript(t)
	key, device := rig.Releases(t)
	r := rig.Launch(t, nil, append(device(key), "--http", ":"+rig.FreePort(t))...)
	for _, scheme := range []string{browser.Light, browser.Dark} {
		p := browser.NewPage(t, 390, 844, scheme)
		p.Expect(browser.IsAway) // while it restarts with the configuration
		p.SignIn(r)
		p.Open("Device")
		p.Press("Check now")
		p.Control("Not now").Shows()
		axe(t, p, script, scheme+": update")
		r.Call("POST", "/api/v1/user/request?group=web_admin", "", nil)
		asked := p.CSS("#asked")
		asked.Shows()
		axe(t, p, script, scheme+": asked")
		allow(r)
		asked.Gone()
		r.Call("PUT", "/live/config", "name = \"tried\"\n", nil)
		trial := p.CSS("#trial")
		trial.Sees("returns in ")
		axe(t, p, script, scheme+": trial")
		r.Ask("DELETE", "/live/config/trial", "") // unless its minute is over
		trial.Gone()
		p.Live()
	}
}

// allow answers the request for a key, unless its minute is over.
func allow(r *rig.Device) {
	var asked struct{ Request struct{ ID string } }
	r.Call("GET", "/live/pairing", "", &asked)
	r.Ask("POST", "/live/pairing", `{"id":"`+asked.Request.ID+`","approve":true}`)
}
