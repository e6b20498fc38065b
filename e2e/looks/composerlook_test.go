// SPDX-License-Identifier: Apache-2.0

package looks

import (
	"fmt"
	"os"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
)

// TestComposerLooks checks contrast, places and names of all that the composer shows,
// in both colour schemes; on a phone and at a desk, and where screenshots are kept
// also between and beyond them.
func TestComposerLooks(t *testing.T) {
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	widths := []int{390, 1280}
	if os.Getenv("LEDPOST_SHOTS") != "" {
		widths = []int{390, 768, 1280, 1920}
	}
	for name, scheme := range map[string]string{"light": lightScheme, "dark": darkScheme} {
		ctx := browse(t, 1280, 900, scheme)
		for _, width := range widths {
			all := func(where string) {
				t.Helper()
				for _, script := range []string{faint, astray, nameless} {
					accept(t, ctx, fmt.Sprintf("%s-%d, %s", name, width, where), script)
				}
				shoot(t, ctx, fmt.Sprintf("composer-%s-%d-%s.png", name, width, where))
			}
			do(t, ctx, chromedp.EmulateViewport(int64(width), 900), chromedp.Navigate(home(t, r)+"/"), js(`localStorage.clear()`))
			signIn(t, ctx, r)
			do(t, ctx,
				fill("text", "First of them"), click("#frame-add"), fill("text", "warm and cold"),
				js(`document.querySelector('#send .extra').open = true; document.getElementById('text').setSelectionRange(0, 4)`), click(`#swatches [title="#FF8000"]`),
				fill("effect", "gradient"), fill("background", "color"), fill("progress", "40"), until(sketched),
				until(`document.querySelectorAll('#frames li').length === 2 && !document.getElementById('echo').hidden`),
			)
			all("form")
			do(t, ctx, click("#like"), click("#history-open"), chromedp.WaitVisible("#history-liked li"))
			all("history")
			do(t, ctx, click("#history-close"), click("#copy-open"), chromedp.WaitVisible("#copy"))
			all("copy")
			do(t, ctx, click("#copy-close"), click("#icon"), until(`document.querySelectorAll('#icons .pick').length > 100`), click("#icon-new"), chromedp.WaitVisible("#editor"))
			all("editor")
			do(t, ctx, click("#editor-close"), click("#picker-close"))
		}
	}
}
