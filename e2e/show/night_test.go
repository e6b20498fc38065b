// SPDX-License-Identifier: Apache-2.0

package show

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPageNight: the ends of the night are moved by arrow keys, by the mouse and by a
// finger; its rule, brightness and colour are chosen; the sun of the weather's place and
// the alarms are drawn on it, and the screensaver's form says that night governs it.
func TestPageNight(t *testing.T) {
	ctx := browse(t, 390, 844, darkScheme)
	r := rig.Launch(t, nil)
	var all []listed
	r.Call("GET", "/live/apps", "", &all)
	var widgets []string
	for _, w := range all {
		settings := map[string]string{
			"com.lametric.clock":   `,"settings":{"alarms":[{"time":"06:45"},{"time":"09:00","enabled":false}]}`,
			"com.lametric.weather": `,"settings":{"place":"Berlin","latitude":52.5,"longitude":13.4}`,
		}[w.Package]
		widgets = append(widgets, `{"widget":"`+w.Widget+`"`+settings+`}`)
	}
	r.Call("PUT", "/live/apps", "["+strings.Join(widgets, ",")+"]", nil)
	signIn(t, ctx, r)
	night := func() (n struct {
		When, From, To, Color string
		Brightness            int
	}) {
		r.Call("GET", "/live/night", "", &n)
		return n
	}
	is := func(what, when, from, to string) {
		t.Helper()
		defer func() {
			if t.Failed() {
				t.Logf("it is %+v", night())
			}
		}()
		eventually.True(t, what, func() bool { n := night(); return n.When == when && n.From == from+":00" && n.To == to+":00" })
	}
	do(t, ctx, place("look"), until(`document.querySelectorAll('#night .bell').length === 1 && document.querySelector('#night .course') !== null`))
	if says := value[string](t, ctx, `document.getElementById('night-says').textContent`); !strings.Contains(says, "The sun is up from ") || !strings.Contains(says, "Alarms: 6:45 AM.") {
		t.Errorf("it says %q", says)
	}
	if hours := value[string](t, ctx, `[...document.querySelectorAll('#night .hour')].map((h) => h.textContent.replace(/\s/, ' ')).join()`); hours != "12 AM,6 AM,12 PM,6 PM" {
		t.Errorf("the hours of the ring are %s", hours)
	}
	do(t, ctx, js(`document.querySelector('#night .end').focus()`), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	is("two presses of an arrow move the beginning by half an hour", "time", "22:30", "06:00")
	do(t, ctx, until(`['saver-governed', 'quiet-governed'].every((id) => !document.getElementById(id).hidden) && document.querySelectorAll('#night .lit').length === 30`))
	shoot(t, ctx, "night.png")
	for _, script := range []string{browser.Faint, browser.Astray, browser.Nameless} {
		browser.Accept(t, ctx, "the night", script)
	}

	const at = `(() => { const b = document.querySelector('#night svg').getBoundingClientRect(), e = document.querySelector('#night .end:last-child').getBoundingClientRect();
		const r = 112 / 300 * b.width, a = 7 / 24 * 2 * Math.PI + Math.PI;
		return [e.x + e.width / 2, e.y + e.height / 2, b.x + b.width / 2 + Math.sin(a) * r, b.y + b.height / 2 - Math.cos(a) * r]; })()`
	drag := func(by func(x, y, toX, toY float64) step) {
		do(t, ctx, js(`document.querySelector('#night svg').scrollIntoView({block: 'center'})`), still(`document.querySelector('#night svg').getBoundingClientRect()`))
		p := value[[]float64](t, ctx, at)
		do(t, ctx, by(p[0], p[1], p[2], p[3]))
	}
	drag(mouse)
	is("the mouse drags the end to 7", "time", "22:30", "07:00")
	r.Call("PUT", "/live/night", `{"to":"05:00"}`, nil)
	do(t, ctx, until(`document.querySelector('#night .end:last-child').getAttribute('aria-valuetext') === '5:00 AM'`))
	drag(finger)
	is("a finger drags it there", "time", "22:30", "07:00")

	apart := func(when string) {
		t.Helper()
		if over := value[string](t, ctx, `(() => { const all = [...document.querySelectorAll('#night :is(.hour, .span, .at)')].map((e) => [e.textContent, e.getBoundingClientRect()]);
			return all.flatMap(([a, p], i) => all.slice(i + 1).filter(([, q]) => p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom).map(([b]) => a + ' over ' + b)).join(); })()`); over != "" {
			t.Errorf("%s: in the ring lies %s", when, over)
		}
	}
	apart("by time")
	do(t, ctx, click(`[name=night-when][value=dark]`), until(`document.querySelector('#night .end').hasAttribute('hidden') && document.getElementById('night-keys').hidden`))
	apart("when it is dark")
	do(t, ctx, click(`#night-colors button:nth-child(2)`))
	eventually.True(t, "the rule and the colour are kept", func() bool { n := night(); return n.When == "dark" && n.Color == "#FF7000" })
	do(t, ctx, click(`[name=night-when][value=off]`), until(`['saver-governed', 'quiet-governed'].every((id) => document.getElementById(id).hidden)`))
}

// TestPageNightWaits: nobody can press a rule of the night before the page knows it: from a busy
// device the words and the module of the night come late.
func TestPageNightWaits(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	refused := browser.Busy(t, ctx, `/(night\.js|\w+\.more\.json)$`)
	do(t, ctx, place("look"), until(`document.querySelector('#night').checkVisibility()`))
	early := value[bool](t, ctx, `document.querySelector('[name=night-when]').matches(':enabled') && !document.querySelector('#night svg')`)
	if early || len(refused()) == 0 {
		t.Errorf("a press may be lost: %v; refused: %q", early, refused())
	}
	do(t, ctx, until(`document.querySelector('[name=night-when]').matches(':enabled')`), click(`[name=night-when][value=sun]`))
	eventually.True(t, "it is night by the sun", func() bool {
		var n struct{ When string }
		r.Call("GET", "/live/night", "", &n)
		return n.When == "sun"
	})
}
