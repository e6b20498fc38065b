package apps

import (
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// clockHome is a running device with a clock and a radio, in fake time.
type clockHome struct{ *apptest.Home }

// clockList is the apps of such a device.
var clockList = []kit.App{clockApp, radioApp}

// clockLive runs f with a device that was switched off with saved, and switches it off: it
// returns what the device saved. It needs a bubble of synctest.
func clockLive(t *testing.T, saved device.Saved, f func(*clockHome)) device.Saved {
	t.Helper()
	return apptest.Live(t, saved, clockList, func(h *apptest.Home) { f(&clockHome{h}) })
}
