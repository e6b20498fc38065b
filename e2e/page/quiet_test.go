// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// quietHours are those of GET /live/quiet.
type quietHours struct {
	Enabled, Active bool
	Start, End      string
	Volume          int
}

// TestPageQuietHours: they are switched on, moved and made louder on the page, and
// what others set is shown.
func TestPageQuietHours(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil)
	do(t, ctx, chromedp.EmulateViewport(390, 844))
	signIn(t, ctx, r)
	set := func(name, value, event string) step {
		return js(`{const e = document.querySelector('#settings [name=` + name + `]'); e.value = '` + value + `'; e.dispatchEvent(new Event('` + event + `'));}`)
	}
	shown := func(start, end, volume string) step {
		return until(`['quiet-start', 'quiet-end', 'quiet-volume'].map((n) => document.querySelector('#settings [name=' + n + ']').value).join() === '` + start + `,` + end + `,` + volume + `'`)
	}
	do(t, ctx, shown("22:00", "07:00", "20")) // proposed
	for _, row := range []struct {
		what   string
		action step
		want   quietHours
	}{
		{"on", click(`#settings [name=quiet]`), quietHours{Enabled: true, Start: "22:00:00", End: "07:00:00", Volume: 20}},
		{"from", set("quiet-start", "21:30", "change"), quietHours{Enabled: true, Start: "21:30:00", End: "07:00:00", Volume: 20}},
		{"to", set("quiet-end", "06:15", "change"), quietHours{Enabled: true, Start: "21:30:00", End: "06:15:00", Volume: 20}},
		{"volume", set("quiet-volume", "8", "input"), quietHours{Enabled: true, Start: "21:30:00", End: "06:15:00", Volume: 8}},
	} {
		do(t, ctx, row.action)
		eventually.True(t, "the quiet hours are changed: "+row.what, func() bool {
			var q quietHours
			r.Call("GET", "/live/quiet", "", &q)
			q.Active = false // hangs on the time of day
			return q == row.want
		})
	}
	do(t, ctx, js(`document.querySelector('[name=quiet]').scrollIntoView({block: 'center'})`))
	shoot(t, ctx, "quiet.png")
	from, to := time.Now().Add(-6*time.Hour).Format("15:04"), time.Now().Add(6*time.Hour).Format("15:04")
	r.Call("PUT", "/live/quiet", fmt.Sprintf(`{"start":%q,"end":%q,"volume":30}`, from, to), nil)
	do(t, ctx, shown(from, to, "30"), until(`!document.getElementById('quiet-now').hidden`))
}

// TestPageViewsOnAPhone: no view of the device is wider than a small phone.
func TestPageViewsOnAPhone(t *testing.T) {
	ctx := browse(t, 390, 844, darkScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	for _, width := range []int64{390, 320} {
		do(t, ctx, chromedp.EmulateViewport(width, 844))
		for _, v := range []string{"light", "clients", "keys", "metrics", "network", "doctor", "log"} {
			do(t, ctx, view(v), until(`document.querySelector('[data-view=`+v+`] > div').childElementCount > 0`))
		}
		do(t, ctx, until(`document.querySelector('[data-view=clients] td') !== null`))
		for _, script := range []string{faint, astray, nameless} {
			accept(t, ctx, "the views of the device", script)
		}
		if over := value[int64](t, ctx, `document.documentElement.scrollWidth`); over > width {
			t.Errorf("the page is %d px wide on a phone of %d px", over, width)
		}
	}
	shoot(t, ctx, "views-phone.png")
}
