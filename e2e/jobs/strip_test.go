// SPDX-License-Identifier: Apache-2.0

package jobs

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
)

// TestStripLeavesTheButtons: while a timer runs, the strip that stops it lies over none of the
// buttons of a dialog, and they not over it: in the clock's form with an alarm, in the picker, and
// below the panel that fills the screen.
func TestStripLeavesTheButtons(t *testing.T) {
	ctx := browse(t, 390, 844, darkScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	var all []listed
	r.Call("GET", "/live/apps", "", &all)
	list := []string{}
	for _, w := range all {
		settings := ""
		if w.Package == "com.lametric.clock" {
			settings = `,"settings":{"alarms":[{"time":"07:45"}]}`
		}
		list = append(list, fmt.Sprintf(`{"widget":%q%s}`, w.Widget, settings))
	}
	r.Call("PUT", "/live/apps", "["+strings.Join(list, ",")+"]", nil)
	r.Call("POST", "/api/v2/device/apps/com.lametric.countdown/widgets/"+find(all, "com.lametric.countdown").Widget+"/actions",
		`{"id":"countdown.configure","params":{"duration":1800,"start_now":true}}`, nil)
	do(t, ctx, until(`document.getElementById('sounding').checkVisibility()`))
	free := func(where string, selectors ...string) {
		t.Helper()
		for _, s := range append(selectors, "#sounding-stop") {
			if hit := value[string](t, ctx, fmt.Sprintf(`(() => {
				const e = document.querySelector(%q), b = e.getBoundingClientRect();
				const hits = [[.5, .5], [.1, .1], [.9, .1], [.1, .9], [.9, .9]].map(([x, y]) => document.elementFromPoint(b.left + x * b.width, b.top + y * b.height));
				const other = hits.find((hit) => !e.contains(hit));
				return hits.every((hit) => e.contains(hit)) ? '' : other ? other.id || other.outerHTML.slice(0, 80) : 'nothing';
			})()`, s)); hit != "" {
				t.Errorf("%s: over %s is %s", where, s, hit)
			}
		}
	}
	in := func(dialog string) step {
		return until(fmt.Sprintf(`document.getElementById('sounding').closest('dialog')?.id === %q`, dialog))
	}
	for _, width := range []int64{390, 1280} {
		do(t, ctx, chromedp.EmulateViewport(width, 844), place("apps"), click(`//*[@id="apps"]//li[contains(., "Clock")]//button[contains(@class, "thumb")]`),
			until(`document.getElementById('app').open && document.querySelector('#app-fields [type=time]') !== null`), in("app"))
		for _, open := range []string{".nothing", "fieldset details", "details"} { // an alarm, then all: the form grows to the window's height
			do(t, ctx, js(`for (const d of document.querySelectorAll('#app-form `+open+`')) d.open = true`))
			for _, to := range []string{"0", "1e6"} { // both ends of the form
				do(t, ctx, js(`document.getElementById('app').scrollTop = `+to))
				free(fmt.Sprintf("the clock's form at %d px with %s open", width, open), `#app-form .ends button:not([type])`, "#app-close")
			}
			shoot(t, ctx, fmt.Sprintf("strip-app-%d-%s.png", width, open))
		}
		do(t, ctx, click("#app-close"), place("send"), click("#icon"), in("picker"), until(`document.querySelector('#icons .pick') !== null`))
		free(fmt.Sprintf("the picker at %d px", width), "#picker-close")
		shoot(t, ctx, fmt.Sprintf("strip-picker-%d.png", width))
		do(t, ctx, click("#picker-close"), place("now"), until(`document.getElementById('full').checkVisibility()`), js(`document.getElementById('full').click()`), until(`document.getElementById('sounding').closest('.stage.full') !== null`))
		free(fmt.Sprintf("the panel that fills %d px", width), "#full")
		shoot(t, ctx, fmt.Sprintf("strip-full-%d.png", width))
		do(t, ctx, js(`document.getElementById('full').click()`), until(`document.getElementById('sounding').parentElement === document.body`))
	}
}
