// SPDX-License-Identifier: Apache-2.0

package page

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
)

const (
	tilesDrawn = `document.querySelectorAll('#ideas-list img').length === 6 && [...document.querySelectorAll('#ideas-list img')].every((i) => i.naturalWidth > 0)`
	typedText  = `document.getElementById('send').elements.text.value`
)

// previews counts in globalThis.previews what the page asks to have drawn, and gives what
// globalThis.drawn makes of the answer instead.
const previews = `{
	globalThis.previews = 0;
	globalThis.posted = 0;
	globalThis.drawn = (answer) => answer;
	const was = fetch;
	globalThis.fetch = async (path, how) => {
		if (how?.method === 'POST' && path.endsWith('/notifications')) posted++;
		const answer = was(path, how);
		return path === '/live/preview' ? (globalThis.previews++, drawn(await answer)) : answer;
	};
}`

// TestPageTemplates: a press on a template puts it into the message and sends nothing; the message
// that was being written comes back, also after a second template.
func TestPageTemplates(t *testing.T) {
	ctx := browse(t, 1280, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx, js(previews), place("send"), until(at("send")), until(tilesDrawn), until(`document.getElementById('former').hidden`),
		fill("text", "half a sentence"), fill("seconds", "9"))
	for _, tile := range []string{"1", "2"} {
		do(t, ctx, click(`#ideas-list li:nth-child(`+tile+`) button`),
			until(typedText+` === document.querySelector('#ideas-list li:nth-child(`+tile+`) b').textContent`))
		if tile == "1" {
			shoot(t, ctx, "templates-pressed.png")
		}
	}
	if n := value[int](t, ctx, `posted`); n != 0 || len(r.Queue()) != 0 {
		t.Errorf("a press on a template sends %d messages", n)
	}
	do(t, ctx, click("#former"), until(typedText+` === 'half a sentence' && document.getElementById('send').elements.seconds.value === '9' && document.getElementById('former').hidden`),
		click("#afresh"), until(typedText+` === ''`), click("#former"), until(typedText+` === 'half a sentence'`),
		click(`#ideas-list li:nth-child(1) button`), fill("text", "another"), click(`#ideas-list li:nth-child(2) button`))
	for _, former := range []string{"another", "half a sentence", "another"} { // all of them, in turn
		do(t, ctx, click("#former"), until(typedText+` === '`+former+`'`))
	}
}

// TestPageTemplatesAreDrawnAgain: a template that could not be drawn is drawn by itself, later,
// a picture that lacks an icon is asked for again, and a panel of another size has its own
// pictures, of templates, apps and effects.
func TestPageTemplatesAreDrawnAgain(t *testing.T) {
	ctx := browse(t, 1280, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	change := func(brightness int) {
		r.Call("PUT", "/api/v2/device/display", fmt.Sprintf(`{"brightness":%d,"brightness_mode":"manual"}`, brightness), nil)
	}
	do(t, ctx, js(previews), js(`drawn = () => new Response('{"errors":[{"message":"broken"}]}', {status: 500, headers: {'Content-Type': 'application/json'}})`),
		place("send"), until(at("send")), until(`previews >= 6`), js(`drawn = async (answer) => new Response(await answer.blob(), {headers: {'Retry-After': '1'}}); previews = 0`))
	do(t, ctx, until(tilesDrawn), until(`previews > 6`), js(`drawn = (answer) => answer; previews = 0`), until(`previews >= 6`), until(tilesDrawn))
	do(t, ctx, js(`document.documentElement.style.setProperty('--columns', '64'); previews = 0`))
	change(50)
	do(t, ctx, until(`previews >= 6`), place("apps"), click("#app-add"), until(`document.querySelector('#gallery-list img')?.naturalWidth > 0`), js(`document.getElementById('gallery').close(); previews = 0`),
		js(`document.documentElement.style.setProperty('--columns', '48')`), click("#app-add"), until(`previews > 0`), js(`document.getElementById('gallery').close()`),
		place("look"), js(`document.querySelector('#settings [name=background]').closest('.pictured').querySelector('button').click()`),
		until(`performance.getEntriesByType('resource').some((e) => e.name.endsWith('.gif?of=48x8'))`))
}

// TestPageTemplatesWantAKey: a key that may not draw sees no templates, and no sketch of what is written.
func TestPageTemplatesWantAKey(t *testing.T) {
	ctx := browse(t, 1280, 900, lightScheme)
	r := rig.Launch(t, nil)
	expect(ctx, `status of 403`)
	var lent struct{ Key string }
	if _, answer := r.Ask("POST", "/live/keys", `{"name":"reader","scope":"read"}`); json.Unmarshal(answer, &lent) != nil || lent.Key == "" {
		t.Fatalf("no key: %s", answer)
	}
	do(t, ctx, chromedp.Navigate(home(t, r)+"/#"+lent.Key), until(live), js(previews), place("send"), until(at("send")),
		until(`document.getElementById('ideas').hidden`), fill("text", "tea"), until(`!document.getElementById('sketch').checkVisibility()`), js(`previews = 0`))
	for _, brightness := range []int{40, 50} { // the second is seen after the templates of the first would have been drawn
		r.Call("PUT", "/api/v2/device/display", fmt.Sprintf(`{"brightness":%d,"brightness_mode":"manual"}`, brightness), nil)
		do(t, ctx, until(fmt.Sprintf(`document.getElementById('settings').elements.brightness.value === '%d'`, brightness)))
	}
	if n := value[int](t, ctx, `previews`); n != 0 {
		t.Errorf("it asks %d times more", n)
	}
}

// TestPageHours: the mode's card lists the hours of the schedule in short, five at first, and says
// in another mode that they have no effect.
func TestPageHours(t *testing.T) {
	ctx := browse(t, 1280, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	hours := `[...document.querySelectorAll('#hours li:not([hidden])')].map((li) => li.textContent).join('; ')`
	const note = `document.getElementById('no-hours')`
	do(t, ctx, place("apps"), until(at("apps")), until(note+`.textContent === 'No app has its own hours. Press Schedule to show the weather at breakfast, for example.'`))
	var all []listed
	r.Call("GET", "/live/apps", "", &all)
	clock := browser.Find(all, "com.lametric.clock").Widget
	block := func(days, from, to string) string {
		return fmt.Sprintf(`{"days":[%s],"from":%q,"to":%q,"widget":%q}`, days, from, to, clock)
	}
	blocks := block(`"mon","tue","wed","fri"`, "07:00", "09:00") + "," + block(`"sat","sun"`, "22:00", "06:00")
	r.Call("PUT", "/live/schedule", "["+blocks+"]", nil)
	do(t, ctx, until(hours+` === 'ClockMon–Wed, Fri · 7:00 AM–9:00 AM; ClockSat, Sun · 10:00 PM–6:00 AM' && `+note+`.textContent === 'These hours apply in the mode Schedule.'`))
	shoot(t, ctx, "hours.png")
	for _, from := range []string{"10:00", "11:00", "12:00", "13:00"} {
		blocks += "," + block(`"mon"`, from, "14:00")
	}
	r.Call("PUT", "/live/schedule", "["+blocks+"]", nil)
	r.Call("PUT", "/api/v2/device", `{"mode":"schedule"}`, nil)
	do(t, ctx, until(`document.querySelectorAll('#hours li').length === 6 && document.querySelectorAll('#hours li:not([hidden])').length === 5 && `+note+`.hidden`),
		click("#hours + .unfold"), until(`document.querySelectorAll('#hours li:not([hidden])').length === 6`))
}
