// SPDX-License-Identifier: Apache-2.0

package jobs

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// opens goes to a place, by its link in the bar.
func (p *presses) opens(place string) { p.press(`#places [href="#/` + place + `"]`) }

// chooses gives a list or a slider a value: a list that is opened to choose from it counts
// once, as in a native picker of a phone.
func (p *presses) chooses(selector, value string) {
	p.t.Helper()
	p.n++
	do(p.t, p.ctx, until(`document.querySelector('`+selector+`')?.checkVisibility()`),
		js(`{const e = document.querySelector('`+selector+`'); e.value = '`+value+`'; e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true}));}`))
}

// types gives a field a text.
func (p *presses) types(selector, text string) {
	p.t.Helper()
	do(p.t, p.ctx, until(`document.querySelector('`+selector+`') !== null`),
		js(`{const i = document.querySelector('`+selector+`'); i.value = '`+text+`'; i.dispatchEvent(new Event('input', {bubbles: true}));}`))
}

// sees waits until a condition holds on the page.
func (p *presses) sees(condition string) { p.t.Helper(); do(p.t, p.ctx, until(condition)) }

// tile is the selector of an app's tile on the shelf, once it is there.
func (p *presses) tile(title string) string {
	p.t.Helper()
	p.sees(`[...document.querySelectorAll('#apps li p')].some((x) => x.textContent === '` + title + `')`)
	return fmt.Sprintf("#apps li:nth-child(%d)", value[int](p.t, p.ctx, `1 + [...document.querySelectorAll('#apps li')].findIndex((l) => l.querySelector('p').textContent === '`+title+`')`))
}

// TestPageRarerJobs: what people do now and then takes few presses from Now, on a phone.
func TestPageRarerJobs(t *testing.T) {
	tomorrow := time.Now().AddDate(0, 0, 1).UTC().Format("20060102")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:%[1]sT120000Z\r\nDTEND:%[1]sT130000Z\r\nSUMMARY:Dentist\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", tomorrow)
	}))
	t.Cleanup(server.Close)
	r := rig.Launch(t, nil, rig.Configured(t, "[audio]\nallow = [\"127.0.0.1\"]\n")...)
	list := func() (l []listed) { r.Call("GET", "/live/apps", "", &l); return l }
	for _, job := range []struct {
		what string
		most int
		do   func(t *testing.T, p *presses)
	}{
		{"brightness", 1, func(t *testing.T, p *presses) {
			p.chooses("#brightness", "30")
			eventually.True(t, "it is 30", func() bool {
				var d struct{ Brightness int }
				r.Call("GET", "/api/v2/device/display", "", &d)
				return d.Brightness == 30
			})
		}},
		{"full screen", 1, func(t *testing.T, p *presses) {
			p.press("#full")
			p.sees(`document.getElementById('full').ariaPressed === 'true'`)
		}},
		{"a GIF", 2, func(t *testing.T, p *presses) {
			p.press("#record")
			p.sees(`document.getElementById('record').ariaPressed === 'true'`)
			p.press("#record")
			p.sees(toast("GIF saved"))
		}},
		{"why a message waits, and an end of it", 1, func(t *testing.T, p *presses) {
			r.Call("PUT", "/api/v2/device/display", `{"on":false}`, nil)
			r.Call("POST", "/api/v2/device/notifications", `{"model":{"frames":[{"text":"tea"}]}}`, nil)
			p.sees(`document.getElementById('waits-why').textContent !== ''`)
			p.press("#waits-mend button")
			eventually.True(t, "the display is on", func() bool {
				var d struct{ On bool }
				r.Call("GET", "/api/v2/device/display", "", &d)
				return d.On
			})
		}},
		{"a preview", 1, func(t *testing.T, p *presses) { p.opens("send"); do(t, p.ctx, fill("text", "tea"), until(sketched)) }},
		{"an icon of one's own", 3, func(t *testing.T, p *presses) {
			p.opens("send")
			p.press("#icon")
			p.press("#icon-new")
			p.sees(`document.getElementById('editor').open`)
		}},
		{"an app that shows", 2, func(t *testing.T, p *presses) {
			p.opens("apps")
			p.press(p.tile("Date") + " input[role=switch]")
			eventually.True(t, "the date shows", func() bool { return find(list(), "com.ledpost.date").Visible })
		}},
		{"another order", 2, func(t *testing.T, p *presses) {
			p.opens("apps")
			p.sees(`document.querySelectorAll('#apps li').length > 3`)
			p.n++
			drag(t, p.ctx, mouse, "#apps li:nth-child(1) .grip", "#apps li:nth-child(3)")
			eventually.True(t, "the clock is the third", func() bool { return list()[2].Package == "com.lametric.clock" })
		}},
		{"night by the sun", 3, func(t *testing.T, p *presses) {
			p.opens("look")
			p.press(`[name=night-when][value=sun]`)
			eventually.True(t, "it is night by the sun", func() bool {
				var n struct{ When string }
				r.Call("GET", "/live/night", "", &n)
				return n.When == "sun"
			})
			r.Call("PUT", "/live/night", `{"when":"off"}`, nil) // quiet hours would follow it
		}},
		{"quiet hours", 4, func(t *testing.T, p *presses) {
			p.opens("look")
			p.press(`details:has([name=quiet]) > summary`)
			p.press(`[name=quiet]`)
			eventually.True(t, "they are on", func() bool {
				var q struct{ Enabled bool }
				r.Call("GET", "/live/quiet", "", &q)
				return q.Enabled
			})
		}},
		{"a key that only sends, made and revoked", 6, func(t *testing.T, p *presses) {
			p.opens("device")
			p.press("[data-view=keys] > summary")
			p.sees(`document.querySelector('[name=key-name]') !== null`)
			p.types("[name=key-name]", "bell")
			p.chooses("[name=scope]", "send")
			p.press("[data-view=keys] form button:last-child")
			p.sees(`document.querySelector('[data-view=keys] li .badge')?.textContent === 'send only'`)
			p.press("[data-view=keys] li button")
			p.press("[data-view=keys] li button")
			p.sees(`document.querySelector('[data-view=keys] li .badge') === null`)
		}},
		{"another name", 3, func(t *testing.T, p *presses) {
			p.opens("device")
			p.press("[data-view=network] > summary")
			p.sees(`document.querySelector('[name=device-name]')?.value === 'ledpost'`)
			p.types("[name=device-name]", "Hall")
			p.press(".place button")
			p.sees(`document.getElementById('name').textContent === 'Hall'`)
		}},
		{"the log", 2, func(t *testing.T, p *presses) {
			p.opens("device")
			p.press("[data-view=log] > summary")
			p.sees(`document.querySelectorAll('[data-view=log] li').length > 0`)
		}},
		{"whether all is well", 2, func(t *testing.T, p *presses) {
			p.opens("device")
			p.press("#health-link")
			p.sees(`document.getElementById('health').open`)
		}},
		{"a backup", 3, func(t *testing.T, p *presses) {
			p.opens("device")
			p.press("#backup-open")
			p.press("#backup-make")
			p.sees(`document.getElementById('backup-note').textContent === 'The backup was made.'`)
		}},
		{"another language", 2, func(t *testing.T, p *presses) {
			p.opens("device")
			p.chooses("#language", "de")
			eventually.True(t, "the page is in German", func() bool {
				language, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.documentElement.lang`))
				return err == nil && language == "de" // there is an error while the page is loaded again
			})
		}},
		{"a calendar", 4, func(t *testing.T, p *presses) {
			p.opens("apps")
			p.press(p.tile("Calendar") + " .thumb")
			p.sees(`document.getElementById('app').open`)
			p.types("#app-fields .item input", server.URL+"/secret.ics")
			p.press("#app-form .ends button:last-child")
			p.sees(`!document.getElementById('app').open && [...document.querySelectorAll('#apps small')].some((s) => s.textContent.includes('Dentist'))`)
		}},
		{"whether there is an update", 1, func(t *testing.T, p *presses) {
			p.opens("device")
			p.sees(`document.getElementById('update').checkVisibility() && document.getElementById('update-installed').textContent.startsWith('Installed: ')`)
		}},
		{"a scene as a file", 2, func(t *testing.T, p *presses) {
			p.opens("apps")
			p.press("#scene-save")
			p.sees(toast("The scene is saved"))
		}},
	} {
		t.Run(job.what, func(t *testing.T) {
			ctx := browse(t, 390, 844, darkScheme) // a window each, which is closed at its end
			signIn(t, ctx, r)
			p := &presses{t, ctx, 0}
			p.sees(`document.getElementById('on-what').textContent !== '…'`)
			job.do(t, p)
			if t.Logf("%d presses", p.n); p.n > job.most {
				t.Errorf("%d presses, want at most %d", p.n, job.most)
			}
			r.Call("DELETE", "/api/v2/device/notifications", "", nil)
		})
	}
}
