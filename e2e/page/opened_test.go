// SPDX-License-Identifier: Apache-2.0

package page

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

// opened is a light window of this size that is signed in to a device with these arguments.
func opened(t *testing.T, width, height int, args ...string) (*browser.Page, *rig.Device) {
	t.Helper()
	p, r := browser.NewPage(t, width, height, browser.Light), rig.Launch(t, nil, args...)
	p.SignIn(r)
	return p, r
}

// apps is what GET /live/apps lists.
func apps(r *rig.Device) (all []browser.Listed) {
	r.Call("GET", "/live/apps", "", &all)
	return all
}
