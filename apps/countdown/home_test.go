// SPDX-License-Identifier: Apache-2.0

package countdown

import (
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// home is a running device with a countdown, in fake time.
type home struct{ *apptest.Home }

// homeApps is the apps of such a device.
var homeApps = []kit.App{apptest.Backdrop, App}

// live runs f with a device that was switched off with saved, and switches it off: it
// returns what the device saved. It needs a bubble of synctest.
func live(t *testing.T, saved device.Saved, f func(*home)) device.Saved {
	t.Helper()
	return apptest.Live(t, saved, homeApps, func(h *apptest.Home) { f(&home{h}) })
}
