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
type BrightnessMode uint8

const (
	AutoBrightness BrightnessMode = iota // from the light sensor
	ManualBrightness
)

var brightnessModeNames = []string{"auto", "manual"}

func (m BrightnessMode) String() string { return enum.Name(brightnessModeNames, m) }

// ParseBrightnessMode is the inverse of String.
func ParseBrightnessMode(s string) (BrightnessMode, error) {
	return enum.Parse[BrightnessMode](brightnessModeNames, s)
}

// MarshalText gives the word of String.
func (m BrightnessMode) MarshalText() ([]byte, error) { return enum.Marshal(brightnessModeNames, m) }

// UnmarshalText is the inverse of MarshalText.
func (m *BrightnessMode) UnmarshalText(text []byte) error {
	return enum.Unmarshal(brightnessModeNames, text, m)
}

// SaverMode is a rule that starts the screensaver.
type SaverMode uint8

const (
	WhenDark  SaverMode = iota // the light sensor senses darkness
	TimeBased                  // the time lies in a window
)

var saverModeNames = []string{"when_dark", "time_based"}

func (m SaverMode) String() string { return enum.Name(saverModeNames, m) }

// ParseSaverMode is the inverse of String.
func ParseSaverMode(s string) (SaverMode, error) { return enum.Parse[SaverMode](saverModeNames, s) }

// MarshalText gives the word of String.
func (m SaverMode) MarshalText() ([]byte, error) { return enum.Marshal(saverModeNames, m) }

// UnmarshalText is the inverse of MarshalText.
func (m *SaverMode) UnmarshalText(text []byte) error { return enum.Unmarshal(saverModeNames, text, m) }
