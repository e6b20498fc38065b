// SPDX-License-Identifier: Apache-2.0

package ambient

import (
	"time"

	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/internal/enum"
)

// SaverSettings are the settings of the screensaver.
type SaverSettings struct {
	Enabled    bool               `json:"enabled"`
	TimeBased  bool               `json:"time_based"`
	WhenDark   bool               `json:"when_dark"`
	Last       SaverMode          `json:"last"`             // mode that was enabled last
	Widget     string             `json:"widget,omitempty"` // id; "" = the first of the first app
	Brightness int                `json:"brightness"`       // percent, never above the display's own; 0 = dark
	Start      walltime.TimeOfDay `json:"start"`
	End        walltime.TimeOfDay `json:"end"`
}

// DefaultSaverBrightness is the default, in percent: below the darkest point of
// DefaultCurve, so that the screensaver is darker than the clock in any room.
const DefaultSaverBrightness = 3

// saverStep reports whether the screensaver is on at now, and when that may change.
func (r *Rules) saverStep(now time.Time) (on bool, change time.Time) {
	set := r.Screensaver(now)
	if !set.Enabled {
		return false, time.Time{}
	}
	// While the clock can be wrong there is nothing to wait for: setting it wakes the device.
	if set.TimeBased && r.place.Clock.Plausible(now) {
		if r.Night.When == NightSun {
			_, on, change = r.sunNight(now)
			return on, change
		}
		on = r.place.In(walltime.Window{Start: set.Start, End: set.End}, now)
		change = r.place.Next(now, set.Start, set.End)
	}
	if set.WhenDark {
		dark, again := r.dark.now(now)
		on = on || dark
		change = walltime.Sooner(change, again)
	}
	return on, change
}

// BrightnessMode is how the brightness is chosen. The zero value is AutoBrightness.
type BrightnessMode = enum.Of[brightnessModes]

const (
	AutoBrightness BrightnessMode = iota // from the light sensor
	ManualBrightness
)

type brightnessModes struct{}

func (brightnessModes) Words() []string { return []string{"auto", "manual"} }

// SaverMode is a rule that starts the screensaver.
type SaverMode = enum.Of[saverModes]

const (
	WhenDark  SaverMode = iota // the light sensor senses darkness
	TimeBased                  // the time lies in a window
)

type saverModes struct{}

func (saverModes) Words() []string { return []string{"when_dark", "time_based"} }
