// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"context"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// TestPageClaims is a new device and two browsers: both may claim it, the phone does and
// is welcomed, which sets up the panel too, and the other one learns who was first.
func TestPageClaims(t *testing.T) {
	phone, desk := browse(t, 390, 844, lightScheme), browse(t, 1280, 900, darkScheme)
	expect(desk, `status of 409 .*/live/claim`)
	expect(phone, isAway)        // it restarts
	expect(phone, failsItsCheck) // the panel that is set up is not there
	r := rig.LaunchIn(t, t.TempDir(), nil, "--http", ":"+rig.FreePort(t))
	for name, ctx := range map[string]context.Context{"phone": phone, "desk": desk} {
		do(t, ctx, chromedp.Navigate(home(t, r)+"/"), chromedp.WaitVisible("#claim"), until(focus("#claim-take")))
		if says := value[string](t, ctx, `document.getElementById('claim-note').textContent`); !strings.Contains(says, " minutes, and again") {
			t.Errorf("%s: %q", name, says)
		}
		for _, script := range []string{faint, astray, nameless} {
			accept(t, ctx, name, script)
		}
		shoot(t, ctx, "claim-"+name+".png")
	}
	do(t, desk, js(`document.cookie = 'ledpost.language=de'`), chromedp.Reload(), chromedp.WaitVisible("#claim"), until(focus("#claim-take")))
	do(t, phone, click("#claim-take"), until(live), greets("Name and place"))
	shoot(t, phone, "claim-welcome.png")
	r.Key = value[string](t, phone, `localStorage.getItem('ledpost.key')`)
	eventually.True(t, "the panel says who has claimed it", func() bool {
		q := r.Queue()
		return len(q) == 1 && strings.HasSuffix(q[0].Model.Frames[0]["text"].(string), " has claimed this device")
	})
	do(t, desk, click("#claim-take"), chromedp.WaitVisible("#key"), until(`document.getElementById('key-note').textContent.endsWith(' hat das Gerät schon in Besitz genommen.')`))
	shoot(t, desk, "claim-late.png")

	do(t, phone, hasPanel(), js(`document.querySelector('[name=welcome-name]').value = 'hall'`), click("#welcome-next"), greets("Which panel"), click("#welcome-next"),
		pick("hub75"), asks("Its size"), enter("rows", "16"), enter("cols", "32"), click("#setup-body button.wide"), asks("(red)?"),
		pick("top-left"), asks("(green)?"), pick("top-right"), asks("three bands"), pick("RGB"), asks("One row"), click("#setup-body button.wide"),
		greets("How should"), click("#welcome-skip"), greets("When do you"), click("#welcome-skip"), greets("All set"), click("#welcome-next"), until(focus("#text")))
	var d struct{ Name string }
	if r.Call("GET", "/api/v2/device", "", &d); d.Name != "hall" {
		t.Errorf("it is called %q", d.Name)
	}
	var u struct{ State string }
	if r.Call("GET", "/live/update", "", &u); u.State == "off" {
		t.Error("nothing looks for newer versions")
	}
	do(t, phone, until(`document.documentElement.style.getPropertyValue('--columns') === '32'`), chromedp.Reload(), until(live)) // tiles in the shape of the new panel
	r.Stop()
}

// TestPageKeyInAddress: a key behind the # signs in and leaves address and history at
// once, also on a page that is open; what only looks like one does nothing, and a wrong
// one does not cost the browser the key that it had.
func TestPageKeyInAddress(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	expect(ctx, keyIsRefused)
	r := rig.Launch(t, nil)
	r.Call("GET", "/api/v2/device", "", nil) // it is in use
	const key = `localStorage.getItem('ledpost.key')`
	clean := func() {
		t.Helper()
		if href := value[string](t, ctx, `location.href`); href != home(t, r)+"/" {
			t.Errorf("the address is %s", href)
		}
	}
	for _, other := range []string{"#/" + r.Key, "#short", "#key=" + r.Key, "#" + strings.Repeat("a", 257)} {
		do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(home(t, r)+"/"+other), chromedp.WaitVisible("#key"))
		if got := value[string](t, ctx, key+` || ''`); got != "" {
			t.Errorf("%s: taken for a key: %s", other, got)
		}
	}
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(home(t, r)+"/#"+r.Key), until(live))
	clean()
	long := strings.Repeat("wrong-", 9)
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(home(t, r)+"/#"+long), until(live), until(key+` === '`+r.Key+`'`),
		until(toast("The key in the link is wrong")))
	clean()
	do(t, ctx, js(`location.hash = '`+long+`'`), until(`location.hash === ''`), until(key+` === '`+r.Key+`'`), until(live))
	clean()
	do(t, ctx, js(`localStorage.removeItem('ledpost.key')`), chromedp.Reload(), chromedp.WaitVisible("#key"), js(`location.hash = '`+r.Key+`'`), until(live))
	clean()
	do(t, ctx, js(`history.back()`), until(`location.hash === ''`))
}
