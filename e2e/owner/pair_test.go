// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// pairing is the request for a key that waits.
func pairing(t *testing.T, r *rig.Device) (id string) {
	t.Helper()
	var waiting struct{ Request *struct{ ID string } }
	if r.Call("GET", "/live/pairing", "", &waiting); waiting.Request != nil {
		id = waiting.Request.ID
	}
	return id
}

// TestPagePairs is a person without the key: a button that is held gives one for
// everything, and the page says so when the request is denied or nobody comes.
func TestPagePairs(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	const now = "Hold the action button of the device for 2 s now: "
	says := func(text string) step {
		return until(fmt.Sprintf(`document.getElementById('pair-note').textContent.startsWith(%q)`, text))
	}
	do(t, ctx, chromedp.Navigate(home(t, r)+"/"), chromedp.WaitVisible("#claim"), click("#claim-other"), chromedp.WaitVisible("#pair"), click("#pair"), says(now))
	shoot(t, ctx, "page-pair.png")
	eventually.True(t, "a long press opens the page", func() bool {
		if _, errs, code := rig.Command(t, "", "press", "--hold", "2s", "action", "--to", r.URL, "--key", r.Key); code != 0 {
			t.Fatal(errs)
		}
		return value[bool](t, ctx, live)
	})
	if key := value[string](t, ctx, `localStorage.getItem('ledpost.key')`); len(key) != 64 || key == r.Key {
		t.Errorf("the page's key is %q, want one of its own", key)
	}
	var keys []struct{ Name, Scope string }
	if r.Call("GET", "/live/keys", "", &keys); len(keys) != 1 || !strings.HasPrefix(keys[0].Name, "paired-") || keys[0].Scope != "all" {
		t.Errorf("the keys are %+v", keys)
	}
	deny := func() {
		eventually.True(t, "the device asks", func() bool { return pairing(t, r) != "" })
		r.Call("POST", "/live/pairing", `{"id":"`+pairing(t, r)+`","approve":false}`, nil)
	}
	do(t, ctx, click("#forget"), chromedp.WaitVisible("#pair"), click("#pair"), says(now))
	deny()
	do(t, ctx, says("The request was denied."))
	expect(ctx, `status of 429`)
	do(t, ctx, js(`document.cookie = 'ledpost.language=de'`), chromedp.Reload(), chromedp.WaitVisible("#pair"), click("#pair"),
		says("Eine Anfrage von dieser Adresse wurde abgelehnt: Versuch es in 60 Min"))
	shoot(t, ctx, "page-pair-denied.png")
}

// TestPageIsTooLate is a person who asks for a key and does not come.
func TestPageIsTooLate(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	note := `document.getElementById('pair-note').textContent`
	do(t, ctx, chromedp.Navigate(home(t, r)+"/"), chromedp.WaitVisible("#claim"), click("#claim-other"), chromedp.WaitVisible("#pair"), click("#pair"), until(note+`.startsWith('Hold')`))
	do(t, ctx, click("#pair"), until(note+` === ''`))
	if label := value[string](t, ctx, `document.getElementById('pair').textContent`); label != "Press a button instead" {
		t.Errorf("after Cancel the button says %q", label)
	}
	eventually.True(t, "the device asks", func() bool { return pairing(t, r) != "" })
	r.Call("POST", "/live/pairing", `{"id":"`+pairing(t, r)+`","approve":true}`, nil) // so that the page may ask again
	do(t, ctx, click("#pair"), until(note+`.startsWith('Hold')`), js(`{ const now = Date.now; Date.now = () => now() + 60000; }`))
	r.Call("POST", "/live/pairing", `{"id":"`+pairing(t, r)+`","approve":false}`, nil)
	do(t, ctx, until(note+` === 'No button was pressed in time.'`))
}

// TestPageIsAsked is a person who has the key, while another asks for one.
func TestPageIsAsked(t *testing.T) {
	ctx := browse(t, 1100, 900, darkScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	for _, row := range []struct{ button, state string }{{"allow", "resolved"}, {"deny", "expired"}} {
		var asked struct{ Challenge struct{ UUID string } }
		r.Call("POST", "/api/v1/user/request?group=web_admin", "", &asked)
		do(t, ctx, chromedp.WaitVisible("#asked"))
		if by := value[string](t, ctx, `document.getElementById('asked-by').textContent`); by != "127.0.0.1 asks for a key that operates the device." {
			t.Errorf("it says %q", by)
		}
		shoot(t, ctx, "page-asked.png")
		do(t, ctx, click("#asked [value="+row.button+"]"))
		eventually.True(t, "the request is "+row.state, func() bool {
			var c struct{ State string }
			r.Call("GET", "/api/v1/user/challenge/"+asked.Challenge.UUID, "", &c)
			return c.State == row.state
		})
		do(t, ctx, until(`document.getElementById('asked').hidden`))
		eventually.True(t, "the panel is free again", func() bool {
			var s struct{ Showing struct{ Kind string } }
			r.Call("GET", "/live/status", "", &s)
			return s.Showing.Kind != "prompt"
		})
	}
}
