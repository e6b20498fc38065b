package apps

import (
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// radioHome is a running device with a radio, in fake time.
type radioHome struct{ *apptest.Home }

// radioList is the apps of such a device.
var radioList = []kit.App{apptest.Backdrop, radioApp}

// radioLive runs f with a device that was switched off with saved, and switches it off: it
// returns what the device saved. It needs a bubble of synctest.
func radioLive(t *testing.T, saved device.Saved, f func(*radioHome)) device.Saved {
	t.Helper()
	return apptest.Live(t, saved, radioList, func(h *apptest.Home) { f(&radioHome{h}) })
}
