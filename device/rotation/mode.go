// SPDX-License-Identifier: Apache-2.0

package rotation

import "github.com/ledpost/ledpost/internal/enum"

// Mode is how the app is chosen (docs/api.md, Device settings). The zero value
// is AutoMode.
type Mode uint8

const (
	AutoMode     Mode = iota // apps take turns
	ManualMode               // the user switches
	ScheduleMode             // the schedule switches
	KioskMode                // one app stays; only critical notifications show
)

var modeNames = []string{"auto", "manual", "schedule", "kiosk"}

func (m Mode) String() string { return enum.Name(modeNames, m) }

// ParseMode is the inverse of String.
func ParseMode(s string) (Mode, error) { return enum.Parse[Mode](modeNames, s) }

// MarshalText gives the word of String.
func (m Mode) MarshalText() ([]byte, error) { return enum.Marshal(modeNames, m) }

// UnmarshalText is the inverse of MarshalText.
func (m *Mode) UnmarshalText(text []byte) error { return enum.Unmarshal(modeNames, text, m) }
