// SPDX-License-Identifier: Apache-2.0

package compose

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
)

// TestPageSharesALink: a message as a link fills the composer of whoever opens it, letters of
// any script included, and sends nothing; one that was cut is told, and the key stays.
func TestPageSharesALink(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx, fill("text", "Käse 茶"), click(`#swatches [title="#FF8000"]`), click("#share-link"), until(`document.getElementById('copy').open`))
	shoot(t, ctx, "link.png")
	link := value[string](t, ctx, `document.getElementById('copy-text').value`)
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(link), until(live), until(toast("Nothing has been sent yet")),
		until(`document.getElementById('text').value === 'Käse 茶' && location.hash === '#/send' && document.documentElement.dataset.at === 'send'`))
	if n := len(r.Queue()); n != 0 {
		t.Errorf("%d messages were sent", n)
	}
	do(t, ctx, js(`location.hash = '#/send?m=eyJtb2Rl'`), until(toast("in this link is incomplete")))
	if got := value[string](t, ctx, `localStorage.getItem('ledpost.key')`); got != r.Key {
		t.Errorf("the key is %q", got)
	}
}
