package device

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

// Range is an inclusive range of percentages.
type Range struct {
	Min int `json:"min" toml:"min"`
	Max int `json:"max" toml:"max"`
}

// clamp returns the value in r that is nearest to v.
func (r Range) clamp(v int) int { return max(r.Min, min(v, r.Max)) }

// Display is the state of the display (docs/api.md, Display object;
// docs/decisions.md 5).
type Display struct {
	On             bool
	Brightness     int // as set, 0 to 100; in auto mode kept for manual
	BrightnessNow  int // percent that the panel runs at, 0 = dark
	BrightnessMode BrightnessMode
	Range, Limit   Range
	Width, Height  int    // pixels
	Type           string // monochrome, grayscale, color, mixed
	Screensaver    Screensaver
}

// Screensaver is the state of the screensaver.
type Screensaver struct {
	Enabled   bool // master switch
	Active    bool // on now
	TimeBased TimeWindow
	WhenDark  bool   // enabled
	Widget    string // id of the widget it shows: 32 hex digits

	Brightness int // as set, 0 to 100; the panel is never brighter than the display's own setting
}

// TimeWindow is when the time-based screensaver runs: Start is inside, End is
// outside, it may cross midnight, and Start = End means never. It is kept as local
// wall time; the GMT times are those of today.
type TimeWindow struct {
	Enabled          bool
	Start, End       TimeOfDay
	StartGMT, EndGMT TimeOfDay
}

// DisplayPatch changes the fields that are not nil.
type DisplayPatch struct {
	On             *bool
	Brightness     *int
	BrightnessMode *BrightnessMode
	Screensaver    *ScreensaverPatch
}

// ScreensaverPatch changes the fields that are not nil; enabling one mode disables the
// other. ModeEnabled, Start and End belong to Mode; without it to TimeBased if there are
// times, else to the mode that is on or was used last.
type ScreensaverPatch struct {
	Enabled     *bool
	Mode        *SaverMode
	ModeEnabled *bool
	Start, End  *TimeOfDay // GMT, converted at once to local wall time
	Widget      *string    // id of the widget to show
	Brightness  *int       // 0 to 100, within the limits of the display
}

// Audio is the state of the speaker's volume.
type Audio struct {
	Available    bool
	Volume       int // 0 to 100
	Range, Limit Range
}
