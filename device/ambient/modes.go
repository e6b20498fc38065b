// SPDX-License-Identifier: Apache-2.0

package ambient

import "github.com/ledpost/ledpost/internal/enum"

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
