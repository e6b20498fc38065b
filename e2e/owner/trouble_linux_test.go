// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// TestPageTellsTrouble: who looks at the page sees it.
func TestPageTellsTrouble(t *testing.T) {
	dir := rig.Disk(t)
	p := browser.NewPage(t, 1100, 900, browser.Light)
	p.Expect(browser.FailsItsCheck)
	r := rig.LaunchIn(t, dir, nil)
	rig.ReadOnly(t, dir, true)
	r.Call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	eventually.True(t, "it cannot save", r.Unsaved)
	p.SignIn(r)
	p.CSS("#trouble").Matches(`Saving: .*read-only`)
	rig.ReadOnly(t, dir, false)
	p.CSS("#trouble").Gone()
}
