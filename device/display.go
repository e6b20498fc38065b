package device

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

// Audio is the state of the speaker's volume.
type Audio struct {
	Available    bool
	Volume       int // 0 to 100
	Range, Limit Range
}
