// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// TestPageFolds: clients, keys, and messages that were sent show five rows and how many
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
	do(t, ctx, chromedp.Click("#history-close"), js(`document.getElementById('history-open').click()`))
	if !value[bool](t, ctx, `document.querySelectorAll('#history-sent > li:not([hidden])').length === 5`) {
		t.Error("the messages are not folded when they are opened again")
	}
}
