// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"fmt"

	"github.com/ledpost/ledpost/e2e/rig"
)

// welcomes waits for a step of the welcome.
func welcomes(p *Page, title string) {
	p.t.Helper()
	p.CSS("#welcome-title").Reads(title)
}

// Rest opens the device's page and calls at for each stop that [Page.Tour] leaves out, with its
// name, the login first: the steps of the welcome, what Look folds, the code that signs a telephone
// in, and the form of each app.
func (p *Page) Rest(r *rig.Device, at func(name string)) {
	p.t.Helper()
	all := []stop{
		{"welcome-name", func(p *Page) { p.Open("Device"); p.Press("First steps…"); welcomes(p, "Name and place") }, nil},
		{"welcome-panel", func(p *Page) { p.Press("Skip"); welcomes(p, "Which panel is connected?") }, nil},
		{"welcome-face", func(p *Page) { p.Press("Skip"); p.CSS(".picks img").Drawn(4) }, nil},
		{"welcome-wake", func(p *Page) { p.Press("Skip"); welcomes(p, "When do you get up?") }, nil},
		{"welcome-end", func(p *Page) { p.Press("Skip"); welcomes(p, "All set") }, closes("Look around first")},
		{"folds", func(p *Page) {
			p.Open("Look")
			p.Press("Screensaver")
			p.Press("Quiet hours")
			p.CSS("#saver-preview").Drawn(1)
		}, nil},
		{"code", opens("Device", "Sign in a phone…", "#code svg path"), closes("Close")},
	}
	var apps []Listed
	r.Call("GET", "/live/apps", "", &apps)
	for i, w := range apps {
		all = append(all, stop{w.Package, func(p *Page) {
			p.Open("Apps")
			p.CSS(fmt.Sprintf("#apps li:nth-child(%d) .thumb", i+1)).Click()
			p.CSS("#app-fields > *").AtLeast(1)
		}, closes("Cancel")})
	}
	p.visit(r, all, at)
}
