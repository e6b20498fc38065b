package apps

import (
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// stopwatchHome is a running device with a stopwatch, in fake time.
type stopwatchHome struct{ *apptest.Home }

// stopwatchList is the apps of such a device.
var stopwatchList = []kit.App{apptest.Backdrop, stopwatchApp}

// stopwatchLive runs f with a device that was switched off with saved, and switches it off: it
// returns what the device saved. It needs a bubble of synctest.
func stopwatchLive(t *testing.T, saved device.Saved, f func(*stopwatchHome)) device.Saved {
	t.Helper()
	return apptest.Live(t, saved, stopwatchList, func(h *apptest.Home) { f(&stopwatchHome{h}) })
}
