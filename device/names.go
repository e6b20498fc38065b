// SPDX-License-Identifier: Apache-2.0

package device

import (
	"errors"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/device/ambient"
	"github.com/ledpost/ledpost/device/region"
	"github.com/ledpost/ledpost/device/rotation"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/device/widgets"
)

// The names of the rooms below that the API, the configuration and the apps share with
// the device: whoever talks to the device imports this package alone.
type (
	TimeOfDay = walltime.TimeOfDay
	Window    = walltime.Window
	Days      = walltime.Days
	WallClock = walltime.Clock
	Zone      = walltime.Zone

	WidgetSettings = widgets.Widget
	Schema         = widgets.Schema
	Property       = widgets.Property

	Mode  = rotation.Mode
	Block = rotation.Block

	BrightnessMode   = ambient.BrightnessMode
	SaverMode        = ambient.SaverMode
	SaverSettings    = ambient.SaverSettings
	ScreensaverPatch = ambient.SaverPatch
	Light            = ambient.Light
	LightPoint       = ambient.LightPoint
	LightReading     = ambient.LightReading
	Lighting         = ambient.Lighting
	Quiet            = ambient.Quiet
	QuietHours       = ambient.QuietHours
	QuietSettings    = ambient.QuietSettings
	QuietPatch       = ambient.QuietPatch
	NightWhen        = ambient.NightWhen
	NightSettings    = ambient.NightSettings
	NightPatch       = ambient.NightPatch
	NightNow         = ambient.NightNow
	Position         = ambient.Position
	DistanceNow      = ambient.DistanceNow

	Region      = region.Settings
	RegionPatch = region.Patch
	Climate     = ambient.Climate
	Measured    = ambient.Measured
	Sensed      = ambient.Sensed
	Limits      = ambient.Limits
	Range       = ambient.Range
)

// How the widget is chosen, how the brightness is, what starts the screensaver, and when it is night.
const (
	AutoMode     = rotation.AutoMode
	ManualMode   = rotation.ManualMode
	ScheduleMode = rotation.ScheduleMode
	KioskMode    = rotation.KioskMode

	AutoBrightness   = ambient.AutoBrightness
	ManualBrightness = ambient.ManualBrightness

	WhenDark  = ambient.WhenDark
	TimeBased = ambient.TimeBased

	NightOff  = ambient.NightOff
	NightTime = ambient.NightTime
	NightSun  = ambient.NightSun
	NightDark = ambient.NightDark
)

// Limits and defaults.
const (
	AllDays      = walltime.AllDays
	MaxSeconds   = widgets.MaxSeconds
	MaxWidgets   = widgets.MaxWidgets
	DefaultDwell = widgets.DefaultDwell
	MaxBlocks    = rotation.MaxBlocks
	DefaultDark  = ambient.DefaultDark
)

var (
	DefaultCurve  = ambient.DefaultCurve
	DefaultLimits = ambient.DefaultLimits
)

// ParseTimeOfDay reads HH:MM:SS or HH:MM.
func ParseTimeOfDay(s string) (TimeOfDay, error) { return walltime.ParseTimeOfDay(s) }

// ParseDay returns the set of one day, given a name as in Days.Names.
func ParseDay(s string) (Days, error) { return walltime.ParseDay(s) }

// NewWallClock is [walltime.NewClock].
func NewWallClock(built, saved time.Time) WallClock { return walltime.NewClock(built, saved) }

// NewZone is [walltime.NewZone].
func NewZone(at *time.Location) *Zone { return walltime.NewZone(at) }

// FirstWidget returns the id of a package's widget on a new device: the same on every
// device.
func FirstWidget(pkg string) string { return widgets.FirstID(pkg) }

var (
	// ErrNotFound is returned for an unknown notification id.
	ErrNotFound = errors.New("device: no such notification")
	ErrEnded    = errors.New("device: the notification has ended")
	// ErrQueueFull is returned by Notify when MaxWaiting notifications wait, or of
	// MaxWaitingSize.
	ErrQueueFull = fmt.Errorf("device: the queue is full: at most %d notifications of %d MiB together may wait",
		MaxWaiting, MaxWaitingSize>>20)
	// ErrHidden is returned by Notify with Config.RefuseWhenHidden while the
	// screensaver, kiosk mode or a dark display would hide the notification.
	ErrHidden = errors.New("device: only critical notifications are shown now")
	// ErrNoApp is returned for a package that no app has.
	ErrNoApp = widgets.ErrNoApp
	// ErrNoWidget is returned for a widget id that does not exist, or belongs to
	// another package.
	ErrNoWidget = widgets.ErrNoWidget
	// ErrLastWidget is returned by RemoveWidget for the only widget.
	ErrLastWidget = widgets.ErrLast
	// ErrNoPush is returned by Push for an app that accepts no frames.
	ErrNoPush = errors.New("device: the app takes no frames")
	// Pose returns ErrNoPose for a widget without a picture.
	ErrNoPose = errors.New("device: there is no such picture")
	// ErrStopped is returned by every method once Run has ended.
	ErrStopped = errors.New("device: stopped")
)
