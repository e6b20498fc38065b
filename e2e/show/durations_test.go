// SPDX-License-Identifier: Apache-2.0

package show

import (
	"fmt"
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
	if got := value[string](t, ctx, `[...`+labelled("Hours", "select")+`.options].map((o) => o.text).join()`); got != "Default,12 hours,24 hours" {
		t.Errorf("the hours are %q", got)
	}
	do(t, ctx, js(labelled("Hours", "select")+`.value = '12'`), click("#app-form .ends button:last-child"), until(`!document.getElementById('app').open`))
	eventually.True(t, "12 hours are kept", func() bool { return strings.Contains(settings("com.lametric.clock"), `"hours":12`) })
}

// TestPageTurns: an app's turn and the times of a message are minutes:seconds too, where one
// number is of seconds; a tile tells what its app says, or else how long its turn is.
func TestPageTurns(t *testing.T) {
	ctx := browse(t, 390, 900, darkScheme)
	expect(ctx, valueIsBad+`.*/(live/apps|notifications)`)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	turn := func() int {
		var l []listed
		r.Call("GET", "/live/apps", "", &l)
		return find(l, "com.lametric.clock").Seconds
	}
	typed := func(field, text string) step {
		return js(`{const i = document.querySelector('` + field + `'); i.value = '` + text + `'; i.dispatchEvent(new Event('change', {bubbles: true}));}`)
	}
	shows := func(field, text string) step {
		return until(`document.querySelector('` + field + `').value === '` + text + `'`)
	}
	const field, save = "#app-form [name=seconds]", "#app-form .ends button:last-child"
	line := func(text string) step {
		return until(`[...document.querySelectorAll('#apps li')].find((l) => l.querySelector('p').textContent === 'Clock')?.querySelector('small').textContent === '` + text + `'`)
	}
	do(t, ctx, click(row("Clock")+`//button[@title="Settings"]`), chromedp.WaitVisible("#app"), shows(field, "0:20"),
		typed(field, "1:60"), js(`document.querySelector('`+save+`').click()`), until(`document.getElementById('seconds-note').classList.contains('fault')`),
		typed(field, "2:00:00"), js(`document.querySelector('`+save+`').click()`), until(`document.getElementById('seconds-note').textContent.endsWith('want 0:01 to 1:00:00')`),
		typed(field, "90"), shows(field, "1:30"), js(`document.querySelector('`+save+`').click()`), until(`!document.getElementById('app').open`), line("1 min 30 sec"))
	if got := turn(); got != 90 {
		t.Errorf("the turn is of %d s", got)
	}
	setClock(r, `{"alarms":[{"time":"07:45"}]}`)
	do(t, ctx, until(`/^0?7:45 AM to(day|morrow)$/.test(document.querySelector('#apps small').textContent)`))

	do(t, ctx, fill("text", "tea"), typed("#send [name=seconds]", "4.5"), shows("#send [name=seconds]", "0:04.5"), typed("#lifetime", "90"), shows("#lifetime", "1:30"),
		click("#send .wide"), until(toast("Sent")))
	eventually.True(t, "the device has the times", func() bool {
		q := r.Queue()
		return len(q) == 1 && q[0].Model.Frames[0]["duration"] == 4500.0
	})
	do(t, ctx, typed("#send [name=seconds]", "2:00"), shows("#send [name=seconds]", "1:00"),
		typed("#lifetime", "9999:00:00"), click("#send .wide"), until(`document.getElementById('lifetime-note').textContent.endsWith('want 0:00 to 8784:00:00')`))
	shoot(t, ctx, "turns.png")
}

// TestPageAlarms: an alarm is a line with its time and days and a switch of its own; its
// sound is chosen from a list, which has an address too.
func TestPageAlarms(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil)
	setClock(r, `{"alarms":[{"time":"06:45","days":["mon","tue","wed","thu","fri"],"sound":"alarm3"},
		{"time":"09:00","days":["sat","sun"],"sound":"https://radio.test/wake.mp3"},{"time":"12:00","days":["mon","tue","wed","thu","fri","sat","sun"],"sound":"radio"}]}`)
	signIn(t, ctx, r)
	const lines = `[...document.querySelectorAll('#app-fields .fold summary')].map((s) => s.textContent).join()`
	do(t, ctx, click(row("Clock")+`//button[@title="Settings"]`), chromedp.WaitVisible("#app"))
	if got := value[string](t, ctx, lines); got != "6:45 AM Mon–Fri,9:00 AM Sat Sun,12:00 PM every day" {
		t.Errorf("the alarms are %q", got)
	}
	if got := value[string](t, ctx, `[...document.querySelectorAll('.sounds select')].map((s) => s.selectedOptions[0].textContent).join()`); got != "Alarm 3,A web address…,Radio" {
		t.Errorf("their sounds are %q", got)
	}
	do(t, ctx, click("#app-fields .switched:first-of-type > .switch"), until(`document.querySelector('.switched').classList.contains('off')`))
	shoot(t, ctx, "alarms.png")
	do(t, ctx, js(`{const s = document.querySelectorAll('.sounds select')[1]; s.value = ''; s.dispatchEvent(new Event('change'));}`), until(`document.querySelectorAll('input[type=url]')[1].hidden`),
		click("#app-form .ends button:last-child"), until(`!document.getElementById('app').open`))
	var l []listed
	r.Call("GET", "/live/apps", "", &l)
	want := `{"alarms":[{"days":["mon","tue","wed","thu","fri"],"enabled":false,"sound":"alarm3","time":"06:45"},{"days":["sat","sun"],"time":"09:00"},` +
		`{"days":["mon","tue","wed","thu","fri","sat","sun"],"sound":"radio","time":"12:00"}]`
	if got := string(find(l, "com.lametric.clock").Settings); !strings.HasPrefix(got, want) {
		t.Errorf("the clock has %s", got)
	}
	// Backgrounds are pressed, and an icon is taken from the picker.
	do(t, ctx, click(row("Effects")+`//button[@title="Settings"]`), chromedp.WaitVisible("#app"), until(`document.querySelectorAll('#app-fields .ticks label').length > 20`),
		js(`document.querySelector('#app-fields .ticks [value=fire]').click()`), click("#app-form .ends button:last-child"), until(`!document.getElementById('app').open`),
		click(row("My Data")+`//button[@title="Settings"]`), chromedp.WaitVisible("#app"), until(`document.querySelector('#app-fields .pictured button').textContent === 'Choose…'`))
	r.Call("GET", "/live/apps", "", &l)
	if got := string(find(l, "com.ledpost.effects").Settings); got != `{"effects":["fire"]}` {
		t.Errorf("the effects are %s", got)
	}
}

// setClock gives the first clock its settings.
func setClock(r *rig.Device, settings string) {
	var l []listed
	r.Call("GET", "/live/apps", "", &l)
	items := make([]string, len(l))
	for i, w := range l {
		items[i] = fmt.Sprintf(`{"widget":%q}`, w.Widget)
		if w.Package == "com.lametric.clock" {
			items[i] = fmt.Sprintf(`{"widget":%q,"settings":%s}`, w.Widget, settings)
		}
	}
	r.Call("PUT", "/live/apps", "["+strings.Join(items, ",")+"]", nil)
}

// row is the tile of an app in the shelf.
func row(title string) string { return `//ol[@id="apps"]/li[.//p="` + title + `"]` }
