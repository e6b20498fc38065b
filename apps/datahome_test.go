package apps

import (
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// dataHome is a running device with a widget of data, in fake time.
type dataHome struct{ *apptest.Home }

// dataList is the apps of such a device.
var dataList = []kit.App{apptest.Backdrop, dataApp}

// dataLive runs f with a device that was switched off with saved, and switches it off: it
// returns what the device saved. It needs a bubble of synctest.
func dataLive(t *testing.T, saved device.Saved, f func(*dataHome)) device.Saved {
	t.Helper()
	return apptest.Live(t, saved, dataList, func(h *apptest.Home) { f(&dataHome{h}) })
}
