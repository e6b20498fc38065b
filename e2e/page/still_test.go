// SPDX-License-Identifier: Apache-2.0

package page

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
)

// TestPageStandsStill: whoever wants less motion sees what a small picture begins with:
// in the composer, the picker, the choice of effects and the icon editor.
func TestPageStandsStill(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme, chromedp.Flag("force-prefers-reduced-motion", true))
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	still := func(pictures string) step {
		return until(`(() => { const all = [...document.querySelectorAll('` + pictures + `')].map((i) => i.src).filter(Boolean); return all.length > 0 && all.every((s) => s.startsWith('data:image/png')); })()`)
	}
	do(t, ctx,
		fill("text", "a text that scrolls, since it is long"), fill("background", "plasma"), until(sketched), still("#sketch img"),
		click("#icon"), js(`{const s = document.getElementById('search'); s.value = 'weather'; s.dispatchEvent(new Event('input'));}`),
		until(`document.querySelectorAll('#icons .pick').length < 100`), still("#icons .pick img"),
		click(`#icons .pick[title^="weather-rain"]`), still("#icon img"),
		click("#icon-edit"), until(`document.querySelectorAll('#editor-frames li').length > 1`),
		until(`!document.getElementById('editor-play').checkVisibility()`),
	)
	do(t, ctx, click("#editor-close"), click(`.pictured:has([name=overlay]) > button`), still("#pictures-list img"))
}
