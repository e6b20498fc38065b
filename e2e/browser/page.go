// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/e2e/rig"
)

// Conditions of the page, for Until.
const (
	// Live: the picture comes.
	Live = `document.getElementById('link').textContent === 'Live'`
	// Sketched: the small panel shows what the composer's form holds.
	Sketched = `!document.getElementById('sketch').hasAttribute('data-empty') && document.querySelector('#sketch img').naturalWidth > 0`
)

// Home is where a browser finds the device: over the cable, or else over loopback.
func Home(_ *testing.T, r *rig.Device) string {
	if c, err := TheCable(); err == nil {
		return "http://" + c.Address + ":" + r.Port()
	}
	return r.URL
}

// SignIn opens the page again with the key in its address.
func SignIn(t *testing.T, ctx context.Context, r *rig.Device) {
	t.Helper()
	Do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(Home(t, r)+"/#"+r.Key), chromedp.WaitVisible("#panel"), Until(Live))
}

// Shoot keeps a screenshot where LEDPOST_SHOTS says.
func Shoot(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	dir := os.Getenv("LEDPOST_SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(dir+"/"+name, png, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Fill sets a field of the composer as a person does.
func Fill(name, text string) Step {
	return JS(fmt.Sprintf("{const f = document.getElementById('send').elements[%q]; f.value = %q; (f.length && !f.options ? f[0] : f).dispatchEvent(new Event('input', {bubbles: true}));}", name, text))
}

// View opens one of the views of the device.
func View(name string) Step {
	return JS(`document.querySelector('#places [href="#/device"]').click(); document.querySelector('[data-view=` + name + `]').open = true; document.querySelector('[data-view=` + name + `]').scrollIntoView({block: 'center'})`)
}

// Pick presses the answer of the set-up with that value.
func Pick(answer string) Step {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		return Click(`#setup-body button[value="`+answer+`"]`)(ctx, t)
	}
}

// Enter writes into a field of the set-up.
func Enter(name, text string) Step {
	return JS(fmt.Sprintf(`{ const e = document.querySelector('#setup-body [name=%s]'); e.value = %q; }`, name, text))
}

// HasPanel lets the page hear, until it is loaded again, that the panel works: no machine of
// these tests has one.
func HasPanel() Step {
	return JS(`{ const ask = fetch; fetch = async (path, how) => {
		const answer = await ask(path, how);
		if (path !== '/healthz') return answer;
		const health = await answer.json();
		return Response.json({...health, parts: health.parts.filter((p) => p.name !== 'panel')});
	}; }`)
}

// Focus is the condition that the element has the focus.
func Focus(selector string) string {
	return fmt.Sprintf("document.activeElement.matches(`%s`)", selector)
}

// Listed is a widget as GET /live/apps has it.
type Listed struct {
	Package, Widget, Title string
	Visible                bool
	Seconds                int
	Settings               json.RawMessage
}

// Find is the first widget of a package in a list.
func Find(list []Listed, pkg string) (w Listed) {
	for _, w := range list {
		if w.Package == pkg {
			return w
		}
	}
	return w
}
