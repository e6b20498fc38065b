package device

import (
	"image/color"
	"time"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// Config is fixed for a run of the device.
type Config struct {
	Width, Height int    // of the panel, pixels
	PanelType     string // Monochrome, "grayscale", "color", "mixed"; "" = color

	// Audio tells whether something would be heard now. It is called by Run and
	// must not block; nil means that there is never a speaker.
	Audio func() bool

	Limits           Limits
	RefuseWhenHidden bool // answer ErrHidden as real firmware does (decisions 4)
	Look             Look // of what nobody has set
	Light            Light
	Quiet            Quiet
	Apps             []App
	Dwell            time.Duration // of an app in auto mode; 0 = DefaultDwell
	Schedule         []Slot

	Fonts    *fonts.Set
	Icons    IconSource
	Location *time.Location // of wall times
	Clock    WallClock
}

// Monochrome is the PanelType of LEDs that are on or off, with nothing between.
const Monochrome = "monochrome"

// IconSource hands out icons: never nil, never blocking, the same pointer while
// the icon is the same.
type IconSource interface{ Icon(icons.Ref) *icons.Icon }

// Limits of what may be set (decisions 5, limits).
type Limits struct {
	BrightnessRange Range `toml:"brightness_range"`
	BrightnessLimit Range `toml:"brightness_limit"`
	VolumeRange     Range `toml:"volume_range"`
	VolumeLimit     Range `toml:"volume_limit"`
}

// DefaultLimits are those of decisions 5.
var DefaultLimits = Limits{
	BrightnessRange: Range{0, 100}, BrightnessLimit: Range{2, 100},
	VolumeRange: Range{0, 100}, VolumeLimit: Range{0, 100},
}

// Quiet hours: a window of local wall time in which the volume has a maximum
// of its own. Critical notifications are excepted. Start = End is never.
type Quiet struct {
	Start, End TimeOfDay
	Max        int // volume
}

// Slot of the schedule: from At until the next slot the app named App is shown.
type Slot struct {
	At  TimeOfDay
	App string
}

// DefaultDwell is how long an app stays in auto mode.
const DefaultDwell = 20 * time.Second

// App is something to look at when no notification is there. Its methods are
// called on the device's goroutine only: no locks, and they must not block.
type App interface {
	Name() string                                 // package, as com.lametric.clock
	View(now time.Time) (v View, again time.Time) // zero again = until something changes
}

// Colored is an App that draws text in the colour of the settings. SetColor is
// called like its other methods: at the start and whenever the colour is set.
type Colored interface{ SetColor(color.RGBA) }

// View is what an app shows. Root is a pointer; the same one is the same
// picture.
type View struct {
	Root  render.Widget
	Start time.Time // t = 0 of Root
}
