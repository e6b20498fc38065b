// SPDX-License-Identifier: Apache-2.0

package looks

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
)

// TestPageLooks checks contrast, places and names in both colour schemes, at a
// desk and on a phone: the login, the page with a queue and faults, the picker.
func TestPageLooks(t *testing.T) {
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	for _, body := range []string{
		`{"priority":"critical","model":{"cycles":0,"frames":[{"icon":2867,"text":"Door open"}]}}`,
		`{"priority":"warning","lifetime":3600000,"model":{"frames":[{"icon":"weather-rain","text":"` + strings.Repeat("Rain", 60) + `"}]}}`,
		`{"lifetime":3600000,"model":{"frames":[{"goalData":{"start":0,"current":7,"end":10,"unit":"km"}}]}}`,
	} {
		r.Call("POST", "/api/v2/device/notifications", body, nil)
	}
	for name, scheme := range map[string]string{"light": lightScheme, "dark": darkScheme} {
		ctx := browse(t, 1280, 900, scheme)
		expect(ctx, keyIsRefused)
		expect(ctx, valueIsBad+`.*/(notifications|live/preview)`)
		for _, width := range []int{1280, 390, 320} {
			lookAt(t, ctx, r, fmt.Sprintf("%s-%d", name, width), width, scheme)
		}
	}
}

func lookAt(t *testing.T, ctx context.Context, r *rig.Device, name string, width int, scheme string) {
	all := func(where string) {
		t.Helper()
		for _, script := range []string{faint, astray, nameless} {
			accept(t, ctx, name+", "+where, script)
		}
		shoot(t, ctx, name+"-"+where+".png")
	}
	do(t, ctx,
		chromedp.EmulateViewport(int64(width), 900),
		chromedp.Navigate(home(t, r)+"/"), js(`localStorage.clear()`), chromedp.Navigate(home(t, r)+"/"),
		chromedp.WaitVisible("#key"), chromedp.SendKeys("#key", "wrong\r"),
		until(`document.getElementById('key-note').textContent !== ''`),
	)
	if dark := value[bool](t, ctx, `matchMedia('(prefers-color-scheme: dark)').matches`); dark != (scheme == darkScheme) {
		t.Fatalf("the browser is dark: %v", dark)
	}
	all("login")
	if n := value[int](t, ctx, `document.querySelector('#login code').getClientRects().length`); n != 1 {
		t.Errorf("%s: the command of the login stands in %d lines", name, n)
	}
	do(t, ctx, js(`document.getElementById('key').value = ''`))
	signIn(t, ctx, r)
	do(t, ctx, until(`document.querySelectorAll('#queue li').length === 3 && document.querySelectorAll('#queue img').length >= 2`))
	all("page")
	do(t, ctx, click(`#send [value=goal]`))
	all("goal")
	const below = `['#send .wide', '#queue', '#settings'].map(s => document.querySelector(s).getBoundingClientRect().top + scrollY).join()`
	do(t, ctx, click(`#send [value=chart]`), chromedp.SendKeys("#chart", "1, two, 3"))
	before := value[string](t, ctx, below)
	do(t, ctx, chromedp.SendKeys("#chart", "\r"), until(`document.getElementById('chart-note').classList.contains('fault')`))
	if after := value[string](t, ctx, below); after != before {
		t.Errorf("a fault moves what is below it: from %s to %s", before, after)
	}
	all("fault")
	do(t, ctx, click("#icon"), until(`document.querySelectorAll('#icons .pick').length > 100`))
	all("picker")
	for _, w := range []int{width, 768} {
		do(t, ctx, chromedp.EmulateViewport(int64(w), 900))
		if cut := value[string](t, ctx, `[...document.querySelectorAll('#icons .pick span')].filter((e) => e.scrollHeight > e.clientHeight).map((e) => e.textContent).join(', ')`); cut != "" {
			t.Errorf("%s: at %d px the picker cuts %s", name, w, cut)
		}
	}
	do(t, ctx, js(`document.getElementById('picker-close').click()`))
}
