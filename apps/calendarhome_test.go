package apps

import (
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// calendarHome is a running device with a calendar, in fake time.
type calendarHome struct{ *apptest.Home }

// calendarList is the apps of such a device.
var calendarList = []kit.App{apptest.Backdrop, calendarApp}

// calendarLive runs f with a device that was switched off with saved, and switches it off: it
// returns what the device saved. It needs a bubble of synctest.
func calendarLive(t *testing.T, saved device.Saved, f func(*calendarHome)) device.Saved {
	t.Helper()
	return apptest.Live(t, saved, calendarList, func(h *apptest.Home) { f(&calendarHome{h}) })
}
