// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// TestPageSpeaks: the page speaks the browser's language, and the one that is chosen
// on it, which it keeps; also where it has the words only when they are needed, as in the set-up.
func TestPageSpeaks(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":60,"brightness_mode":"manual"}`, nil)
	signIn(t, ctx, r)
	said := ""
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the page said %s", said)
		}
	})
	says := func(language, send, brightness string) {
		t.Helper()
		eventually.True(t, "the page speaks "+language, func() bool {
			ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`document.documentElement.lang === '`+language+`' && document.getElementById('send-title').textContent === '`+send+
				`' && document.querySelector('[name=brightness-now]').textContent.replace(/\s/, ' ') === '`+brightness+`'`))
			if !ok && err == nil { // there is an error while the page is loaded anew
				said, _ = chromedp.Run(ctx, chromedp.Evaluate[string](`[document.documentElement.lang, document.getElementById('send-title').textContent, document.querySelector('[name=brightness-now]').textContent, document.cookie].join('; ')`))
			}
			return err == nil && ok
		})
	}
	says("en", "Send", "60%")
	for _, c := range []struct{ language, send, brightness, setUp string }{
		{"de", "Senden", "60 %", "Die Anzeige"}, {"es", "Enviar", "60 %", "El panel"},
		{"fr", "Envoyer", "60 %", "Le panneau"}, {"nl", "Versturen", "60%", "Het paneel"}, {"zh", "发送", "60%", "面板"},
	} {
		do(t, ctx, js(`{const s = document.getElementById('language'); s.value = '`+c.language+`'; s.dispatchEvent(new Event('change'));}`))
		says(c.language, c.send, c.brightness)
		do(t, ctx, js(`document.getElementById('setup-open').click()`), until(`document.getElementById('setup').open && document.getElementById('setup-title').textContent === '`+c.setUp+`'`))
		shoot(t, ctx, "setup-"+c.language+".png")
		if key := value[string](t, ctx, `(/\b(setup|panels)\.[\w-]+/.exec(document.getElementById('setup').innerText) || [''])[0]`); key != "" {
			t.Errorf("the set-up in %s shows the key %q", c.language, key)
		}
	}
	// Also for one who comes from another site, as by a link in Home Assistant.
	do(t, ctx, chromedp.Navigate("about:blank"), js(`location = '`+home(t, r)+`/'`))
	says("zh", "发送", "60%")
	do(t, ctx, js(`document.cookie = 'ledpost.language=; max-age=0'`), chromedp.Reload())
	says("en", "Send", "60%")
}

// TestPageTranslatesTheDevice: what the device says in English is in the reader's
// language: names of apps, their forms and actions, effects, what the doctor finds. A
// name that the user has given stays.
func TestPageTranslatesTheDevice(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	var all []listed
	r.Call("GET", "/live/apps", "", &all)
	r.Call("PUT", "/live/apps", renamed(all, "com.lametric.countdown", "Tea"), nil)
	signIn(t, ctx, r)
	for _, c := range []struct{ language, clock, face, leaf, action, fire, panel, found, hub75 string }{
		{"de", "Uhr", "Zifferblatt", "Kalenderblatt", "Zurücksetzen", "Feuer", "Die Anzeige funktioniert", "Die automatische Helligkeit",
			"hub75, 64×64 Pixel, farbig, etwa 110 Hz, 93 % der Zeit beleuchtet; auf Fotos mit 1/100 s und kürzer sind Streifen"},
		{"nl", "Klok", "Wijzerplaat", "Kalenderblad", "Terugzetten", "Vuur", "Het paneel werkt", "de automatische helderheid",
			"hub75, 64×64 pixels, in kleur, ongeveer 110 Hz, 93 % van de tijd aan; foto’s van 1/100 s en korter tonen strepen"},
		{"zh", "时钟", "表盘", "日历页", "复位", "火焰", "面板", "自动亮度", "hub75，64×64 像素，彩色，约 110 Hz，93 % 的时间点亮；以 1/100 秒或更短时间拍照会出现条纹"},
	} {
		do(t, ctx, js(`document.cookie = 'ledpost.language=`+c.language+`'`), chromedp.Reload(), until(`document.getElementById('link').dataset.state === 'live'`),
			until(`document.querySelectorAll('#apps li').length > 2`),
			click(`//ol[@id="apps"]/li[.//p="`+c.clock+`"]//button[@class="thumb"]`), chromedp.WaitVisible("#app"))
		for what, condition := range map[string]string{
			"the name that the user gave":    `[...document.querySelectorAll('#apps p')].some((p) => p.textContent === 'Tea')`,
			"the app's name in the form":     `document.getElementById('app-title').textContent === '` + c.clock + `' && document.querySelector('#app-form [name=title]').value === ''`,
			"a setting":                      `document.querySelector('#app-fields label').textContent.startsWith('` + c.face + `')`,
			"a choice":                       `[...document.querySelectorAll('#app-fields option')].some((o) => o.textContent === '` + c.leaf + `')`,
			"the background of the settings": `document.querySelector('#settings option[value=fire]').textContent === '` + c.fire + `'`,
			"the effect of the composer":     `document.querySelector('#background option[value=fire]').textContent === '` + c.fire + `'`,
		} {
			eventually.True(t, c.language+": "+what, func() bool { return value[bool](t, ctx, condition) })
		}
		shoot(t, ctx, "clock-"+c.language+".png")
		do(t, ctx, click("#app-close"), click(`//ol[@id="apps"]/li[.//p="Tea"]//button[@class="thumb"]`),
			until(`[...document.querySelectorAll('#app-actions button')].some((b) => b.textContent === '`+c.action+`')`),
			click("#app-close"), view("doctor"), until(`document.querySelector('[data-view=doctor]').innerText.includes('`+c.panel+`')`),
			until(`document.querySelector('[data-view=doctor]').textContent.includes('`+c.found+`')`),
			js(`globalThis.hub75 = undefined; import('/findings.js').then((m) => { globalThis.hub75 = m.finding('`+hub75Line+`'); })`), until(`globalThis.hub75 !== undefined`))
		shoot(t, ctx, "doctor-"+c.language+".png")
		if got := value[string](t, ctx, `hub75`); got != c.hub75 {
			t.Errorf("%s: the doctor's line on a HUB75 panel is %q, want %q", c.language, got, c.hub75)
		}
	}
}

// hub75Line is the doctor's longest line on a panel, joined of several sentences.
const hub75Line = "hub75, 64×64 pixels, color, about 110 Hz, lit for 93 % of the time; photographs of 1/100 s and shorter show stripes"

// renamed is the list with the title of a package's widgets, as PUT /live/apps takes it.
func renamed(all []listed, pkg, title string) string {
	var items []string
	for _, w := range all {
		item := fmt.Sprintf(`{"widget":%q}`, w.Widget)
		if w.Package == pkg {
			item = fmt.Sprintf(`{"widget":%q,"title":%q}`, w.Widget, title)
		}
		items = append(items, item)
	}
	return "[" + strings.Join(items, ",") + "]"
}
