// SPDX-License-Identifier: Apache-2.0

// Package apps is the table of the built-in apps: what shows while no notification does.
// Each is a folder below, and a value of [device.App].
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package apps

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/agents"
	"github.com/ledpost/ledpost/apps/board"
	"github.com/ledpost/ledpost/apps/calendar"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/countdown"
	"github.com/ledpost/ledpost/apps/data"
	"github.com/ledpost/ledpost/apps/date"
	"github.com/ledpost/ledpost/apps/effects"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/others"
	"github.com/ledpost/ledpost/apps/picture"
	"github.com/ledpost/ledpost/apps/playing"
	"github.com/ledpost/ledpost/apps/radio"
	"github.com/ledpost/ledpost/apps/room"
	"github.com/ledpost/ledpost/apps/sky"
	"github.com/ledpost/ledpost/apps/stopwatch"
	"github.com/ledpost/ledpost/apps/tronbyt"
	"github.com/ledpost/ledpost/apps/until"
	"github.com/ledpost/ledpost/apps/weather"
	"github.com/ledpost/ledpost/device"
)

// table lists all apps, in the order of a new device's list.
var table = []kit.App{
	clock.App,
	countdown.App,
	stopwatch.App,
	weather.App,
	sky.App,
	date.App,
	until.App,
	calendar.App,
	data.App,
	tronbyt.App,
	radio.App,
	playing.App, // after the radio, whose sound it shows
	room.App,
	picture.App,
	effects.App,
	agents.App,
	board.App, // after those whose widgets it shows
}

// Set is all apps of a device. Apps that can do more than show something stand in it by
// their names; they are in Apps, too.
type Set struct {
	Apps    []device.App     // in the order of a new device's list
	Data    *data.Data       // tries an address before it is set
	Weather *weather.Weather // finds places by name
	Others  *others.Others   // keeps own apps; not in the table, as a device has none at first
}

// All makes all apps, with their saved state by package.
func All(env kit.Env, saved map[string]device.SavedApp) Set {
	if env.Shared == nil {
		env.Shared = new(kit.Shared)
	}
	numbers, sky := saved[data.Package], saved[weather.Package]
	set := Set{Data: data.New(env, numbers.Keep, numbers.Version), Weather: weather.New(env, sky.Keep, sky.Version)}
	named := map[string]device.App{data.Package: set.Data, weather.Package: set.Weather}
	for _, a := range table {
		app := named[a.Package]
		if app == nil {
			app = a.Make(env, saved)
		}
		set.Apps = append(set.Apps, app)
	}
	set.Others = others.New(env)
	set.Apps = append(set.Apps, set.Others)
	return set
}

// Packages returns the names of all apps.
func Packages() (names []string) {
	for _, a := range table {
		names = append(names, a.Package)
	}
	return names
}

// Known reports whether there is an app with that package, also if a new device shows nothing of it.
func Known(pkg string) bool { return pkg == others.Package || slices.Contains(Packages(), pkg) }

// FirstWidget returns the id of a package's widget on a new device.
func FirstWidget(pkg string) string {
	i := slices.IndexFunc(table, func(a kit.App) bool { return a.Package == pkg })
	if i < 0 {
		return device.FirstWidget(pkg)
	}
	return table[i].FirstWidget()
}

// First returns the widgets of a new device: one for each app, each shown for dwell;
// only the clock is visible. All write as the device's region does, the clock too: its hours are the region's.
func First(cfg clock.Config, dwell time.Duration) (list []device.WidgetSettings) {
	if dwell <= 0 {
		dwell = device.DefaultDwell
	}
	seconds := min(max(int(dwell/time.Second), 1), device.MaxSeconds)
	for i, a := range table {
		list = append(list, device.WidgetSettings{ID: a.FirstWidget(), Package: a.Package, Visible: i == 0, Seconds: seconds})
	}
	cfg.Hours = 0
	list[0].Settings, _ = json.Marshal(cfg) // cannot fail: all fields have a text form
	return list
}
