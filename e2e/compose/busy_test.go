// SPDX-License-Identifier: Apache-2.0

package compose

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
)

// TestPageOutlastsABusyDevice: a device that refuses the pictures of icons, modules and words once,
// for want of a place, is asked again, and all comes.
func TestPageOutlastsABusyDevice(t *testing.T) {
	ctx := browse(t, 390, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	refused := browser.Busy(t, ctx, `/live/icons\?name=|/(icons|iconeditor|pixels)\.js$|more\.json$`)
	do(t, ctx, click("#icon"), until(`document.querySelectorAll('#icons .pick img').length > 100`),
		until(`[...document.querySelectorAll('#icons .pick img')].every((i) => i.naturalWidth > 0)`),
		click("#icon-new"), chromedp.WaitVisible("#editor"), until(focus("#pixels")))
	all := strings.Join(refused(), "\n")
	for _, what := range []string{"/live/icons?name=", "/icons.js", "/iconeditor.js", "/pixels.js", "/words/en.more.json"} {
		if !strings.Contains(all, what) {
			t.Errorf("%s was not refused: %s", what, all)
		}
	}
}
