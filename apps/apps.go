// Package apps contains the built-in apps: what shows when no notification does. Each
// is a value of [device.App] in one file or a few, made by a factory from what it kept
// before a restart.
package apps

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// Factory makes an app. kept is what the app kept, nil on a new device, and version is
// that of the app which wrote it. The app ignores what it cannot read.
type Factory func(env kit.Env, kept json.RawMessage, version int) device.App

// factories lists all apps, in the order of a new device's list.
var factories = []struct {
	pkg string
	new Factory
}{
	{ClockPackage, newClock},
	{CountdownPackage, newCountdown},
	{StopwatchPackage, newStopwatch},
	{WeatherPackage, newWeather},
	{SkyPackage, newSky},
	{DatePackage, newDate},
	{CalendarPackage, newCalendar},
	{DataPackage, newData},
	{TronbytPackage, newTronbyt},
	{RadioPackage, newRadio},
	{RoomPackage, newRoom},
	{PicturePackage, newPicture},
}

// All makes all apps, with their saved state by package.
func All(env kit.Env, saved map[string]device.SavedApp) (all []device.App) {
	if env.Shared == nil {
		env.Shared = new(kit.Shared)
	}
	for _, f := range factories {
		all = append(all, f.new(env, saved[f.pkg].Keep, saved[f.pkg].Version))
	}
	return all
}

// Packages returns the names of all apps.
func Packages() (names []string) {
	for _, f := range factories {
		names = append(names, f.pkg)
	}
	return names
}

// Known reports whether there is an app with that package.
func Known(pkg string) bool { return slices.Contains(Packages(), pkg) }

// FirstWidget returns the id of a package's widget on a new device.
func FirstWidget(pkg string) string {
	if pkg == ClockPackage {
		return ClockWidget
	}
	return device.FirstWidget(pkg)
}

// First returns the widgets of a new device: one for each app, each shown for dwell;
// only the clock is visible.
func First(clock ClockConfig, dwell time.Duration) (list []device.WidgetSettings) {
	if dwell <= 0 {
		dwell = device.DefaultDwell
	}
	seconds := min(max(int(dwell/time.Second), 1), device.MaxSeconds)
	for _, pkg := range Packages() {
		list = append(list, device.WidgetSettings{ID: FirstWidget(pkg), Package: pkg, Visible: pkg == ClockPackage, Seconds: seconds})
	}
	list[0].Settings, _ = json.Marshal(clock) // cannot fail: three plain fields
	return list
}
