// SPDX-License-Identifier: Apache-2.0

package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// presses counts what a person presses on the page.
type presses struct {
	t   *testing.T
	ctx context.Context
	n   int
}

// press clicks what must be in sight already, without what the tests' click opens.
func (p *presses) press(selector string) {
	p.t.Helper()
	p.n++
	find := fmt.Sprintf("document.querySelector(`%s`)", selector)
	do(p.t, p.ctx, until(find+`?.checkVisibility() && !`+find+`.matches(':disabled')`), browser.Press(selector))
}

// TestPageJobs: what people do daily takes few presses from Now, on a phone.
func TestPageJobs(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	server := rig.Outside(t)
	r := rig.Launch(t, nil, rig.Configured(t, fmt.Sprintf("[radio]\ndirectory = %q\n[weather]\nurl = %q\nplaces = %q\n", server.URL, server.URL, server.URL))...)
	typed := func(words string) step {
		return js(`{const i = document.querySelector('.aid input'); i.value = '` + words + `'; i.dispatchEvent(new Event('input', {bubbles: true}));}`)
	}
	list := func() (l []listed) { r.Call("GET", "/live/apps", "", &l); return l }
	const save = `#app-form .ends button:last-child`
	for _, job := range []struct {
		what string
		most int
		do   func(p *presses)
		done func() bool
	}{
		{"a message with icon, colour and sound", 7, func(p *presses) {
			p.press(`#places [href="#/send"]`)
			do(t, ctx, fill("text", "tea"))
			p.press("#icon")
			do(t, ctx, until(`document.querySelectorAll('#icons .pick').length > 100`))
			p.press(`#icons .pick:has(img[src])`)
			p.press(`#swatches [title="#FF8000"]`)
			do(t, ctx, fill("sound", "notifications/cat"))
			p.n += 2 // which opens the list and chooses
			p.press("#send .wide")
		}, func() bool {
			q := r.Queue()
			return len(q) == 1 && q[0].Model.Frames[0]["icon"] != nil
		}},
		{"an alarm", 4, func(p *presses) {
			p.press("#alarm-card")
			do(t, ctx, until(`document.getElementById('app').open`), js(`document.querySelector('#app-fields > .group > button').dataset.more = ''`))
			p.press("#app-fields [data-more]")
			do(t, ctx, js(`{const i = document.querySelector('.fold input[type=time]'); i.value = '06:45'; i.dispatchEvent(new Event('input', {bubbles: true}));}`))
			p.press(save)
			do(t, ctx, until(`!document.getElementById('app').open && document.querySelector('#apps li small svg') !== null`))
		}, func() bool { return strings.Contains(string(find(list(), "com.lametric.clock").Settings), "06:45") }},
		{"a timer of 5 minutes", 3, func(p *presses) {
			p.press(`#places [href="#/apps"]`)
			do(t, ctx, until(`document.querySelectorAll('#apps li').length > 2`))
			p.press(p.tile("Countdown") + " .thumb")
			p.press(".presets button:nth-child(2)")
			do(t, ctx, until(`!document.getElementById('app').open`))
		}, func() bool {
			var s struct{ Showing struct{ Package string } }
			r.Call("GET", "/live/status", "", &s)
			return s.Showing.Package == "com.lametric.countdown"
		}},
		{"weather", 3, func(p *presses) {
			p.press(`#places [href="#/apps"]`)
			do(t, ctx, until(`document.querySelectorAll('#apps li').length > 2`))
			p.press(p.tile("Weather") + " .thumb")
			do(t, ctx, until(`document.getElementById('app').open`), typed("paris"), until(`document.querySelectorAll('.found button').length === 2`))
			p.press(".found li:first-child button")
			do(t, ctx, until(`[...document.querySelectorAll('#apps li')][3].innerText.includes('Paris, Île-de-France')`))
		}, func() bool { return find(list(), "com.lametric.weather").Visible }},
		{"radio", 4, func(p *presses) {
			p.press(`#places [href="#/apps"]`)
			do(t, ctx, until(`document.querySelectorAll('#apps li').length > 2`))
			p.press(p.tile("Radio") + " .thumb")
			do(t, ctx, until(`document.getElementById('app').open`), typed("jazz"), until(`document.querySelector('.found .station') !== null`))
			p.press(".found .station button")
			do(t, ctx, until(`document.querySelector('#favourites .station') !== null`))
		}, func() bool {
			return strings.Contains(string(find(list(), "com.lametric.radio").Settings), "Jazz FM")
		}},
		{"a face", 4, func(p *presses) {
			p.press("#alarm-card")
			p.press("#app-fields .pictured button")
			p.press("#pictures-list li:nth-child(4) button")
			p.press(save)
		}, func() bool { return strings.Contains(string(find(list(), "com.lametric.clock").Settings), `"face"`) }},
	} {
		signIn(t, ctx, r)
		do(t, ctx, until(`document.getElementById('on-what').textContent !== '…'`))
		p := &presses{t, ctx, 0}
		job.do(p)
		eventually.True(t, job.what+" is done", job.done)
		if t.Logf("%s: %d presses", job.what, p.n); p.n > job.most {
			t.Errorf("%s takes %d presses, want at most %d", job.what, p.n, job.most)
		}
		r.Call("DELETE", "/api/v2/device/notifications", "", nil)
	}
}

// TestPageTimer: minutes, minutes:seconds and hours are read; anything else is refused
// beside its field.
func TestPageTimer(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx, js(`import('/durations.js').then((m) => { globalThis.read = ['5', '1:30', '0:01', '1:00:00', '24:00:00', '0', '24:00:01', '1:60', 'x', '', '1:2:3:4', '-1'].map((text) => m.seconds(text)).join(); })`), until(`globalThis.read !== undefined`))
	if got := value[string](t, ctx, `read`); got != "300,90,1,3600,86400,0,86401,NaN,NaN,NaN,NaN,NaN" {
		t.Errorf("read as %s", got)
	}
	do(t, ctx, place("apps"), until(`document.querySelectorAll('#apps li').length > 2`), click("#apps li:nth-child(2) .thumb"), until(`document.getElementById('app').open`))
	for _, wrong := range []string{"1:60", "0", "24:00:01", ""} { // no minute, out of range twice, nothing
		do(t, ctx, js(`document.getElementById('timer-note').textContent = ''; document.querySelector('[name=timer]').value = '`+wrong+`'`),
			click(".timer .joined button"), until(`document.getElementById('timer-note').textContent !== '' && document.getElementById('timer-note').classList.contains('fault')`))
	}
	do(t, ctx, js(`document.querySelector('[name=timer]').value = '1:30'`), click(".timer .joined button"), until(`!document.getElementById('app').open`))
}

// TestPageStopsWhatRings: from every place, and nothing but what sounds: the radio under a silent
// message, an alarm and a timer while the radio plays; at last a timer that runs silently.
func TestPageStopsWhatRings(t *testing.T) {
	ctx := browse(t, 390, 844, darkScheme)
	r := rig.Launch(t, nil, rig.Configured(t, "[audio]\nallow = [\"127.0.0.1\"]\n")...)
	signIn(t, ctx, r)
	for _, p := range []string{"now", "send", "apps", "look", "device"} {
		r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"text":"up"}],"sound":{"category":"alarms","id":"alarm13","repeat":0}}}`, nil)
		do(t, ctx, place(p), until(`document.getElementById('sounding').checkVisibility()`))
		shoot(t, ctx, "sounding-"+p+".png")
		do(t, ctx, browser.Press("#sounding-stop"), until(`!document.getElementById('sounding').checkVisibility()`))
		eventually.True(t, "nothing rings", func() bool { return len(r.Queue()) == 0 })
	}

	is := func(what, kind, alert, plays string) {
		t.Helper()
		eventually.True(t, what, func() bool {
			var now struct {
				Showing struct{ Kind, Package string }
				Playing struct{ ID string }
			}
			r.Call("GET", "/live/status", "", &now)
			return now.Showing.Kind == kind && (kind != "notification" || now.Showing.Package == alert) && now.Playing.ID == plays
		})
	}
	stop := func(what string) { // once the page knows that it sounds
		t.Helper()
		do(t, ctx, until(`document.getElementById('sounding').checkVisibility() && document.getElementById('sounding-what').textContent.startsWith('`+what+`')`), browser.Press("#sounding-stop"))
	}
	act := func(pkg, widget, body string) {
		r.Call("POST", "/api/v2/device/apps/"+pkg+"/widgets/"+widget+"/actions", body, nil)
	}
	const radio, clock, countdown = "com.lametric.radio", "com.lametric.clock", "com.lametric.countdown"
	var second, all = listed{}, []listed{}
	plays := station(t) + "/jazz"
	status, answer := r.Ask("POST", "/live/apps", fmt.Sprintf(`{"package":%q,"settings":{"stations":[{"name":"Jazz","url":%q}]}}`, radio, plays+"?token=1"))
	if err := json.Unmarshal(answer, &second); status != http.StatusCreated || err != nil {
		t.Fatalf("%d %s", status, answer)
	}
	r.Call("GET", "/live/apps", "", &all)
	act(radio, second.Widget, `{"id":"radio.play"}`)
	r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"text":"silent"}]}}`, nil)
	is("the radio plays under a message", "notification", "", plays)
	stop("Something plays")
	is("the radio is silent, and the message stays", "notification", "", "")
	r.Call("DELETE", "/api/v2/device/notifications", "", nil)

	act(radio, second.Widget, `{"id":"radio.play"}`)
	act(countdown, find(all, countdown).Widget, `{"id":"countdown.configure","params":{"duration":1,"start_now":true}}`)
	is("a timer rings", "notification", countdown, "alarm7")
	stop("It rings")
	is("the radio plays after the timer", "widget", "", plays)
	act(clock, find(all, clock).Widget, `{"id":"clock.alarm","params":{"enabled":true,"time":"`+time.Now().Add(8*time.Second).Format(time.TimeOnly)+`"}}`)
	is("an alarm rings", "notification", clock, "alarm10")
	stop("It rings")
	is("the radio plays after the alarm", "widget", "", plays)
	stop("Something plays")
	is("nothing sounds", "widget", "", "")
	act(countdown, find(all, countdown).Widget, `{"id":"countdown.configure","params":{"duration":300,"start_now":true}}`)
	do(t, ctx, until(`document.getElementById('sounding').checkVisibility() && /^Countdown · [45]:\d\d$/.test(document.getElementById('sounding-what').textContent)`))
	shoot(t, ctx, "sounding-timer.png")
	do(t, ctx, place("send"), click("#icon"), until(`document.getElementById('sounding').closest('dialog')?.id === 'picker'`)) // behind a dialog nothing can be pressed
	shoot(t, ctx, "sounding-dialog.png")
	stop("Countdown")
	eventually.True(t, "no timer runs", func() bool {
		var list []struct{ Package, Rings string }
		r.Call("GET", "/live/apps", "", &list)
		return !slices.ContainsFunc(list, func(w struct{ Package, Rings string }) bool { return w.Package == countdown && w.Rings != "" })
	})
	do(t, ctx, until(`!document.getElementById('sounding').checkVisibility()`))
}

// station is the address of a station that never ends, which says nothing.
func station(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(s.CloseClientConnections)
	return s.URL
}
