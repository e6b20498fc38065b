// SPDX-License-Identifier: Apache-2.0

package page

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
)

// fetches counts the requests of the page so far, without those for the pictures of
// widgets that are in sight.
const fetches = `performance.getEntriesByType('resource').filter((e) => e.initiatorType === 'fetch' && !e.name.endsWith('.png')).length`

// TestPageWatches: what changes elsewhere is on the page at once, why something
// waits too, and while nothing changes the page asks for nothing.
func TestPageWatches(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":60,"brightness_mode":"manual"}`, nil)
	signIn(t, ctx, r)
	r.Call("PUT", "/live/look", `{"text_color":"#12ab34"}`, nil)
	do(t, ctx, until(`document.getElementById('settings').elements.text_color.value === '#12ab34'`))
	r.Call("PUT", "/api/v2/device", `{"mode":"kiosk"}`, nil)
	do(t, ctx, until(`document.getElementById('settings').elements.mode.value === 'kiosk'`))
	r.Call("POST", "/api/v2/device/notifications", `{"lifetime":600000,"model":{"frames":[{"text":"hidden"}]}}`, nil)
	do(t, ctx,
		until(`document.getElementById('held').textContent.includes('kiosk mode locks the app')`),
		until(`document.querySelectorAll('#queue li').length === 1`),
		until(`document.querySelector('#queue .state').textContent.startsWith('waits: ')`),
		js(`window.began = performance.now()`),
		until(`performance.now() > window.began + 1000`), // what the last change asked for is answered
		js(`window.began = performance.now(); window.asked = `+fetches),
		until(`performance.now() > window.began + 2500`), // two heartbeats at least
	)
	if n := value[float64](t, ctx, fetches+` - window.asked`); n > 0 {
		t.Errorf("%v requests while nothing changed", n)
	}
}
