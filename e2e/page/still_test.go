// SPDX-License-Identifier: Apache-2.0

package page

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// TestPageStandsStill: whoever wants less motion sees what a small picture begins with:
// in the composer, the picker, the choice of effects and the icon editor.
func TestPageStandsStill(t *testing.T) {
	p := browser.NewPage(t, 1100, 900, browser.Light, chromedp.Flag("force-prefers-reduced-motion", true))
	p.SignIn(rig.Launch(t, nil))
	still := func(pictures browser.Part) {
		t.Helper()
		eventually.True(t, "they stand still: "+pictures.String(), func() bool {
			drawn, moving := 0, 0
			for _, src := range pictures.Attributes("src") {
				switch {
				case strings.HasPrefix(src, "data:image/png"):
					drawn++
				case src != "":
					moving++
				}
			}
			return drawn > 0 && moving == 0
		})
	}
	p.Open("Send")
	p.Type("Text", "a text that scrolls, since it is long")
	p.Press("Effects, background, duration")
	p.Choose("Background", "Plasma")
	p.Sketched()
	still(p.CSS("#sketch img"))
	p.Press("no icon")
	p.Type("Search icons", "weather")
	p.Control("food-tea").Gone()
	still(p.CSS("#icons .pick img"))
	p.Press("weather-rain")
	still(p.Control("Icon: weather-rain").CSS("img"))
	p.Press("Draw")
	p.CSS("#editor-frames li").AtLeast(2)
	p.Within("The icon as it moves").Gone()
	p.Within("Draw an icon").Press("Cancel")
	p.Open("Look")
	still(p.CSS(".reel img"))
}
