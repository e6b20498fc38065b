package apps

import (
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// countdownHome is a running device with a countdown, in fake time.
type countdownHome struct{ *apptest.Home }

// countdownList is the apps of such a device.
var countdownList = []kit.App{apptest.Backdrop, countdownApp}

// countdownLive runs f with a device that was switched off with saved, and switches it off: it
// returns what the device saved. It needs a bubble of synctest.
func countdownLive(t *testing.T, saved device.Saved, f func(*countdownHome)) device.Saved {
	t.Helper()
	return apptest.Live(t, saved, countdownList, func(h *apptest.Home) { f(&countdownHome{h}) })
}
