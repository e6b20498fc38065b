// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
)

// TestPageFillsADesk: on Now a low panel has the whole width of a desk's window, with the
// cards in a row below it; beside a higher panel they stand in a column. On the other places
// both columns end at nearly the same height, beside a long list the cards stay in sight, and Apps
// has four tiles in a row.
func TestPageFillsADesk(t *testing.T) {
	const wide = `document.getElementById('panel').getBoundingClientRect().width > 0.9 * document.getElementById('main').clientWidth`
	const below = `['on-title', 'alarm-card', 'last-title'].every((id) => document.getElementById(id).getBoundingClientRect().top > document.getElementById('stage').getBoundingClientRect().bottom)`
	const gap = `document.querySelector('.room[data-place=now] .column').getBoundingClientRect().right -
		Math.max(...[...document.querySelectorAll('.room[data-place=now] .fact')].filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect().right))`
	const hole = `(() => {
		const ends = [...document.querySelectorAll('.room[data-place=%s] > :is(.column, .rail)')].map((c) => Math.max(...[...c.children].filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect().bottom)));
		return 1 - (Math.min(...ends) - document.getElementById('main').getBoundingClientRect().top) / (Math.max(...ends) - document.getElementById('main').getBoundingClientRect().top);
	})()`
	for size, low := range map[string]bool{"37x8": true, "64x16": true, "64x32": false} {
		t.Run(size, func(t *testing.T) {
			ctx := browse(t, 1280, 900, lightScheme)
			r := rig.Launch(t, nil, "--size", size)
			signIn(t, ctx, r)
			do(t, ctx, place("now"), until(at("now")), until(`document.getElementById('panel').dataset.size === '`+size+`'`))
			if w, b := value[bool](t, ctx, wide), value[bool](t, ctx, below); w != low || b != low {
				t.Errorf("the panel is as wide as the page: %v, the cards are below it: %v, want %v", w, b, low)
			}
			if gap := value[float64](t, ctx, gap); gap > 1 {
				t.Errorf("the cards leave %v px of their row empty", gap)
			}
			shoot(t, ctx, "desk-"+size+".png")
			for _, width := range []int64{1280, 1920} {
				do(t, ctx, chromedp.EmulateViewport(width, 900))
				for name, ready := range map[string]string{
					"send": `[...document.querySelectorAll('#ideas-list img')].filter((i) => i.naturalWidth > 0).length === 6`,
					"apps": `document.querySelectorAll('#apps li').length > 4 && !document.getElementById('no-hours').hidden`,
					"look": `document.querySelector('#night-ring .end') !== null`, "device": `!document.getElementById('update').hidden`,
				} {
					do(t, ctx, place(name), until(at(name)), until(ready))
					shoot(t, ctx, fmt.Sprintf("desk-%s-%s-%d.png", size, name, width))
					allowed := 0.25
					if name == "apps" { // a shelf grows with its apps
						allowed = 0.3
					}
					if hole := value[float64](t, ctx, fmt.Sprintf(hole, name)); hole > allowed {
						t.Errorf("%s at %d px: a column ends at %.0f %% of the height of the other", name, width, 100*(1-hole))
					}
				}
			}
			do(t, ctx, chromedp.EmulateViewport(1280, 900), place("apps"), until(at("apps")), until(`document.querySelectorAll('#apps li').length > 4`))
			if n := value[int](t, ctx, `[...document.querySelectorAll('#apps li')].filter((li, i, all) => li.offsetTop === all[0].offsetTop).length`); n != 4 {
				t.Errorf("%d apps stand side by side, want 4", n)
			}
			do(t, ctx, view("light"), view("log"), view("doctor"), until(`document.querySelector('.log li') !== null && document.querySelector('[data-view=doctor] [data-level]') !== null && document.documentElement.scrollHeight > 1.5 * innerHeight`),
				js(`scrollTo(0, document.documentElement.scrollHeight)`), until(`(() => { const b = document.getElementById('care').getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight; })()`))
		})
	}
}

// TestPageButtonsBeginARow: at a desk the buttons below the panel have a row of their own, from the left to the
// right edge, whatever the length of the words before it.
func TestPageButtonsBeginARow(t *testing.T) {
	const begin = `(() => {
		const box = (e) => e.getBoundingClientRect(), bar = box(document.querySelector('.stage .bar'));
		const [switches, [left, right]] = ['.switch', '[role=group]'].map((s) => [...document.querySelectorAll('.stage .bar > ' + s)].map(box));
		const gap = left.top - Math.max(...switches.map((s) => s.bottom));
		const lone = switches[0].top !== switches[1].top;
		return !lone && left.top === right.top && gap > 0 && gap < 20 && left.left - bar.left < 1 && bar.right - right.right < 1;
	})()`
	ctx := browse(t, 1920, 900, lightScheme)
	for _, size := range []string{"37x8", "64x32"} {
		r := rig.Launch(t, nil, "--size", size)
		for _, language := range []string{"en", "zh", "es"} {
			do(t, ctx, chromedp.Navigate(home(t, r)+"/#"+r.Key), js(`document.cookie = 'ledpost.language=`+language+`'`), chromedp.Reload(),
				until(`document.getElementById('link').dataset.state === 'live' && document.getElementById('panel').dataset.size === '`+size+`'`), until(at("now")))
			for _, width := range []int64{1280, 1920} {
				t.Logf("%s on %s at %d px", language, size, width)
				do(t, ctx, chromedp.EmulateViewport(width, 900), until(begin))
				shoot(t, ctx, fmt.Sprintf("bar-%s-%s-%d.png", size, language, width))
			}
		}
	}
}
