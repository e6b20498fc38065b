// SPDX-License-Identifier: Apache-2.0

package show

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
)

// outside is a server of radio stations, of places and of a value.
func outside(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/json/stations/search"):
			fmt.Fprint(w, `[{"name":"Jazz FM","url":"http://radio.test/live","url_resolved":"http://radio.test/live","codec":"MP3","bitrate":128}]`)
		case r.URL.Path == "/v1/search":
			fmt.Fprint(w, `{"results":[{"name":"Paris","latitude":48.85,"longitude":2.35,"country":"France","admin1":"Île-de-France"},
				{"name":"Paris","latitude":33.66,"longitude":-95.55,"country":"United States","admin1":"Texas"}]}`)
		case r.URL.Path == "/value":
			fmt.Fprint(w, `{"room":{"temperature":21.5}}`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// TestPageAids: data is tried before it is saved, a station and a place are looked for
// and taken, alarms fold, and a face is chosen from pictures.
func TestPageAids(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	expect(ctx, valueIsBad+`.*/live/apps/test`)
	server := outside(t)
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
		click(".aid button"), until(`document.querySelector('.aid .note').textContent === 'Value found: 21.5. It shows: 21.5 °C'`))
	shoot(t, ctx, "aid-data.png")
	do(t, ctx, fill("JSON pointer", "/none"), click(".aid button"), until(`document.querySelectorAll('.aid .note.fault, #app-fields .setting .note.fault').length === 2`),
		click("#app-close"), closed)

	do(t, ctx, open("Radio"), until(`document.querySelector('.aid input') !== null`), look("jazz"), until(`document.querySelectorAll('.found button').length === 1`),
		js(`document.querySelector('.found button').click()`), until(`document.querySelector('#app-fields summary').textContent === 'Jazz FM · http://radio.test/live'`))
	shoot(t, ctx, "aid-radio.png")
	do(t, ctx, click(save), closed)
	if w := find(list(), "com.lametric.radio"); string(w.Settings) != `{"stations":[{"name":"Jazz FM","url":"http://radio.test/live"}]}` {
		t.Errorf("the radio has %s", w.Settings)
	}

	do(t, ctx, open("Weather"), until(`document.querySelector('.aid input') !== null`), look("paris"),
		until(`document.querySelectorAll('.found button').length === 2`), js(`document.querySelector('.found li:last-child button').click()`))
	shoot(t, ctx, "aid-places.png")
	do(t, ctx, click(save), closed)
	if w := find(list(), "com.lametric.weather"); string(w.Settings) != `{"place":"Paris, Texas"}` {
		t.Errorf("the weather has %s", w.Settings)
	}

	do(t, ctx, open("Clock"), chromedp.WaitVisible("#app"),
		click(`//fieldset[legend="Alarms"]/button`), chromedp.WaitVisible("details.fold[open]"),
		js(`{const i = document.querySelector('.fold input[type=time]'); i.value = '06:45'; i.dispatchEvent(new Event('input', {bubbles: true}));}`),
		js(`document.querySelector('.fold [value=mon]').click()`),
		until(`document.querySelector('.fold summary').textContent === '06:45 · Mon'`))
	shoot(t, ctx, "alarm.png")
	do(t, ctx, click("#app-fields .pictured button"), chromedp.WaitVisible("#pictures"),
		until(`[...document.querySelectorAll('#pictures-list img')].filter((i) => i.naturalWidth > 0).length > 8`))
	shoot(t, ctx, "faces.png")
	do(t, ctx, click(`//ul[@id="pictures-list"]//button[span="Line of the seconds"]`), until(`!document.getElementById('pictures').open`), click(save), closed)
	if w := find(list(), "com.lametric.clock"); string(w.Settings) != `{"alarms":[{"days":["mon"],"time":"06:45"}],"face":"seconds","hours":24,"week":true}` {
		t.Errorf("the clock has %s", w.Settings)
	}
}
