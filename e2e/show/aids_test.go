// SPDX-License-Identifier: Apache-2.0

package show

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
)

// TestPageAids: data is tried before it is saved, a station and a place are looked for
// and taken, alarms fold, and a face is chosen from pictures.
func TestPageAids(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	expect(ctx, valueIsBad+`.*/live/apps/test`)
	server := rig.Outside(t)
	r := rig.Launch(t, nil, rig.Configured(t, fmt.Sprintf("[radio]\ndirectory = %q\n[weather]\nurl = %q\nplaces = %q\n[audio]\nallow = [\"127.0.0.1\"]\n", server.URL, server.URL, server.URL))...)
	signIn(t, ctx, r)
	list := func() (l []listed) { r.Call("GET", "/live/apps", "", &l); return l }
	open := func(title string) step {
		return click(`//ol[@id="apps"]/li[.//p="` + title + `"]//button[@title="Settings"]`)
	}
	fill := func(label, text string) step {
		return js(`{const l = [...document.querySelectorAll('#app-fields label')].find((l) => l.textContent.startsWith('` + label + `')); const i = l.querySelector('input'); i.value = '` + text + `'; i.dispatchEvent(new Event('input', {bubbles: true}));}`)
	}
	look := func(words string) step {
		return js(`{const i = document.querySelector('.aid input'); i.value = '` + words + `'; i.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true}));}`)
	}
	const save = "#app-form .ends button:last-child"
	closed := until(`!document.getElementById('app').open`)

	do(t, ctx, until(`document.querySelectorAll('#apps li').length > 2`),
		open("My Data"), chromedp.WaitVisible("#app"),
		fill("URL", server.URL+"/value"), fill("JSON pointer", "/room/temperature"), fill("Text", "{value} °C"),
		click(".aid button"), until(`document.querySelector('.aid .note').textContent === 'Value found: 21.5. It shows: 21.5 °C'`),
		click(`//ul[@class="json"]//button[span="/room/humidity~1out"]`), until(`document.querySelector('.aid .note').textContent === 'Value found: 40. It shows: 40 °C'`))
	shoot(t, ctx, "aid-data.png")
	do(t, ctx, fill("JSON pointer", "/none"), click(".aid button"), until(`document.querySelectorAll('.aid .note.fault, #app-fields .setting .note.fault').length === 2`),
		click(`//ul[@class="json"]//button[span="/room/temperature"]`), until(`document.querySelector('.aid .note').textContent === 'Value found: 21.5. It shows: 21.5 °C'`),
		click("#app-close"), closed)

	// A station is looked for, kept, played and dropped, each at once.
	stations := func() string { return string(find(list(), "com.lametric.radio").Settings) }
	do(t, ctx, open("Radio"), until(`document.querySelector('.aid input') !== null`), look("jazz"), until(`document.querySelectorAll('.found .station').length === 1`))
	shoot(t, ctx, "aid-radio.png")
	do(t, ctx, click(`[title="Keep Jazz FM as a favourite"]`), until(`document.querySelectorAll('#favourites .station').length === 1`))
	if got := stations(); got != `{"stations":[{"name":"Jazz FM","url":"http://radio.test/live"}]}` {
		t.Errorf("the radio has %s", got)
	}
	do(t, ctx, click(`#favourites [title="Remove Jazz FM from the favourites"]`), until(`document.querySelectorAll('#favourites .station').length === 0`),
		click(`[title="Play Jazz FM"]`), until(`document.querySelectorAll('#favourites .station').length === 1`), until(`document.querySelector('.buttons .note').textContent === 'Jazz FM plays.'`),
		click(save), closed)
	if got := stations(); got != `{"stations":[{"name":"Jazz FM","url":"http://radio.test/live"}]}` {
		t.Errorf("after it was played the radio has %s", got)
	}

	// A place is kept by the press that chooses it.
	do(t, ctx, open("Weather"), until(`document.querySelector('.aid input') !== null`), look("paris"), until(`document.querySelectorAll('.found button').length === 2`))
	shoot(t, ctx, "aid-places.png")
	do(t, ctx, click(`.found li:last-child button`), closed)
	if w := find(list(), "com.lametric.weather"); string(w.Settings) != `{"latitude":33.66,"longitude":-95.55,"place":"Paris, Texas"}` || !w.Visible {
		t.Errorf("the weather has %s", w.Settings)
	}

	do(t, ctx, open("Sun and moon"), until(`document.querySelector('.aid input') !== null`), look("paris"), until(`document.querySelectorAll('.found button').length === 2`), click(`.found li:first-child button`), closed)
	if s := find(list(), "com.ledpost.sky"); string(s.Settings) != `{"latitude":48.85,"longitude":2.35}` || !s.Visible {
		t.Errorf("sun and moon have %s", s.Settings)
	}

	do(t, ctx, open("Clock"), chromedp.WaitVisible("#app"),
		click(`//fieldset[legend="Alarms"]/button`), chromedp.WaitVisible("details.fold[open]"),
		js(`{const i = document.querySelector('.fold input[type=time]'); i.value = '06:45'; i.dispatchEvent(new Event('input', {bubbles: true}));}`),
		js(`document.querySelector('.fold [value=mon]').click()`),
		until(`document.querySelector('.fold summary').textContent === '6:45 AM Mon'`))
	shoot(t, ctx, "alarm.png")
	do(t, ctx, click("#app-fields .pictured button"), chromedp.WaitVisible("#pictures"),
		until(`[...document.querySelectorAll('#pictures-list img')].filter((i) => i.naturalWidth > 0).length > 8`))
	shoot(t, ctx, "faces.png")
	do(t, ctx, click(`//ul[@id="pictures-list"]//button[span="Line of the seconds"]`), until(`!document.getElementById('pictures').open`), click(save), closed)
	if w := find(list(), "com.lametric.clock"); string(w.Settings) != `{"alarms":[{"days":["mon"],"time":"06:45"}],"face":"seconds","hours":24,"week":true}` {
		t.Errorf("the clock has %s", w.Settings)
	}
}

// TestPageWithoutNetwork: a built-in city is found without the place search, a name that
// none of them has is refused in plain words, and the directory of stations is switched on.
func TestPageWithoutNetwork(t *testing.T) {
	ctx := browse(t, 390, 844, darkScheme)
	expect(ctx, `502.*/live/places`)
	expect(ctx, `404.*/live/stations`)
	expect(ctx, `502.*/live/stations`)
	expect(ctx, browser.IsAway)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	r := rig.LaunchIn(t, t.TempDir(), nil, append(rig.Configured(t, fmt.Sprintf("[weather]\nurl = %q\nplaces = %q\n", gone.URL, gone.URL)), "--http", ":"+rig.FreePort(t))...)
	signIn(t, ctx, r)
	open := func(title string) step {
		return click(`//ol[@id="apps"]/li[.//p="` + title + `"]//button[@title="Settings"]`)
	}
	look := func(words string) step {
		return js(`{const i = document.querySelector('.aid input'); i.value = '` + words + `'; i.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true}));}`)
	}
	do(t, ctx, until(`document.querySelectorAll('#apps li').length > 2`), open("Weather"), until(`document.querySelector('.aid input') !== null`),
		look("Atlantis"), until(`document.querySelector('.aid .note.fault')?.textContent.startsWith('The place search does not answer')`),
		look("zürich"), until(`document.querySelector('.found button')?.textContent === 'Zurich, Switzerland'`), until(`document.querySelector('.aid .note').textContent.includes('only built-in cities')`))
	shoot(t, ctx, "weather-offline.png")
	do(t, ctx, click(".found button"), until(`!document.getElementById('app').open`), until(toast("Zurich")))

	do(t, ctx, open("Radio"), until(`document.querySelector('.aid input') !== null`), look("jazz"), chromedp.WaitVisible("#directory-on"))
	shoot(t, ctx, "radio-off.png")
	do(t, ctx, click("#directory-on"), until(toast("The directory is on")))
	if _, text := r.Ask("GET", "/live/config", ""); !strings.Contains(string(text), "[radio]\ndirectory = \"https://all.api.radio-browser.info\"") {
		t.Errorf("the configuration is %s", text)
	}
}

// TestDirectoryInConfiguration: the address gets into any text, and nothing else goes out of it.
func TestDirectoryInConfiguration(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	for in, want := range map[string]string{
		"":             "# Written by the set-up",
		"name = 'a'\n": "name = 'a'\n\n[radio]\ndirectory = \"d\"\n",
		"[radio] # x\ndirectory = \"o\"\n[tts]\n": "[radio] # x\ndirectory = \"d\"\n\n[tts]\n",
	} {
		do(t, ctx, js(fmt.Sprintf(`globalThis.out = undefined; import('/configtext.js').then((m) => { globalThis.out = m.withDirectory(%q, 'd'); })`, in)), until(`globalThis.out !== undefined`))
		if got := value[string](t, ctx, `out`); !strings.HasPrefix(got, want) || strings.Count(got, "directory =") != 1 {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}
