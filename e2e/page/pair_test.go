package page

import (
	"fmt"
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

// TestPagePairs is a person without the key: a press of a button gives one, and
// the page says so when the request is denied or nobody comes.
func TestPagePairs(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	says := func(text string) step {
		return until(fmt.Sprintf(`document.getElementById('pair-note').textContent.startsWith(%q)`, text))
	}
	do(t, ctx, chromedp.Navigate(home(t, r)+"/"), chromedp.WaitVisible("#pair"), click("#pair"), says("Press a button on the device now: "))
	shoot(t, ctx, "page-pair.png")
	eventually.True(t, "a press opens the page", func() bool {
		if _, errs, code := rig.Command(t, "", "press", "action", "--to", r.URL, "--key", r.Key); code != 0 {
			t.Fatal(errs)
		}
		return value[bool](t, ctx, live)
	})
	if key := value[string](t, ctx, `localStorage.getItem('ledpost.key')`); len(key) != 64 || key == r.Key {
		t.Errorf("the page's key is %q, want one of its own", key)
	}

	deny := func() {
		eventually.True(t, "the device asks", func() bool { return pairing(t, r) != "" })
		r.Call("POST", "/live/pairing", `{"id":"`+pairing(t, r)+`","approve":false}`, nil)
	}
	do(t, ctx, click("#forget"), chromedp.WaitVisible("#pair"), click("#pair"))
	deny()
	do(t, ctx, says("The request was denied."), click("#pair"), says("Press a button"))
	do(t, ctx, js(`{ const now = Date.now; Date.now = () => now() + 60000; }`))
	deny()
	do(t, ctx, says("No button was pressed in time."))
	do(t, ctx, click("#pair"), says("Press a button"), click("#pair"), until(`document.getElementById('pair-note').textContent === ''`))
	if label := value[string](t, ctx, `document.getElementById('pair').textContent`); label != "Press a button instead" {
		t.Errorf("after Cancel the button says %q", label)
	}
}

// TestPageIsAsked is a person who has the key, while another asks for one.
func TestPageIsAsked(t *testing.T) {
	ctx := browse(t, 1100, 900, darkScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	for _, row := range []struct{ button, state string }{{"deny", "expired"}, {"allow", "resolved"}} {
		var asked struct{ Challenge struct{ UUID string } }
		r.Call("POST", "/api/v1/user/request?group=web_admin", "", &asked)
		do(t, ctx, chromedp.WaitVisible("#asked"))
		if by := value[string](t, ctx, `document.getElementById('asked-by').textContent`); by != "127.0.0.1 asks for a key that may do everything." {
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
		if row.state == "resolved" {
			break
		}
		eventually.True(t, "the panel is free again", func() bool {
			var s struct{ Showing struct{ Kind string } }
			r.Call("GET", "/live/status", "", &s)
			return s.Showing.Kind != "prompt"
		})
	}
}
