// SPDX-License-Identifier: Apache-2.0

package page

import (
	"strings"
	"testing"
)

// TestPageWatches: what changes elsewhere is on the page at once, why something
// waits too, and while nothing changes the page asks for nothing but pictures of apps in sight.
func TestPageWatches(t *testing.T) {
	p, r := opened(t, 1100, 900)
	p.Open("Look")
	r.Call("PUT", "/live/look", `{"text_color":"#12ab34"}`, nil)
	p.Field("Colour").Holds("#12ab34")
	p.Open("Apps")
	r.Call("PUT", "/api/v2/device", `{"mode":"kiosk"}`, nil)
	p.Field("Mode").Holds("kiosk")
	p.Open("Send")
	r.Call("POST", "/api/v2/device/notifications", `{"lifetime":600000,"model":{"frames":[{"text":"hidden"}]}}`, nil)
	queue := p.Within("Queue")
	queue.Sees("kiosk mode locks the app")
	queue.Row("hidden").Sees("waits: ")
	queue.CSS("#queue > li").Counts(1)
	p.Idle()
	before := len(p.Asked())
	p.Beats(3)
	for _, asked := range p.Asked()[before:] {
		if !strings.Contains(asked, ".png") {
			t.Errorf("while nothing changes it asks for %s", asked)
		}
	}
}
