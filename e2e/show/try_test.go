// SPDX-License-Identifier: Apache-2.0

package show

import (
	"encoding/json"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// TestPageTries: what has the focus for a moment, and what a button tries, shows on the
// panel; it is over with the dialog, can be switched off, and a key that only reads sees
// neither button nor switch.
func TestPageTries(t *testing.T) {
	ctx := browse(t, 390, 844, darkScheme)
	r := rig.Launch(t, nil)
	expect(ctx, `status of 403 .*/live/(try|config)`)
	signIn(t, ctx, r)
	showing := func() string {
		var s struct{ Showing struct{ Kind string } }
		r.Call("GET", "/live/status", "", &s)
		return s.Showing.Kind
	}
	const opener, rest = `.pictured:has([name=overlay]) > button`, `#pictures-list li:nth-child(5) .pick`
	do(t, ctx, click(opener), until(`document.querySelectorAll('#pictures-list .tryit').length > 3`))
	do(t, ctx, click(`#pictures-list li:nth-child(4) .tryit`))
	eventually.True(t, "the button tries", func() bool { return showing() == "test" })
	shoot(t, ctx, "try.png")
	do(t, ctx, click("#pictures-close"))
	eventually.True(t, "it is over with the dialog", func() bool { return showing() == "widget" })

	mouse := js(`document.querySelector('` + rest + `').dispatchEvent(new PointerEvent('pointerenter', {pointerType: 'mouse'}))`)
	do(t, ctx, click(opener), until(`document.querySelectorAll('#pictures-list .tryit').length > 3`), mouse)
	eventually.True(t, "resting tries", func() bool { return showing() == "test" })
	do(t, ctx, click("#pictures-try input"))
	eventually.True(t, "switching it off ends it", func() bool { return showing() == "widget" })
	do(t, ctx, js(`globalThis.asked = 0; const was = fetch; globalThis.fetch = (path, how) => { asked += path === '/live/try'; return was(path, how); }`), mouse,
		js(`globalThis.over = false; setTimeout(() => { globalThis.over = true; }, 700)`), until(`globalThis.over`))
	if n := value[int](t, ctx, `asked`); n != 0 {
		t.Errorf("it is asked %d times while trying is off", n)
	}

	var key struct{ Key string }
	if _, answer := r.Ask("POST", "/live/keys", `{"name":"reader","scope":"read"}`); json.Unmarshal(answer, &key) != nil || key.Key == "" {
		t.Fatalf("no key: %s", answer)
	}
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(home(t, r)+"/#"+key.Key), until(live))
	do(t, ctx, js(`globalThis.refused = 0; const was = fetch; globalThis.fetch = async (path, how) => { const a = await was(path, how); refused += path === '/live/try' && a.status === 403; return a; }`), click(opener))
	do(t, ctx, until(`document.querySelectorAll('#pictures-list .pick').length > 3`))
	do(t, ctx, until(`refused > 0`), js(`globalThis.over = false; setTimeout(() => { globalThis.over = true; }, 0)`), until(`over`))
	if n := value[int](t, ctx, `document.querySelectorAll('.tryit, #pictures-try input').length`); n != 0 {
		t.Errorf("a key that reads sees %d controls to try something", n)
	}
}
