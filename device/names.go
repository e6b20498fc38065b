package device

import (
	"time"

	"github.com/ledpost/ledpost/device/walltime"
)

// The names of the rooms below that the API, the configuration and the apps share with
// the device: whoever talks to the device imports this package alone.
type (
	TimeOfDay = walltime.TimeOfDay
	Window    = walltime.Window
	Days      = walltime.Days
	WallClock = walltime.Clock
)

// AllDays has every day of the week.
const AllDays = walltime.AllDays

// ParseTimeOfDay reads HH:MM:SS or HH:MM.
func ParseTimeOfDay(s string) (TimeOfDay, error) { return walltime.ParseTimeOfDay(s) }

// ParseDay returns the set of one day, given a name as in Days.Names.
func ParseDay(s string) (Days, error) { return walltime.ParseDay(s) }

// NewWallClock is [walltime.NewClock].
func NewWallClock(built, saved time.Time) WallClock { return walltime.NewClock(built, saved) }
