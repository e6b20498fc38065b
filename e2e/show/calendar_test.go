// SPDX-License-Identifier: Apache-2.0

package show

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// TestPageCalendar: a calendar's address is added and read, one that is none is refused
// at its place, what is saved is kept though nobody can read it again, and is taken away.
func TestPageCalendar(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	expect(ctx, valueIsBad+`.*/live/apps`)
	var read atomic.Int32
	tomorrow := time.Now().AddDate(0, 0, 1).UTC().Format("20060102")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		read.Add(1)
		fmt.Fprintf(w, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:%[1]sT120000Z\r\nDTEND:%[1]sT130000Z\r\nSUMMARY:Dentist\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", tomorrow)
	}))
	defer server.Close()
	r := rig.Launch(t, nil, rig.Configured(t, "[audio]\nallow = [\"127.0.0.1\"]\n")...)
	signIn(t, ctx, r)
	settings := func() string {
		var all []listed
		r.Call("GET", "/live/apps", "", &all)
		return string(find(all, "com.ledpost.calendar").Settings)
	}
	open := click(`//ol[@id="apps"]/li[.//p="Calendar"]//button[@title="Settings"]`)
	add := click(`//div[@id="app-fields"]//fieldset[legend="Calendars"]/button`)
	fill := func(n int, address string) step {
		return js(fmt.Sprintf(`document.querySelectorAll('#app-fields .item input')[%d].value = %q`, n, address))
	}
	const save = "#app-form .ends button:last-child"
	closed := until(`!document.getElementById('app').open`)
	do(t, ctx, until(`document.querySelectorAll('#apps li').length > 2`), open, chromedp.WaitVisible("#app"),
		fill(0, server.URL+"/secret.ics"), add, fill(1, "file:///etc/passwd"), click(save),
		until(`[...document.querySelectorAll('#app-fields .note.fault, #app-form .rest.fault')].some((n) => n.textContent.includes('file'))`))
	if got := settings(); got != "{}" {
		t.Errorf("after a refused address the calendar has %s", got)
	}
	do(t, ctx, click(`#app-fields .item:last-child button`), click(".aid button"),
		until(`/^Next event found: \w{3} \d\d:\d\d Dentist$/.test(document.querySelector('.aid .note').textContent)`))
	shoot(t, ctx, "calendar.png")
	do(t, ctx, click(save), closed, until(`[...document.querySelectorAll('#apps small')].some((s) => s.textContent.includes(' Dentist'))`))
	if got := settings(); got != `{"urls":[{"set":true}]}` {
		t.Errorf("the calendar has %s", got)
	}
	eventually.True(t, "the device reads the calendar", func() bool { return read.Load() > 0 })
	do(t, ctx, open, until(`document.querySelectorAll('#app-fields .item').length === 1`))
	if shown := value[string](t, ctx, `document.querySelector('#app-fields .item input').value`); shown != "" {
		t.Errorf("the form shows the secret address: %s", shown)
	}
	do(t, ctx, click(save), closed)
	if got := settings(); got != `{"urls":[{"set":true}]}` {
		t.Errorf("after saving what was not touched the calendar has %s", got)
	}
	do(t, ctx, open, click(`#app-fields .item button`), click(save), closed)
	if got := settings(); got != `{"urls":[]}` {
		t.Errorf("without addresses the calendar has %s", got)
	}
}
