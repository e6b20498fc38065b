// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/device"
)

// home is a running device with all apps, in fake time.
type home struct{ *apptest.Home }

// live runs f with a device that was switched off with saved, and switches it off:
// what it saved is returned. It is in a bubble of synctest.
func live(t *testing.T, saved device.Saved, f func(*home)) device.Saved {
	t.Helper()
	return apptest.Live(t, saved, append(table[:len(table):len(table)], apptest.Backdrop), func(h *apptest.Home) { f(&home{h}) })
}
