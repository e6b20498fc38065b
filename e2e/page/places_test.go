// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
)

// at is the condition that a place is seen, and the panel in it.
func at(place string) string {
	return fmt.Sprintf(`document.documentElement.dataset.at === %q && document.querySelector('.room[data-place=%[1]s] #panel')?.checkVisibility() &&
		document.querySelector('#places [aria-current]').hash === '#/%[1]s' && [...document.querySelectorAll('.room')].filter((r) => r.checkVisibility()).length === 1`, place)
}

// TestPagePlaces: five places with addresses, each one press away, on a phone by a bar at
// the bottom; the way back leads back, and an unknown address opens Now.
func TestPagePlaces(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx, until(at("now")))
	for _, p := range []string{"send", "apps", "look", "device", "now"} {
		do(t, ctx, browser.Press(`#places [href="#/`+p+`"]`), until(at(p)))
		accept(t, ctx, p, astray)
		if gap := value[float64](t, ctx, `innerHeight - document.getElementById('places').getBoundingClientRect().bottom`); gap != 0 {
			t.Errorf("%s: the bar is %v px above the window's bottom", p, gap)
		}
	}
	do(t, ctx, js(`history.back()`), until(at("device")), chromedp.Reload(), until(at("device")), until(live))
	for _, other := range []string{"#/nowhere", "#/sendx", "#/", "#look"} {
		do(t, ctx, js(`location.hash = '#/look'`), until(at("look")), js(`location.hash = '`+other+`'`), until(at("now")))
	}
	do(t, ctx, js(`location.hash = '#/send?m=x'`), until(at("send")))
}

// TestPageNow: what is on and what comes next, the next ring, who sent last, what waits
// and why, and that all is well.
func TestPageNow(t *testing.T) {
	ctx := browse(t, 1280, 900, darkScheme)
	r := rig.Launch(t, nil)
	says := func(id, text string) step {
		return until(fmt.Sprintf(`document.getElementById(%q).textContent === %q`, id, text))
	}
	signIn(t, ctx, r)
	do(t, ctx, says("on-what", "Clock"), says("on-next", "The only app that is on"), says("alarm-at", "None"), says("last-who", "Nobody yet"), says("well", "Everything works"),
		until(`document.getElementById('waits').hidden`))
	var all []listed
	r.Call("GET", "/live/apps", "", &all)
	list := ""
	for _, w := range all {
		if w.Package == "com.lametric.clock" {
			list += fmt.Sprintf(`{"widget":%q,"settings":{"alarms":[{"time":"06:30","enabled":false},{"time":"07:45"}]}},`, w.Widget)
		} else {
			list += fmt.Sprintf(`{"widget":%q,"visible":%v},`, w.Widget, w.Package == "com.lametric.stopwatch")
		}
	}
	r.Call("PUT", "/live/apps", "["+list[:len(list)-1]+"]", nil)
	do(t, ctx, says("on-next", "Next: Stopwatch"), until(`/^0?7:45/.test(document.getElementById('alarm-at').textContent) && /^to(day|morrow)$/.test(document.getElementById('alarm-day').textContent)`))
	r.Call("PUT", "/api/v2/device", `{"mode":"kiosk"}`, nil)
	do(t, ctx, says("on-next", "Stays on"))
	send := func(text string) {
		r.Call("POST", "/api/v2/device/notifications", `{"lifetime":600000,"model":{"cycles":0,"frames":[{"text":"`+text+`"}]}}`, nil)
	}
	send("tea")
	do(t, ctx, says("last-who", "Go"), says("last-when", "now"), says("waits-count", "1"), click("#waits .mend"),
		until(`document.getElementById('waits').hidden`), says("on-what", "tea"), until(`/^Next: (Clock|Stopwatch)$/.test(document.getElementById('on-next').textContent)`))
	send("cake")
	do(t, ctx, says("on-next", "Next: cake"))
	r.Call("DELETE", "/api/v2/device/notifications", "", nil)
	for mode, next := range map[string]string{"manual": "Stays on", "schedule": "Next: as scheduled"} {
		r.Call("PUT", "/api/v2/device", `{"mode":"`+mode+`"}`, nil)
		do(t, ctx, says("on-next", next))
	}
	r.Call("PUT", "/api/v2/device/display", `{"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":true,"start_time":"00:00:00","end_time":"23:59:59"}}}`, nil)
	do(t, ctx, says("on-what", "Clock"), says("on-next", "Screensaver"))
	r.Call("PUT", "/api/v2/device/display", `{"screensaver":{"enabled":false}}`, nil)
	send("tea")
	do(t, ctx, says("on-what", "tea"), chromedp.Reload(), says("on-what", "tea"), // also on a page that never saw the app
		until(`/^Next: (Clock|Stopwatch)$/.test(document.getElementById('on-next').textContent)`))
	shoot(t, ctx, "now.png")
	do(t, ctx, view("clients"), until(`[...document.querySelectorAll('[data-view=clients] tbody th')].some((who) => who.textContent === document.getElementById('last-who').textContent)`))
}

// TestPageRings: the next ring is what the device tells of its clocks, in their zones; it
// leaves out a ring that is skipped, which the page does not know from the settings.
func TestPageRings(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	const now = `Date.UTC(2026, 5, 3, 21, 30)` // a Wednesday
	for _, c := range []struct{ why, widgets, want string }{
		{"no clock rings", `[{}, {settings: {alarms: [{time: '07:00'}]}}]`, "null"},
		{"tomorrow", `[{rings: '2026-06-04T07:00:00Z'}]`, "1 7:0 34200000"},
		{"today where it is earlier", `[{rings: '2026-06-03T07:00:00-16:00'}]`, "0 7:0 5400000"},
		{"the first of two", `[{rings: '2026-06-03T23:00:00Z'}, {rings: '2026-06-03T22:00:00Z'}]`, "0 22:0 1800000"},
		{"a week from now", `[{rings: '2026-06-10T21:30:00Z'}]`, "7 21:30 604800000"},
		{"the clock's own zone", `[{rings: '2026-06-04T07:00:00+09:00'}]`, "0 7:0 1800000"},
	} {
		do(t, ctx, js(fmt.Sprintf(`globalThis.rung = undefined; import('/alarms.js').then((m) => {
			const n = m.ring(%s, %s), at = n && new Date(n.at);
			globalThis.rung = n ? n.days + ' ' + at.getUTCHours() + ':' + at.getUTCMinutes() + ' ' + n.wait : 'null';
		})`, c.widgets, now)), until(`globalThis.rung !== undefined`))
		if got := value[string](t, ctx, `rung`); got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

// TestPageShrinksThePanel: on a phone the panel leaves nothing but itself while one
// scrolls, nothing that is read jumps, and it gives way where the window is low.
func TestPageShrinksThePanel(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil, "--size", "64x32")
	signIn(t, ctx, r)
	const stage, settings = `document.getElementById('stage')`, `document.getElementById('night')`
	do(t, ctx, place("look"), until(at("look")), js(`globalThis.was = `+settings+`.getBoundingClientRect().top + scrollY; scrollTo(0, 600)`),
		until(stage+`.classList.contains('small') && `+stage+`.getBoundingClientRect().height < 0.22 * innerHeight`))
	if moved := value[float64](t, ctx, `Math.abs(`+settings+`.getBoundingClientRect().top + scrollY - was)`); moved > 1 {
		t.Errorf("what is read jumps by %v px", moved)
	}
	shoot(t, ctx, "small.png")
	do(t, ctx, js(`scrollTo(0, 0)`), until(`!`+stage+`.classList.contains('small')`))
	do(t, ctx, chromedp.EmulateViewport(640, 400), js(`scrollTo(0, 600)`), until(stage+`.getBoundingClientRect().bottom < 0`)) // 1280 by 800 at 200 %
}

// wordsOverPanel is whether the sentence on a device that is away lies over the panel alone.
const wordsOverPanel = `(() => {
	const range = document.createRange();
	range.selectNodeContents(document.getElementById('away'));
	const words = range.getBoundingClientRect(), panel = document.getElementById('panel').getBoundingClientRect();
	return words.top >= panel.top && words.bottom <= panel.bottom;
})()`

// TestPageIsHonest: on every place the panel turns grey and says that the device is away,
// also when that stands still with its connections open.
func TestPageIsHonest(t *testing.T) {
	ctx := browse(t, 390, 844, darkScheme)
	expect(ctx, `status of 503 .*/live/`) // answers under way at the stop come late
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	for _, p := range []string{"now", "send", "apps", "look", "device"} {
		do(t, ctx, place(p), until(at(p)), js(`scrollTo(0, 300)`), until(`!document.getElementById('stage').hasAttribute('data-away')`))
		if err := r.Cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		do(t, ctx, until(`/^No connection since \d/.test(document.getElementById('away').textContent) && document.getElementById('away').checkVisibility() &&
			getComputedStyle(document.getElementById('panel')).filter.includes('grayscale')`))
		shoot(t, ctx, "away-"+p+".png")
		if !value[bool](t, ctx, wordsOverPanel) {
			t.Errorf("on %s the sentence lies beside the panel", p)
		}
		if err := r.Cmd.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		do(t, ctx, until(live+` && !document.getElementById('stage').hasAttribute('data-away') && !document.getElementById('away').checkVisibility()`))
	}
}

// TestPageOutlivesTheDevice: on every place the page says that a device which was killed is
// away, keeps what was typed, and goes on without a reload when it is back.
func TestPageOutlivesTheDevice(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	expect(ctx, isAway)
	data := t.TempDir()
	r := rig.LaunchIn(t, data, nil)
	port := r.Port()
	signIn(t, ctx, r)
	do(t, ctx, js(`globalThis.mark = 'same page'; document.getElementById('text').value = 'half a sentence'`))
	for _, p := range []string{"now", "send", "apps", "look", "device"} {
		do(t, ctx, place(p), until(at(p)), until(live+` && !document.getElementById('stage').hasAttribute('data-away')`))
		r.Kill()
		do(t, ctx, until(`/^No connection since \d/.test(document.getElementById('away').textContent) && document.getElementById('away').checkVisibility() &&
			getComputedStyle(document.getElementById('panel')).filter.includes('grayscale') && document.getElementById('link').dataset.state === 'wait'`))
		shoot(t, ctx, "killed-"+p+".png")
		r = rig.LaunchIn(t, data, nil, "--http", ":"+port)
		do(t, ctx, until(live+` && !document.getElementById('stage').hasAttribute('data-away') && !document.getElementById('away').checkVisibility()`))
		if got := value[string](t, ctx, `globalThis.mark + ', ' + document.getElementById('text').value + ', ' + location.hash`); got != "same page, half a sentence, #/"+p {
			t.Errorf("on %s after the restart: %s", p, got)
		}
	}
}

// TestPageSaysAtOnceThatTheDeviceIsAway: a button whose part of the page is not there yet says so
// without further tries, by the page's clock.
func TestPageSaysAtOnceThatTheDeviceIsAway(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	expect(ctx, isAway)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx, place("device"), until(at("device")))
	r.Kill()
	do(t, ctx, until(`document.getElementById('stage').hasAttribute('data-away')`), js(fakeTime), js(`document.getElementById('backup-open').click()`),
		until(`document.querySelector('#toasts .bad') !== null`))
}

// TestPageSaysAboveADialog: a toast lies above the dialog that is open, and goes back to the page.
func TestPageSaysAboveADialog(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx, place("apps"), click(`//*[@id="apps"]//li[contains(., "Clock")]//button[contains(@class, "thumb")]`), until(`document.getElementById('app').open`),
		js(`import('/ui.js').then(({toast}) => toast('said', true))`), until(`document.querySelector('#toasts .bad') !== null`))
	if !value[bool](t, ctx, `(() => { const e = document.querySelector('#toasts .bad'), b = e.getBoundingClientRect(); document.getElementById('toasts').style.pointerEvents = 'auto';
		return document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2) === e; })()`) {
		t.Error("the dialog lies over the toast")
	}
	shoot(t, ctx, "toast-app.png")
	do(t, ctx, click("#app-close"), until(`document.getElementById('toasts').parentElement === document.body`))
}
