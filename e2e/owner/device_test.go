// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"fmt"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// TestPageDevice: each view of the device says what the device does.
func TestPageDevice(t *testing.T) {
	ctx := browse(t, 1280, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	r.Call("GET", "/api/v2/device", "", nil) // a client at 127.0.0.1
	for _, c := range []struct{ view, ready, says string }{
		{"light", `.chart .now`, "a made-up value"},
		{"clients", `[data-view=clients] td`, "127.0.0.1"},
		{"network", `.facts dd`, "37 × 8"},
		{"metrics", `.charts figure`, "MB"},
		{"doctor", `[data-view=doctor] [data-level=ok]`, "panel works"},
		{"log", `.log li`, "info"},
		{"keys", `[data-view=keys] li`, "no named keys"},
	} {
		do(t, ctx, view(c.view))
		eventually.True(t, "the view "+c.view+" says "+c.says, func() bool {
			return value[bool](t, ctx, `document.querySelector('`+c.ready+`') !== null && document.querySelector('[data-view=`+c.view+`]').innerText.includes('`+c.says+`')`)
		})
	}
	for _, script := range []string{faint, astray, nameless} {
		accept(t, ctx, "the views of the device", script)
	}
	shoot(t, ctx, "device.png")
	do(t, ctx, js(`import('/chart.js').then((m) => { globalThis.drawn = [[null, 3], [1, 2]].map((l) => m.line(l, 'x').innerHTML).join(' '); })`), until(`globalThis.drawn !== undefined`))
	if got := value[string](t, ctx, `drawn`); got != `<path d="M0 24H240" class="curve begun"></path> <path d="M0.0 24.0L240.0 2.0" class="curve"></path>` {
		t.Errorf("a chart of one value, and one of two: %s", got)
	}
}

// TestPageKeys: keys are made, work as far as their scope goes, and are taken back.
func TestPageKeys(t *testing.T) {
	ctx := browse(t, 1280, 900, lightScheme)
	r := rig.Launch(t, nil)
	expect(ctx, valueIsBad+`.*/live/keys`)
	signIn(t, ctx, r)
	do(t, ctx, view("keys"), until(`document.querySelector('[name=key-name]') !== null`))
	const below = `document.querySelector('[name=scope]').getBoundingClientRect().top - document.getElementById('key-name-note').getBoundingClientRect().bottom`
	do(t, ctx, chromedp.EmulateViewport(390, 900))
	if gap := value[float64](t, ctx, below); gap < 0 {
		t.Errorf("the hint of the name ends %v px below the top of the permission", -gap)
	}
	do(t, ctx, chromedp.EmulateViewport(1280, 900),
		js(`document.querySelector('[name=key-name]').value = 'no good'`), click(`[data-view=keys] form button`),
		until(`document.getElementById('key-name-note').classList.contains('fault')`),
		js(`document.querySelector('[name=key-name]').value = 'door'`), click(`[data-view=keys] form button`),
		until(`document.querySelector('.secret input')?.value.length === 64`),
	)
	own := r.Key
	for _, c := range []struct {
		scope             string
		sends, reads, all int // what a key of that scope is answered
	}{{"send", 200, 403, 403}, {"read", 403, 200, 403}, {"control", 200, 200, 403}, {"all", 200, 200, 200}} {
		if c.scope != "send" {
			do(t, ctx, click(`.secret button`), js(fmt.Sprintf(`document.querySelector('[name=key-name]').value = %q; document.querySelector('[name=scope]').value = %[1]q`, c.scope)),
				click(`[data-view=keys] form button`), until(`document.querySelector('.secret input')?.value.length === 64`))
		}
		r.Key = value[string](t, ctx, `document.querySelector('.secret input').value`)
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
	const back = `[data-view=keys] li button`
	do(t, ctx, click(`.secret button`))
	for left := range 4 {
		do(t, ctx, click(back), until(`document.querySelector('`+back+`').textContent === 'Really?'`), click(back),
			until(fmt.Sprintf(`document.querySelectorAll('%s').length === %d`, back, 3-left)))
	}
	do(t, ctx, until(`document.querySelector('[data-view=keys] ul').innerText.includes('no named keys')`))
	if status, _ := r.Ask("GET", "/api/v2/device", ""); status != 401 {
		t.Errorf("the key that was taken back: %d", status)
	}
	r.Key = own
}

// TestPageMends: what waits says why, with the button that ends that. That of a stream
// is in TestPageOverALAN.
func TestPageMends(t *testing.T) {
	ctx := browse(t, 1280, 900, lightScheme)
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"screensaver":{"enabled":false}}`, nil)
	signIn(t, ctx, r)
	for _, c := range []struct{ method, path, hold, button string }{
		{"POST", "/live/test", `{"pattern":"corners","seconds":300}`, "End the test"},
		{"PUT", "/api/v2/device", `{"mode":"kiosk"}`, "Leave kiosk mode"},
		{"PUT", "/api/v2/device/display", `{"on":false}`, "Switch the display on"},
		{"PUT", "/api/v2/device/display", `{"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":true,"start_time":"00:00:00","end_time":"23:59:59"}}}`, "Turn the screensaver off"},
	} {
		r.Call(c.method, c.path, c.hold, nil)
		r.Call("POST", "/api/v2/device/notifications", `{"lifetime":600000,"model":{"cycles":0,"frames":[{"text":"held"}]}}`, nil)
		do(t, ctx, until(`document.querySelector('#queue .mend')?.textContent === '`+c.button+`'`), click(`#queue .mend`),
			until(`document.querySelector('#queue .mend') === null && document.querySelector('#queue .seen') !== null`))
		r.Call("DELETE", "/api/v2/device/notifications", "", nil)
	}
	do(t, ctx, until(`document.getElementById('held').hidden`), chromedp.WaitNotPresent(`#queue li`))
}
