// SPDX-License-Identifier: Apache-2.0

package compose

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

// opened is a window of this size at the composer of a device with these arguments.
func opened(t *testing.T, width, height int, args ...string) (*browser.Page, *rig.Device) {
	t.Helper()
	p, r := browser.NewPage(t, width, height, browser.Light), rig.Launch(t, nil, args...)
	p.SignIn(r)
	p.Open("Send")
	return p, r
}

// picks opens the icon picker.
func picks(p *browser.Page, button string) {
	p.Press(button)
	p.CSS("#icons .pick").AtLeast(100)
}

// draws opens the icon editor.
func draws(p *browser.Page) {
	picks(p, "no icon")
	p.Press("Draw one…")
	p.CSS("#pixels").Focused().Shows()
}
