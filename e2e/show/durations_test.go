// SPDX-License-Identifier: Apache-2.0

package show

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// TestPageDurations: the forms of apps take durations as people write them, and the hours
// of a clock are a choice; the device keeps numbers.
func TestPageDurations(t *testing.T) {
	ctx := browse(t, 390, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	settings := func(pkg string) string {
		var l []listed
		r.Call("GET", "/live/apps", "", &l)
		return string(find(l, pkg).Settings)
	}
	labelled := func(title, kind string) string {
		return `[...document.querySelectorAll('#app-fields label')].find((l) => l.textContent.startsWith('` + title + `')).querySelector('` + kind + `')`
	}
	typed := func(text string) step {
		return js(`{const i = ` + labelled("Duration", "input") + `; i.value = '` + text + `'; i.dispatchEvent(new Event('change', {bubbles: true}));}`)
	}
	note := labelled("Duration", "input") + `.closest('.setting').querySelector('.note')`

	do(t, ctx, click(row("Countdown")+`//button[@title="Settings"]`), chromedp.WaitVisible("#app"))
	for _, c := range []struct{ typed, shown, note string }{
		{"1:75", "1:75", "Write minutes"},
		{"0:00", "0:00", "from 0:01 to 99:59:59, please"},
		{"soon", "soon", "Write minutes"},
		{"2", "2:00", "Minutes:seconds"},
		{"61:05", "1:01:05", "Minutes:seconds"},
		{"1:02:03", "1:02:03", "Minutes:seconds"},
	} {
		do(t, ctx, typed(c.typed))
		if got := value[string](t, ctx, labelled("Duration", "input")+`.value`); got != c.shown {
			t.Errorf("%s shows %q, want %q", c.typed, got, c.shown)
		}
		if got := value[bool](t, ctx, note+`.textContent.includes('`+c.note+`')`); !got {
			t.Errorf("%s: the note says %q, want %q", c.typed, value[string](t, ctx, note+`.textContent`), c.note)
		}
	}
	shoot(t, ctx, "duration.png")
	do(t, ctx, click("#app-form .ends button:last-child"), until(`!document.getElementById('app').open`))
	eventually.True(t, "seconds are kept", func() bool { return settings("com.lametric.countdown") == `{"duration":3723}` })
	do(t, ctx, click(row("Countdown")+`//button[@title="Settings"]`), chromedp.WaitVisible("#app"), until(labelled("Duration", "input")+`.value === '1:02:03'`),
		js(`document.getElementById('app').close()`))

	do(t, ctx, click(row("Clock")+`//button[@title="Settings"]`), chromedp.WaitVisible("#app"))
	if got := value[string](t, ctx, `[...`+labelled("Hours", "select")+`.options].map((o) => o.text).join()`); got != "As usual,12 hours,24 hours" {
		t.Errorf("the hours are %q", got)
	}
	do(t, ctx, js(labelled("Hours", "select")+`.value = '12'`), click("#app-form .ends button:last-child"), until(`!document.getElementById('app').open`))
	eventually.True(t, "12 hours are kept", func() bool { return strings.Contains(settings("com.lametric.clock"), `"hours":12`) })
}

// row is the tile of an app in the shelf.
func row(title string) string { return `//ol[@id="apps"]/li[.//p="` + title + `"]` }
