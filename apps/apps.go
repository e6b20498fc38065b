// Package apps contains the built-in apps: what shows when no notification does. Each
// is a value of [device.App] in one file or a few, made by a factory from what it kept
// before a restart.
package apps

import (
	"encoding/json"
	"image"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/sounds"
)

// Env is what apps are made with. Its fields are shared and must not be changed.
type Env struct {
	Size    image.Point // of the panel, pixels
	Fonts   *fonts.Set
	Icons   paint.IconSource
	Clock   device.WallClock // whether wall times can be trusted
	Zone    *time.Location   // of the device
	Web     *webfetch.Client // asks the servers named in settings; nil = there is no network
	Weather WeatherConfig

	Heard <-chan sounds.Heard // reports of the player, for the radio only; nil = there are none

	Dir  string // the device's data directory, which holds the pictures; "" = there is none
	Boot string // of the machine: apps count no failures over several of them; "" = unknown

	Feeds *Feeds // records which servers cannot be reached; nil = nobody asks

	Shared *Shared // shared between the apps; All makes it if it is nil
}

// factory makes an app. kept is what the app kept, nil on a new device, and version is
// that of the app which wrote it. The app ignores what it cannot read.
type factory func(env Env, kept json.RawMessage, version int) device.App

// factories lists all apps, in the order of a new device's list.
var factories = []struct {
	pkg string
	new factory
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
func All(env Env, saved map[string]device.SavedApp) (all []device.App) {
	if env.Shared == nil {
		env.Shared = new(Shared)
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
