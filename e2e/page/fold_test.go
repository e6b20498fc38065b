// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// TestPageFoldsNoFault: what is ill comes first in the diagnosis, and all of it is in sight.
func TestPageFoldsNoFault(t *testing.T) {
	ctx := browse(t, 390, 844, darkScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx, js(`const was = fetch; globalThis.fetch = (path, how) => path !== '/live/doctor' ? was(path, how) :
		Promise.resolve(new Response(JSON.stringify(['ok', 'ok', 'warning', 'ok', 'warning', 'warning', 'warning', 'ok', 'warning', 'warning', 'ok', 'fault'].map((level, n) => ({part: 'sound', name: 'x', level, text: 'line ' + n}))), {headers: {'Content-Type': 'application/json'}}))`),
		view("doctor"), until(`document.querySelectorAll('[data-view=doctor] ul:nth-of-type(2) > li').length === 12`))
	shoot(t, ctx, "fold-faults.png")
	const seen = `[...document.querySelectorAll('[data-view=doctor] ul:nth-of-type(2) > li')].filter((e) => e.checkVisibility()).map((e) => e.dataset.level).join(' ')`
	if got := value[string](t, ctx, seen); got != "fault warning warning warning warning warning warning" {
		t.Errorf("in sight are %s", got)
	}
	if got := value[string](t, ctx, `document.querySelector('[data-view=doctor] ul:nth-of-type(2) + .unfold').textContent`); got != "and 5 more" {
		t.Errorf("the button says %q", got)
	}
}

// TestPageFolds: clients, keys, parts of the diagnosis, and messages that were sent show five rows and how many
// more there are; the button shows them all, and they stay so while the list is read again.
func TestPageFolds(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	for i := range 7 {
		if status, answer := r.Ask("POST", "/live/keys", fmt.Sprintf(`{"name":"door-%d","scope":"send"}`, i)); status != http.StatusCreated {
			t.Fatalf("%d %s", status, answer)
		}
		req, _ := http.NewRequest("GET", r.URL+"/api/v2/device", nil)
		req.SetBasicAuth("dev", r.Key)
		req.Header.Set("User-Agent", fmt.Sprintf("program-%d", i))
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
	}
	do(t, ctx, js(`localStorage.setItem('ledpost.sent', JSON.stringify({liked: [], sent: [1, 2, 3, 4, 5, 6, 7].map((n) => ({model: {frames: [{text: 'message ' + n}]}}))}))`))
	for _, c := range []struct {
		what, rows, button string
		least              int // rows in all
		open               step
	}{
		{"keys", `[data-view=keys] ul > li`, `[data-view=keys] .unfold`, 7, view("keys")},
		{"clients", `[data-view=clients] tbody > tr`, `[data-view=clients] .unfold`, 7, view("clients")},
		{"parts", `[data-view=doctor] ul:first-child > li`, `[data-view=doctor] ul:first-child + .unfold`, 7, view("doctor")},
		{"messages", `#history-sent > li`, `#history-sent + .unfold`, 7, js(`document.getElementById('history').open || document.getElementById('history-open').click()`)},
	} {
		seen := `[...document.querySelectorAll('` + c.rows + `')].filter((e) => e.checkVisibility()).length`
		all := `document.querySelectorAll('` + c.rows + `').length`
		do(t, ctx, c.open)
		eventually.True(t, "five "+c.what+" are in sight", func() bool { return value[bool](t, ctx, seen+` === 5 && `+all+` >= `+fmt.Sprint(c.least)) })
		shoot(t, ctx, "fold-"+c.what+".png")
		if !value[bool](t, ctx, `document.querySelector('`+c.button+`').textContent === 'and ' + (`+all+` - 5) + ' more'`) {
			t.Errorf("%s: the button says %q", c.what, value[string](t, ctx, `document.querySelector('`+c.button+`').textContent`))
		}
		accept(t, ctx, "folded "+c.what, astray)
		shoot(t, ctx, "fold-"+c.what+".png")
		do(t, ctx, js(`document.querySelector('`+c.button+`').click()`))
		eventually.True(t, "all "+c.what+" are in sight", func() bool {
			return value[bool](t, ctx, seen+` === `+all+` && !document.querySelector('`+c.button+`')`)
		})
	}
	do(t, ctx, browser.Press("#history-close"), js(`document.getElementById('history-open').click()`))
	if !value[bool](t, ctx, `document.querySelectorAll('#history-sent > li:not([hidden])').length === 5`) {
		t.Error("the messages are not folded when they are opened again")
	}
}
