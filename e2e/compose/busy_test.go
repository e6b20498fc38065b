// SPDX-License-Identifier: Apache-2.0

package compose

import (
	"strings"
	"testing"
)

// TestPageOutlastsABusyDevice: a device that refuses the pictures of icons, modules and words once,
// for want of a place, is asked again, and all comes.
func TestPageOutlastsABusyDevice(t *testing.T) {
	p, _ := opened(t, 390, 900)
	refused := p.Busy(`/live/icons\?name=|/(icons|iconeditor|pixels)\.js$|more\.json$`)
	p.Press("no icon")
	p.CSS("#icons .pick img").AtLeast(100)
	p.AllDrawn()
	p.Press("Draw one…")
	p.CSS("#pixels").Focused().Shows()
	all := strings.Join(refused(), "\n")
	for _, what := range []string{
		"/live/icons?name=", "/icons.js", "/iconeditor.js", "/pixels.js", "/words/en.more.json",
	} {
		if !strings.Contains(all, what) {
			t.Errorf("%s was not refused: %s", what, all)
		}
	}
}
