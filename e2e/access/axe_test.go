// SPDX-License-Identifier: Apache-2.0

package access

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
)

// runAxe asks axe-core for what it finds wrong with the dialog that is open, or with the
// page, as "rule: element" each, and leaves it in globalThis.axed.
const runAxe = `globalThis.axed = ''; axe.run(document.querySelector('dialog:modal') || document).then(
	(r) => { axed = JSON.stringify(r.violations.flatMap((v) => v.nodes.map((n) => v.id + ': ' + n.html.slice(0, 120) + ' ' + n.failureSummary.replace(/\s+/g, ' ')))); },
	(e) => { axed = JSON.stringify([String(e)]); })`

// axe fails for each violation of the WCAG and of good practice on the page as it is.
func axe(t *testing.T, ctx context.Context, where string) {
	t.Helper()
	do(t, ctx, js(runAxe), until(`axed !== ''`))
	var found []string
	if err := json.Unmarshal([]byte(value[string](t, ctx, `axed`)), &found); err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Errorf("%s: %s", where, f)
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
		width  int64
		scheme string
	}{{"light", 1280, lightScheme}, {"dark", 390, darkScheme}} {
		t.Run(c.name, func(t *testing.T) {
			ctx := browse(t, 1280, 900, c.scheme)
			tour(t, ctx, visited(t), c.width, func(where string) {
				do(t, ctx, js(`if (!globalThis.axe) {`+script+`}`))
				axe(t, ctx, where)
			})
		})
	}
}

// TestPageAxeRest: nor with what the tour leaves out: the welcome, what Look folds, the code for
// a telephone, and the form of each app, none of which is wider than its window.
func TestPageAxeRest(t *testing.T) { axeAlong(t, browser.Rest) }

// TestPageAxeSearch: nor with the steps of the search for an unknown panel, by questions and
// by a photograph.
func TestPageAxeSearch(t *testing.T) { axeAlong(t, browser.Search) }

// axeAlong fails for each violation and for all that sticks out along a way through the page, in
// both colour schemes, at a desk and on a phone.
func axeAlong(t *testing.T, way func(t *testing.T, ctx context.Context, r *rig.Device, width int64, at func(where string))) {
	t.Helper()
	script := axeScript(t)
	for scheme, width := range map[string]int64{lightScheme: 1280, darkScheme: 390} {
		t.Run(scheme, func(t *testing.T) {
			ctx := browse(t, 1280, 900, scheme)
			way(t, ctx, visited(t), width, func(where string) {
				browser.Shoot(t, ctx, "rest-"+scheme+"-"+where+".png")
				browser.Accept(t, ctx, scheme+", "+where, browser.Astray)
				do(t, ctx, js(`if (!globalThis.axe) {`+script+`}`))
				axe(t, ctx, where)
			})
		})
	}
}

// ends presses the button of a card, unless the minute that the card lasts is over.
func ends(button string) step {
	return js(fmt.Sprintf(`{const b = document.querySelector(%q); if (b.checkVisibility()) b.click()}`, button))
}

// TestPageAxeCards: nor with the cards that show up when something is asked of the user:
// a key for another, a configuration on trial, an update.
func TestPageAxeCards(t *testing.T) {
	script := axeScript(t)
	key, device := rig.Releases(t)
	r := rig.Launch(t, nil, append(device(key), "--http", ":"+rig.FreePort(t))...)
	for name, scheme := range map[string]string{"light": lightScheme, "dark": darkScheme} {
		ctx := browse(t, 390, 844, scheme)
		expect(ctx, isAway) // while it restarts with the configuration
		signIn(t, ctx, r)
		do(t, ctx, click("#update-check"), until(`!document.getElementById('update-defer').hidden`), js(script))
		axe(t, ctx, name+": update")
		r.Call("POST", "/api/v1/user/request?group=web_admin", "", nil)
		do(t, ctx, chromedp.WaitVisible("#asked"))
		axe(t, ctx, name+": asked")
		do(t, ctx, ends("#asked [value=allow]"), until(`document.getElementById('asked').hidden`))
		r.Call("PUT", "/live/config", "name = \"tried\"\n", nil)
		do(t, ctx, chromedp.WaitVisible("#trial"), until(`/returns in \d+/.test(document.getElementById('trial-left').textContent)`))
		axe(t, ctx, name+": trial")
		do(t, ctx, ends("#trial-return"), until(`document.getElementById('trial').hidden`), until(live))
	}
}
