// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"regexp"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	updates "github.com/ledpost/ledpost/update"

	"github.com/chromedp/chromedp"
)

// TestPageUpdates: a release that a user asks for is offered with what is new, can be
// put off, and shows how its installation goes.
func TestPageUpdates(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	key, device := rig.Releases(t)
	r := rig.Launch(t, nil, device(key)...)
	signIn(t, ctx, r)
	says := func(id, text string) step {
		return until(`document.getElementById('` + id + `').textContent.startsWith('` + text + `')`)
	}
	do(t, ctx, says("update-installed", "Installed: "), click("#update-check"),
		says("update-available", "Available: 99.0.0"), says("update-notes", "New: rain."),
		until(`!document.getElementById('update-defer').hidden`))
	shoot(t, ctx, "update.png")
	do(t, ctx, click("#update-defer"), says("update-deferred", "Put off until "), until(`document.getElementById('update-defer').hidden`))
	var now struct{ Deferred string }
	if r.Call("GET", "/live/update", "", &now); now.Deferred == "" {
		t.Error("the device has not put it off")
	}

	// Nothing on this machine installs, so the answers of a device that does are put in
	// place of its own.
	do(t, ctx, js(`{const real = fetch, u = {installed: '1.0.0', available: '99.0.0', channel: 'beta', notes: '', state: 'idle', progress: 0, kind: 'apt'};
			globalThis.update = Object.assign(u, {enabled: true});
			globalThis.fetch = async (path, o) => {
				if (path !== '/live/update') return real(path, o);
				const action = o.method === 'POST' && JSON.parse(o.body).action;
				if (action === 'install') Object.assign(u, {state: 'downloading', progress: 40});
				return new Response(JSON.stringify(u), {headers: {'Content-Type': 'application/json'}});
			};}`),
		click("#update-check"), until(`!document.getElementById('update-install').hidden`), click("#update-install"),
		says("update-state", "Downloading…"), until(`!document.getElementById('update-progress').hidden && document.getElementById('update-progress').value === 40`),
		until(`document.getElementById('update-install').hidden && document.getElementById('update-check').disabled`))
	shoot(t, ctx, "update-busy.png")
	do(t, ctx, js(`Object.assign(globalThis.update, {state: 'done', installed: '99.0.0', available: undefined})`),
		says("update-state", "The update is done."), says("update-installed", "Installed: 99.0.0"), until(`document.getElementById('update-progress').hidden`))
}

// TestPageUpdatesWithoutServer: the card says in the reader's language that no server answers.
func TestPageUpdatesWithoutServer(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	nobody := regexp.MustCompile(`http://[^"]+`).ReplaceAllString(rig.ReleasesOf(t), "http://127.0.0.1:1")
	r := rig.Launch(t, nil, rig.Configured(t, nobody)...)
	signIn(t, ctx, r)
	const says = "manifest.json: der Server ist nicht erreichbar"
	do(t, ctx, js(`document.cookie = 'ledpost.language=de'`), chromedp.Reload(), until(`document.getElementById('update-installed').textContent !== ''`), click("#update-check"),
		until(`document.getElementById('update-error').textContent === '`+says+`'`))
	shoot(t, ctx, "update-away.png")
}

// TestPageGoesBack: the card goes back to the previous version, and then says whose settings
// are in force and offers the others.
func TestPageGoesBack(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	says := func(id, text string) step {
		return until(`document.getElementById('` + id + `').textContent === '` + text + `'`)
	}
	hidden := func(id string) step { return until(`document.getElementById('` + id + `').hidden`) }

	// Nothing on this machine goes back, so the answers of a device that does are put in
	// place of its own.
	do(t, ctx, until(`!document.getElementById('update').hidden`), hidden("update-back"), hidden("update-settings"),
		js(`{const real = fetch, u = {installed: '1.1.0', previous: '1.0.0', channel: 'stable', notes: '', state: 'done', progress: 100, kind: 'package', enabled: true};
			globalThis.asked = [];
			globalThis.fetch = async (path, o) => {
				if (path !== '/live/update') return real(path, o);
				const action = o.method === 'POST' && JSON.parse(o.body).action;
				if (action) asked.push(action);
				if (action === 'back') Object.assign(u, {state: 'rolled back', installed: '1.0.0', previous: '', error: '`+updates.ByHand+`', settings: 'before'});
				if (action === 'settings') u.settings = u.settings === 'before' ? 'left' : 'before';
				return new Response(JSON.stringify(u), {headers: {'Content-Type': 'application/json'}});
			};}`),
		click("#update-enabled"), says("update-back", "Go back to 1.0.0"), hidden("update-settings"), click("#update-back"),
		says("update-installed", "Installed: 1.0.0 (stable)"), hidden("update-back"),
		says("update-state", "The previous version runs again."), says("update-error", ""),
		says("update-chosen", "Settings are as before the update, except for your later changes."),
		says("update-settings", "Use the newer version’s settings"))
	shoot(t, ctx, "update-went-back.png")
	do(t, ctx, click("#update-settings"),
		says("update-chosen", "Settings are as the newer version left them."),
		says("update-settings", "Use the settings from before the update"),
		click("#update-settings"), says("update-settings", "Use the newer version’s settings"))
	if asked := value[string](t, ctx, `asked.join()`); asked != "back,settings,settings" {
		t.Errorf("it asked for %s", asked)
	}
}

// TestPageShowsHowDark: the picture of the screensaver is as dark as it would look at night, at
// once when the slider moves.
func TestPageShowsHowDark(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	dim := func(level string) step {
		return js(`{const e = document.querySelector('[name=saver-brightness]'); e.value = '` + level + `'; e.dispatchEvent(new Event('input'));}`)
	}
	is := func(level string) step {
		return until(`document.getElementById('saver-preview').style.filter === 'brightness(` + level + `)'`)
	}
	do(t, ctx, until(`document.getElementById('saver-preview').naturalWidth > 0`), is("0.418"), dim("40"), is("0.64"))
	shoot(t, ctx, "saver.png")
	eventually.True(t, "the device has it", func() bool {
		var d struct{ Screensaver struct{ Brightness int } }
		r.Call("GET", "/api/v2/device/display", "", &d)
		return d.Screensaver.Brightness == 40
	})
	r.Call("PUT", "/api/v2/device/display", `{"screensaver":{"brightness":10}}`, nil)
	do(t, ctx, is("0.46"), place("look"), chromedp.WaitVisible("#saver-preview"))
}

// TestPageSwitchesUpdates: the card switches updates on, chooses the channel, and what was
// switched on stays on over a restart.
func TestPageSwitchesUpdates(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx, until(`!document.getElementById('update').hidden && document.getElementById('update-channels').hidden && !document.getElementById('update-enabled').checked`),
		until(`document.getElementById('update-state').textContent === 'Updates are off.'`))
	shoot(t, ctx, "update-off.png")
	do(t, ctx, click("#update-enabled"), until(`!document.getElementById('update-channels').hidden`),
		js(`{const e = document.getElementById('update-channel'); e.value = 'beta'; e.dispatchEvent(new Event('change'));}`),
		until(`document.getElementById('update-installed').textContent.includes('beta')`))
	shoot(t, ctx, "update-on.png")
	var now struct {
		Enabled bool
		Channel string
	}
	if r.Call("GET", "/live/update", "", &now); !now.Enabled || now.Channel != "beta" {
		t.Errorf("%+v", now)
	}
	if _, text := r.Ask("GET", "/live/config", ""); !strings.Contains(string(text), "[update]") {
		t.Errorf("not in the configuration:\n%s", text)
	}
}
