// SPDX-License-Identifier: Apache-2.0

package looks

import (
	"fmt"
	"os"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

// TestComposerLooks checks contrast, places and names of all that the composer shows,
// in each font and both colour schemes; on a phone and at a desk, and where screenshots are kept
// also between and beyond them.
func TestComposerLooks(t *testing.T) {
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	widths := []int{390, 1280}
	if os.Getenv("LEDPOST_SHOTS") != "" {
		widths = []int{390, 768, 1280, 1920}
	}
	each(t, func(t *testing.T, p *browser.Page, name, _ string) {
		for _, width := range widths {
			all := func(where string) {
				t.Helper()
				p.Looks(fmt.Sprintf("%d px, %s", width, where))
				p.Shoot(fmt.Sprintf("composer-%s-%d-%s.png", name, width, where))
			}
			p.Resize(width, 900)
			p.Visit(browser.Home(t, r) + "/")
			p.Forget()
			p.SignIn(r)
			p.Open("Send")
			p.Type("Text", "First of them")
			p.Press("Add a frame")
			p.Type("Text", "warm and cold")
			p.Press("Effects, background, duration")
			p.Field("Text").Select(0, len("warm"))
			p.Press("#FF8000")
			p.Choose("Effect of the text", "Gradient")
			p.Choose("Background", "One colour")
			p.Type("Progress bar, 0 to 100", "40")
			p.Sketched()
			p.CSS("#frames li").Counts(2)
			p.CSS("#echo").Shows()
			all("form")
			p.Press("Keep as favourite")
			p.Press("History…")
			p.CSS("#history-liked li").Shows()
			all("history")
			p.Press("Close")
			p.Press("Copy as…")
			p.Within("Copy as").Shows()
			all("copy")
			p.Press("Close")
			p.Press("no icon")
			p.CSS("#icons .pick").AtLeast(100)
			p.Press("Draw one…")
			p.Within("Draw an icon").Shows()
			all("editor")
			p.Press("Cancel")
			p.Press("Close")
		}
	})
}
