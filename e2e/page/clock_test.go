// SPDX-License-Identifier: Apache-2.0

package page

import (
	"encoding/json"
	"fmt"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// fakeTime gives the page timers of its own from now on, which advance(ms) lets run out; those
// that it has set before go on by the true clock.
const fakeTime = `{
	const ends = clearTimeout, all = new Map();
	let now = 0, last = 1e9;
	globalThis.setTimeout = (act, ms = 0, ...args) => { all.set(++last, {at: now + ms, ms, act: () => act(...args)}); return last; };
	globalThis.clearTimeout = (id) => { all.delete(id) || ends(id); };
	globalThis.pauses = () => [...all.values()].map((t) => t.ms);
	globalThis.advance = (ms) => {
		for (const end = now + ms; ;) {
			const [id, next] = [...all].filter(([, t]) => t.at <= end).sort(([, a], [, b]) => a.at - b.at)[0] ?? [];
			now = next ? next.at : end;
			if (!next) return;
			all.delete(id);
			next.act();
		}
	};
}`

// TestPageIsGreyWithin3Seconds: a device that stands still, with its connections open, greys the
// panel within three seconds of its last word, by the page's clock, and not within two.
func TestPageIsGreyWithin3Seconds(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	const grey = `document.getElementById('stage').hasAttribute('data-away')`
	do(t, ctx, js(fakeTime), until(`pauses().includes(2500)`)) // the next word of the device has come
	if err := r.Cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	defer r.Cmd.Process.Signal(syscall.SIGCONT)
	if got := value[[]bool](t, ctx, `(advance(2000), [`+grey+`])`); got[0] {
		t.Error("the panel is grey after two seconds")
	}
	// What the device has said before it stopped may come late, and counts from then: hence one go.
	if got := value[[]bool](t, ctx, `(advance(3000), [`+grey+`, document.getElementById('away').hidden])`); !got[0] || got[1] {
		t.Errorf("three seconds after the last word the panel is grey: %v, with a sentence: %v", got[0], !got[1])
	}
}

// TestHiddenPageRests: a page that nobody looks at shows a key that was revoked once, and rests.
func TestHiddenPageRests(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	expect(ctx, isAway)
	expect(ctx, keyIsRefused)
	var lent struct{ Key string }
	if _, answer := r.Ask("POST", "/live/keys", `{"name":"lent","scope":"all"}`); json.Unmarshal(answer, &lent) != nil || lent.Key == "" {
		t.Fatalf("no key: %s", answer)
	}
	do(t, ctx, chromedp.Navigate(home(t, r)+"/#"+lent.Key), until(live))
	do(t, ctx, js(fakeTime), js(`globalThis.opened = []; const W = WebSocket; globalThis.WebSocket = class extends W { constructor(url, ...rest) { opened.push(url); super(url, ...rest); } }`),
		js(`globalThis.asked = []; const was = fetch; globalThis.fetch = (path, how) => { asked.push(path); return was(path, how); }`),
		js(`document.getElementById('update-channel').onchange({target: document.getElementById('update-channel')})`), until(`pauses().includes(60000)`), // the question for updates is of this clock, too
		js(`Object.defineProperty(document, 'hidden', {get: () => true, configurable: true}); globalThis.before = -1`),
		until(`(() => { const was = before; globalThis.before = asked.length; return was === asked.length && was >= 0; })()`), js(`asked.length = 0`)) // what was under way has ended
	if n := value[int](t, ctx, `(advance(600000), asked.length)`); n != 0 {
		t.Errorf("hidden it asks %d times in ten minutes: %v", n, value[[]string](t, ctx, `asked`))
	}
	r.Call("DELETE", "/live/keys/lent", "", nil)
	do(t, ctx, until(`document.getElementById('login').open`))
	// What a change before has asked for may still be under way, and may hear of the key first.
	if n := value[[]int](t, ctx, `(advance(600000), [asked.length, opened.length])`); n[0] > 1 || n[1] != 0 {
		t.Errorf("with a revoked key it asks %v, and opens %d connections, want at most one question", value[[]string](t, ctx, `asked`), n[1])
	}
}

// TestHiddenPageWaitsForTheDevice: a page that nobody looks at asks a device that is gone after a
// minute only, and at once when somebody looks.
func TestHiddenPageWaitsForTheDevice(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	expect(ctx, isAway)
	signIn(t, ctx, r)
	do(t, ctx, js(fakeTime), js(`Object.defineProperty(document, 'hidden', {get: () => !globalThis.seen, configurable: true})`),
		js(`globalThis.opened = 0; const W = WebSocket; globalThis.WebSocket = class extends W { constructor(...how) { opened++; super(...how); } }`))
	if err := r.Cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, until(`document.getElementById('link').dataset.state === 'wait' && pauses().filter((ms) => ms === 60000).length === 2`))
	if n := value[int](t, ctx, `(advance(59000), opened)`); n != 0 {
		t.Errorf("%d connections in a minute, want none", n)
	}
	if n := value[int](t, ctx, `(globalThis.seen = true, document.dispatchEvent(new Event('visibilitychange')), opened)`); n != 2 {
		t.Errorf("%d connections when somebody looks, want 2", n)
	}
}

// TestPageLookIsReadInOrder: Tab goes through Look as one reads it, on a desk from the night to
// the text at its right, on a phone from the text below the panel to the night.
func TestPageLookIsReadInOrder(t *testing.T) {
	ctx := browse(t, 1280, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx, place("look"), until(`document.querySelector("#night-ring .end") !== null && !document.getElementById("night").disabled`))
	for width, first := range map[int64]string{1280: "night-when", 390: "text_color"} {
		do(t, ctx, chromedp.EmulateViewport(width, 900), until(fmt.Sprintf(`innerWidth === %d`, width)),
			js(`[...document.querySelectorAll('#places a')].at(-1).focus()`), chromedp.KeyEvent(kb.Tab), until(`document.activeElement.closest('#settings') !== null`))
		if got := value[string](t, ctx, `document.activeElement.name`); got != first {
			t.Errorf("at %d px Tab comes to %q first, want %q", width, got, first)
		}
	}
}
