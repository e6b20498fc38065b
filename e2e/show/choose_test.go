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

// TestPageEffects: backgrounds are chosen from moving pictures, as they come.
func TestPageEffects(t *testing.T) {
	ctx := browse(t, 1280, 900, darkScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx, until(`document.querySelectorAll('#settings [name=background] option').length > 20`))
	for _, row := range []struct{ name, label, value string }{{"background", "Fire", "fire"}, {"transition", "Curtain", "curtain"}} {
		do(t, ctx, click(`//form[@id="settings"]//div[label/select[@name="`+row.name+`"]]/button`), chromedp.WaitVisible("#pictures"),
			until(`[...document.querySelectorAll('#pictures-list img')].filter((i) => i.naturalWidth > 0).length > 8`))
		shoot(t, ctx, row.name+".png")
		if n := value[int](t, ctx, `new Set([...document.querySelectorAll('#pictures-list .pick')].map((b) => {
			const words = document.createRange();
			words.selectNodeContents(b.querySelector('span'));
			return Math.round(words.getBoundingClientRect().left - b.getBoundingClientRect().left);
		})).size`); n != 1 {
			t.Errorf("the names begin at %d places of their tiles", n)
		}
		if !value[bool](t, ctx, `(() => {
			document.documentElement.style.setProperty('--accent', '#12ab34');
			const ring = getComputedStyle(document.querySelector('#pictures-list [aria-pressed=true]')).boxShadow;
			document.documentElement.style.removeProperty('--accent');
			return ring.includes('rgb(18, 171, 52)');
		})()`) {
			t.Error("the chosen picture has no ring in the accent")
		}
		do(t, ctx, click(`//ul[@id="pictures-list"]//button[span="`+row.label+`"]`), until(`!document.getElementById('pictures').open`))
		eventually.True(t, "it is the "+row.name, func() bool {
			var look map[string]any
			r.Call("GET", "/live/look", "", &look)
			return look[row.name] == row.value
		})
	}
}

// TestPageWeek: blocks of the schedule are moved, made longer and removed by the
// keyboard and by dragging.
func TestPageWeek(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	var all []listed
	r.Call("GET", "/live/apps", "", &all)
	r.Call("PUT", "/live/schedule", fmt.Sprintf(`[{"days":["mon","tue"],"from":"07:00","to":"09:00","widget":%q},{"days":["sat"],"from":"22:00","to":"06:00","widget":%q}]`, all[0].Widget, all[1].Widget), nil)
	at := func(i int, want string) step {
		return until(fmt.Sprintf(`[...document.querySelectorAll('#blocks li')[%d].querySelectorAll('[type=time]')].map((t) => t.value).join() === '%s'`, i, want))
	}
	do(t, ctx, until(`document.querySelectorAll('#apps li').length > 2`), click("#plan-open"), chromedp.WaitVisible("#plan"),
		until(`document.querySelectorAll('.block').length === 4`)) // two days; one that goes past midnight
	shoot(t, ctx, "week.png")
	// Where a column has no room for a name, the block has the app's icon, and its whole name as a title.
	const signs = `[...document.querySelectorAll('.block')].map((b) => [b.title, ...[...b.children].filter((e) => e.checkVisibility() && e.offsetWidth <= b.clientWidth && (e.naturalWidth ?? 1) > 0).map((e) => e.tagName)].join(' ')).join()`
	for width, want := range map[int64]string{390: "Clock IMG,Clock IMG,Countdown IMG,Countdown IMG", 320: "Clock IMG,Clock IMG,Countdown IMG,Countdown IMG",
		1100: "Clock SPAN,Clock SPAN,Countdown SPAN,Countdown SPAN"} {
		do(t, ctx, chromedp.EmulateViewport(width, 900), until(signs+` === '`+want+`'`))
		shoot(t, ctx, fmt.Sprintf("week-%d.png", width))
	}
	do(t, ctx, chromedp.EmulateViewport(1100, 900))
	do(t, ctx, chromedp.Focus(".block"), chromedp.KeyEvent(kb.ArrowDown), at(0, "07:15,09:15"),
		until(`document.activeElement.dataset.block === '0'`),
		js(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown', shiftKey: true, bubbles: true}))`), at(0, "07:15,09:30"),
		js(`{const b = document.querySelector('[data-block="0"]'), box = b.getBoundingClientRect(), hour = b.parentElement.clientHeight / 24;
			const go = (type, y) => b.dispatchEvent(new PointerEvent(type, {clientX: box.x + 9, clientY: y, pointerId: 1, bubbles: true}));
			b.setPointerCapture = () => {};
			go('pointerdown', box.y + 4); go('pointermove', box.y + 4 + hour); go('pointermove', box.y + 4 + 2 * hour); go('pointerup', box.y + 4 + 2 * hour);}`),
		at(0, "09:15,11:30"),
		chromedp.Focus(`[data-block="1"]`), chromedp.KeyEvent(kb.Delete), until(`document.querySelectorAll('#blocks li').length === 1`),
		click("#plan-form .ends button:last-child"), until(`!document.getElementById('plan').open`))
	var blocks []struct{ From, To string }
	r.Call("GET", "/live/schedule", "", &blocks)
	if len(blocks) != 1 || blocks[0].From != "09:15" || blocks[0].To != "11:30" {
		t.Errorf("the schedule is %+v", blocks)
	}
}

// TestPageShortWay: the list of apps is one stop on the way of the Tab key, and the
// arrow keys lead through it.
func TestPageShortWay(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx, place("apps"), until(`document.querySelectorAll('#apps li').length > 2`), js(`document.getElementById('app-add').focus()`),
		chromedp.KeyEvent(kb.Tab), until(`document.activeElement.closest('#apps li') === document.querySelector('#apps li')`),
		chromedp.KeyEvent(kb.ArrowDown), until(`document.activeElement.closest('#apps li') === document.querySelectorAll('#apps li')[1]`),
		chromedp.KeyEvent(kb.ArrowRight), until(`document.activeElement.classList.contains('grip')`),
		chromedp.KeyEvent(kb.ArrowUp, chromedp.KeyModifiers(8)), until(`document.querySelector('#apps li p').textContent === 'Countdown'`),
		until(`document.activeElement.closest('#apps li') === document.querySelector('#apps li')`))
	if stops := value[int](t, ctx, `document.querySelectorAll('#apps [tabindex="0"]').length`); stops != 1 {
		t.Errorf("the list has %d stops", stops)
	}
}

// TestPageTravelsLight: files of the page do not travel again: a second visit is answered in a few
// hundred bytes a file, and the first in less than 150 kB.
func TestPageTravelsLight(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	const sent = `performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).filter((e) => /\/$|js$|css$|svg$|words\/.+json$/.test(e.name)).reduce((n, e) => n + e.transferSize, 0)`
	first := value[int](t, ctx, sent)
	do(t, ctx, chromedp.Navigate(home(t, r)+"/"), until(live))
	second := value[int](t, ctx, sent)
	t.Logf("%d bytes, then %d", first, second)
	if first == 0 || first > 150_000 || second > first/3 {
		t.Errorf("%d bytes, then %d", first, second)
	}
}
