// Package apps has the apps of the device itself: what is seen when no
// notification is. Each is one file or a few, a value of [device.App], and is
// made by a factory with what it kept before a restart.
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

// Env is what apps are made with. Its fields are shared and not changed.
type Env struct {
	Size    image.Point // of the panel, pixels
	Fonts   *fonts.Set
	Icons   paint.IconSource
	Clock   device.WallClock // whether wall times mean anything
	Zone    *time.Location   // of the device
	Web     *webfetch.Client // asks the servers that settings name; nil = there is no network
	Weather WeatherConfig

	Heard <-chan sounds.Heard // how the player gets on, for the radio alone; nil = nobody knows

	Dir string // of the device's data, in which pictures are; "" = there is none

	Shared *Shared // between the apps; All makes it where it is nil
}

// factory makes an app. kept is what it wanted kept, nil on a new device, and
// version that of the app which wrote it: what it cannot read it does without.
type factory func(env Env, kept json.RawMessage, version int) device.App

// factories are of all apps, in the order of a new device's list.
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

// All makes all apps, with what was saved of them by package.
func All(env Env, saved map[string]device.SavedApp) (all []device.App) {
	if env.Shared == nil {
		env.Shared = new(Shared)
	}
	for _, f := range factories {
		all = append(all, f.new(env, saved[f.pkg].Keep, saved[f.pkg].Version))
	}
	return all
}

// Packages are the names of all apps.
func Packages() (names []string) {
	for _, f := range factories {
		names = append(names, f.pkg)
	}
	return names
}

// Known reports whether there is an app of that package.
func Known(pkg string) bool { return slices.Contains(Packages(), pkg) }

// FirstWidget is the id of the widget that a new device has of a package.
func FirstWidget(pkg string) string {
	if pkg == ClockPackage {
		return ClockWidget
	}
	return device.FirstWidget(pkg)
}

// First are the widgets of a new device: one of each app, of which only the clock
// is visible, each for so many seconds.
func First(clock ClockConfig, dwell time.Duration) (list []device.WidgetSettings) {
	if dwell <= 0 {
		dwell = device.DefaultDwell
	}
	seconds := min(max(int(dwell/time.Second), 1), device.MaxSeconds)
	for _, pkg := range Packages() {
		list = append(list, device.WidgetSettings{ID: FirstWidget(pkg), Package: pkg, Visible: pkg == ClockPackage, Seconds: seconds})
	}
	list[0].Settings, _ = json.Marshal(clock) // of three plain fields: it can
	return list
}
