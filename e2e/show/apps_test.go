// SPDX-License-Identifier: Apache-2.0

package show

import (
	"fmt"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPageApps: the list of what shows, its order, settings with what is wrong in
// them, actions, and one more.
func TestPageApps(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	expect(ctx, valueIsBad+`.*/live/apps`)
	signIn(t, ctx, r)
	list := func() (l []listed) { r.Call("GET", "/live/apps", "", &l); return l }
	do(t, ctx,
		place("apps"),
		until(`document.querySelectorAll('#apps li').length > 2`),
		until(`[...document.querySelectorAll('#apps img')].some((i) => i.naturalWidth > 0)`),
	)
	shoot(t, ctx, "apps.png")

	do(t, ctx, click(row("Countdown")+`//input[@role="switch"]`))
	eventually.True(t, "the countdown takes its turn", func() bool { return find(list(), "com.lametric.countdown").Visible })

	do(t, ctx, until(`[...document.querySelectorAll('#apps li:not(.off)')].some((l) => l.innerText.includes('Countdown'))`),
		until(`document.activeElement.matches('[role=switch]') && document.activeElement.closest('#apps li')?.innerText.includes('Countdown')`), // of the tile that is drawn again
		js(`[...document.querySelectorAll('#apps li')].find((l) => l.innerText.includes('Countdown')).querySelector('.grip').focus()`), chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(8)))
	eventually.True(t, "the countdown is first", func() bool { return list()[0].Package == "com.lametric.countdown" })
	do(t, ctx, until(`document.activeElement.closest('#apps li')?.innerText.includes('Countdown')`)) // the focus moves with it

	do(t, ctx,
		click(row("Countdown")+`//button[@title="Settings"]`),
		chromedp.WaitVisible("#app"),
		js(`{const i = [...document.querySelectorAll('#app-fields label')].find((l) => l.textContent.startsWith('Duration')).querySelector('input'); i.value = '0:00';}`),
		click("#app-form .ends button:last-child"),
		until(`document.querySelector('#app-fields .note.fault')?.textContent.includes('want 1 to')`),
	)
	shoot(t, ctx, "app-settings.png")
	do(t, ctx,
		js(`{const i = [...document.querySelectorAll('#app-fields label')].find((l) => l.textContent.startsWith('Duration')).querySelector('input'); i.value = '1:30';
			document.querySelector('#app-form [name=title]').value = 'Tea';}`),
		click("#app-form .ends button:last-child"),
		until(`!document.getElementById('app').open`),
	)
	if w := find(list(), "com.lametric.countdown"); w.Title != "Tea" || string(w.Settings) != `{"duration":90}` {
		t.Errorf("saved %q, %s", w.Title, w.Settings)
	}

	do(t, ctx,
		chromedp.WaitVisible(row("Tea")),
		click(row("Tea")+`//button[@title="Settings"]`), chromedp.WaitVisible("#app"),
		click(`//div[@class="action"]/button[.="Start"]`),
		until(toast("Done")),
		click("#app-close"),
		until(`document.querySelector('#apps li[data-seen] p')?.textContent === 'Tea'`),
	)

	// By a press alone, for who can neither drag nor type.
	do(t, ctx, click(row("Tea")+`//button[@title="Settings"]`), chromedp.WaitVisible("#app"), click("#app-later"), until(`!document.getElementById('app-earlier').disabled`), click("#app-close"))
	eventually.True(t, "the countdown is second", func() bool { return list()[1].Package == "com.lametric.countdown" })

	before := len(list())
	do(t, ctx,
		click("#app-add"), until(`document.querySelectorAll('#gallery-list li').length > 11`),
		until(`[...document.querySelectorAll('#gallery-list small')].every((s) => s.textContent.length > 10)`), click(`#gallery-list [value="com.lametric.clock"]`),
		chromedp.WaitVisible("#app"),
		click("#app-remove"), until(`document.getElementById('app-remove').textContent === 'Really remove it?'`),
	)
	if n := len(list()); n != before+1 {
		t.Errorf("%d widgets after one was added to %d", n, before)
	}
	do(t, ctx, click("#app-remove"), until(`!document.getElementById('app').open`))
	if n := len(list()); n != before {
		t.Errorf("%d widgets after one was removed, want %d", n, before)
	}
}

// TestPageNotSetUp: the tile of an app that has nothing to show has its icon, and says why,
// until the app has something.
func TestPageNotSetUp(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	tile := func(title, says, scheme string) step {
		return until(fmt.Sprintf(`[...document.querySelectorAll('#apps li')].some((l) => l.querySelector('p').textContent === %q && l.querySelector('small').textContent === %q && l.querySelector('img').src.startsWith(%q))`, title, says, scheme))
	}
	do(t, ctx, place("apps"), until(`document.querySelectorAll('#apps li').length > 2`))
	for title, says := range map[string]string{
		"Weather": "not set up", "Days until": "not set up", "Calendar": "not set up", "My Data": "not set up", "Tronbyt": "not set up", "Radio": "not set up",
		"Playing": "nothing plays", "Board": "needs 64×32 LEDs",
	} {
		do(t, ctx, js(fmt.Sprintf(`[...document.querySelectorAll('#apps li')].find((l) => l.querySelector('p').textContent === %q).scrollIntoView({block: 'center'})`, title)), tile(title, says, "data:image/png"))
	}
	shoot(t, ctx, "apps-unset.png")
	do(t, ctx, tile("Clock", "20 sec", "blob:"))
	r.Call("POST", "/api/v2/widget/update/com.lametric.diy.devwidget", `{"frames":[{"text":"3.2 kW"}]}`, nil)
	do(t, ctx, js(`[...document.querySelectorAll('#apps li')].find((l) => l.querySelector('p').textContent === 'My Data').scrollIntoView({block: 'center'})`), tile("My Data", "3.2 kW", "blob:"))
}

// TestPageSchedule: a block is made, kept and removed.
func TestPageSchedule(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	type block struct {
		Days             []string
		From, To, Widget string
	}
	blocks := func() (l []block) { r.Call("GET", "/live/schedule", "", &l); return l }
	do(t, ctx,
		until(`document.querySelectorAll('#apps li').length > 2`),
		click("#plan-open"), chromedp.WaitVisible("#plan"),
		click("#plan-add"), chromedp.WaitVisible("#blocks li"),
		js(`{const s = document.querySelector('#blocks select'); s.value = [...s.options].find((o) => o.textContent === 'Stopwatch').value;}`),
	)
	shoot(t, ctx, "schedule.png")
	do(t, ctx, click("#plan-form .ends button:last-child"), until(`!document.getElementById('plan').open`))
	var all []listed
	r.Call("GET", "/live/apps", "", &all)
	if l := blocks(); len(l) != 1 || len(l[0].Days) != 5 || l[0].From != "07:00" || l[0].Widget != find(all, "com.lametric.stopwatch").Widget {
		t.Errorf("the schedule is %+v", l)
	}
	do(t, ctx,
		click("#plan-open"), chromedp.WaitVisible("#blocks li"),
		click(`//ul[@id="blocks"]//button[.="Remove"]`),
		click("#plan-form .ends button:last-child"), until(`!document.getElementById('plan').open`),
	)
	if l := blocks(); len(l) != 0 {
		t.Errorf("the schedule is still %+v", l)
	}
}
