// SPDX-License-Identifier: Apache-2.0

package show

import (
	"encoding/json"
	"regexp"
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
	expect(ctx, `status of 403 .*/live/(try|config|apps|effects)`)
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

// TestPageTriesByFocus: a face, a transition and a colour that have the focus for a moment show for three
// seconds, after which the panel returns by itself; the focus that goes on in time tries nothing. A
// chosen colour has a button, for who has no pointer.
func TestPageTriesByFocus(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	shows := func(what, kind string) {
		t.Helper()
		eventually.True(t, what, func() bool {
			var s struct{ Showing struct{ Kind string } }
			r.Call("GET", "/live/status", "", &s)
			return s.Showing.Kind == kind
		})
	}
	returns := func(what, tried string) {
		t.Helper()
		shows(what+" shows", "test")
		shows("the panel returns from "+what, "widget")
		if got := value[string](t, ctx, `tried.splice(0).join()`); got != tried {
			t.Errorf("%s: %s was tried, want %s", what, got, tried)
		}
	}
	focus := func(selector string) step {
		return js(`document.querySelector('` + selector + `').focus({focusVisible: true})`)
	}
	do(t, ctx, js(`globalThis.tried = []; const was = fetch; globalThis.fetch = (path, how) => { if (path === '/live/try' && how.body !== '{"seconds":0}') tried.push(how.body); return was(path, how); }`),
		place("send"), focus("#text"), focus(`#swatches [title="#FF0000"]`))
	returns("a colour with the focus", `{"color":"#FF0000","seconds":3}`)
	do(t, ctx, fill("text", "tea"), click(`#swatches [title="#FF8000"]`), until(`document.querySelector('#swatches .tryit') !== null`))
	shoot(t, ctx, "try-colour.png")
	do(t, ctx, click("#swatches .tryit"))
	returns("a chosen colour", `{"color":"#FF8000","seconds":3}`)
	do(t, ctx, click("#no-color"), until(`document.querySelector('#swatches .tryit') === null`))

	do(t, ctx, place("look"), click(`.pictured:has([name=transition]) > button`), until(`document.querySelectorAll('#pictures-list .tryit').length > 3`),
		focus(`#pictures-list li:nth-child(5) .pick`))
	returns("a transition with the focus", `{"transition":"slide_left","seconds":3}`)
	do(t, ctx, click("#pictures-close"))

	do(t, ctx, place("apps"), until(`document.querySelectorAll('#apps li').length > 2`), click("#apps .thumb"), until(`document.getElementById('app').open`),
		click("#app-fields .pictured button"), until(`document.querySelectorAll('#pictures-list .tryit').length > 3`),
		focus(`#pictures-list li:nth-child(3) .pick`))
	shows("a face with the focus", "test")
	shows("the panel returns from a face", "widget")
	if got := value[string](t, ctx, `tried.splice(0).join()`); !regexp.MustCompile(`^{"face":"[a-z_]+","seconds":3}$`).MatchString(got) {
		t.Errorf("%s was tried, want a face", got)
	}
	do(t, ctx, js(`for (const at of ['.pick', '.tryit']) document.querySelector('#pictures-list li:nth-child(5) ' + at).focus({focusVisible: true})`), // at once
		js(`globalThis.over = false; setTimeout(() => { globalThis.over = true; }, 700)`), until(`over`))
	if got := value[string](t, ctx, `tried.join()`); got != "" {
		t.Errorf("%s is tried though the focus has gone on", got)
	}
}
