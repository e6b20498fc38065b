// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
)

// TestPageNamesTheDevice: name and time zone are changed on the page and kept, what
// else is in the configuration stays, a name alone needs no other start, what is wrong is said, and what the
// administrator's file sets cannot be changed.
func TestPageNamesTheDevice(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	expect(ctx, valueIsBad+`.*/live/config`)
	expect(ctx, isAway) // while it restarts
	r := rig.LaunchIn(t, t.TempDir(), nil, "--http", ":"+rig.FreePort(t), "--config", os.DevNull)
	signIn(t, ctx, r)
	enter := func(name, zone string) step {
		return js(`{const f = document.querySelector('.place').elements; f['device-name'].value = '` + name + `'; f['device-zone'].append(new Option('` + zone + `', '` + zone + `')); f['device-zone'].value = '` + zone + `';
			f['device-name'].dispatchEvent(new Event('input', {bubbles: true}));}`)
	}
	do(t, ctx, view("network"), chromedp.WaitVisible("[name=device-name]"), until(`document.querySelector('[name=device-zone]').options.length > 100`),
		enter("Kitchen", "Nowhere/City"), click(".place button"), until(`document.querySelector('#place-note').classList.contains('fault')`),
		enter("Kitchen", "Asia/Tokyo"))
	shoot(t, ctx, "place.png")
	do(t, ctx, click(".place button"), until(`document.getElementById('name').textContent === 'Kitchen' && document.title === 'Kitchen'`),
		until(`document.querySelector('[data-view=network]').innerText.includes('UTC+09:00')`), until(live))
	if status, body := r.Ask("GET", "/live/config", ""); status != 200 || string(body) != "zone = \"Asia/Tokyo\"\nname = \"Kitchen\"\n" {
		t.Errorf("%d %q", status, body)
	}
	var trial struct{ Trial bool }
	if r.Call("GET", "/live/config/trial", "", &trial); trial.Trial {
		t.Error("it is still on trial")
	}
	do(t, ctx, js(`import('/configtext.js').then((m) => { globalThis.text = m.changed('# mine\nname = "old"\n\n[limits]\nvolume_limit = 90\nname = 1\n', {name: 'a "b"', zone: ''}); })`),
		until(`globalThis.text === 'name = "a \\"b\\""\n# mine\n\n[limits]\nvolume_limit = 90\nname = 1\n'`))
	starts := strings.Count(r.Log.String(), `"msg":"sound"`)
	do(t, ctx, js(`{const f = document.querySelector('.place').elements; f['device-name'].value = 'Hall'; f['device-name'].dispatchEvent(new Event('input', {bubbles: true}));}`),
		click(".place button"), until(toast("Renamed.")), until(`document.getElementById('name').textContent === 'Hall'`))
	do(t, ctx, click(".place button"), until(toast("Nothing has changed.")))
	if n := strings.Count(r.Log.String(), `"msg":"sound"`) - starts; n != 0 {
		t.Errorf("the device has started %d times more to be renamed", n)
	}
	// The page then asks for the name again, and may find the device away.
	do(t, ctx, js(`{globalThis.missed = 0; const ask = fetch; globalThis.fetch = (path, how) => { if (path !== '/api/v2/device/wifi') return ask(path, how); globalThis.missed++; return Promise.reject(new TypeError('away')); };}`),
		click(".place button"), until(`globalThis.missed > 0`))
	r.Stop()

	locked := rig.Launch(t, nil, rig.Configured(t, "name = \"Office\"\n")...)
	signIn(t, ctx, locked)
	do(t, ctx, view("network"), until(`document.querySelector('[name=device-name]')?.disabled === true && !document.querySelector('[name=device-zone]').disabled`))
}
