package device

import (
	"encoding/json"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// Saved is what survives the process: settings, identity, notifications, and
// what the apps keep. It shares no mutable data with the device.
type Saved struct {
	At       time.Time // wall clock when it was made
	Unsure   bool      // At is only the last plausible time before that
	Clean    bool      // made at an orderly shutdown
	Unclean  int       // other ends in a row within Boot, each within calm of its start
	Boot     string    // boot of the machine that it was saved in; the keeper's to set; "" = unknown
	Identity Identity
	Reserved uint64 // all notification ids are below this
	Settings Settings
	Waiting  []SavedEntry        // the visible one first
	Ended    []SavedEnd          // oldest first
	Apps     map[string]SavedApp // what the apps keep, by package

	Urgent bool // do not hold back this write
}

// SavedApp is the state that an app keeps.
type SavedApp struct {
	Version int             `json:"version"`          // of the app version that wrote Keep
	Keep    json.RawMessage `json:"keep,omitempty"`   // never modified in place
	Raised  []string        `json:"raised,omitempty"` // keys of its last alerts
}

// SavedEntry is a notification that had not ended.
type SavedEntry struct {
	ID           string            `json:"id"`
	Created      time.Time         `json:"created"`
	Left         time.Duration     `json:"left"`               // of its lifetime
	Visible      bool              `json:"visible,omitempty"`  // its lifetime did not run
	Key          string            `json:"key,omitempty"`      // Idempotency-Key of its POST
	App          string            `json:"app,omitempty"`      // package that raised it, with
	Alert        string            `json:"alert,omitempty"`    // the key of the alert
	Ends         int               `json:"ends,omitempty"`     // unclean ends while it was visible
	Reason       string            `json:"reason,omitempty"`   // why it differs from what was posted
	Priority     note.Priority     `json:"priority,omitempty"` // that of Notification
	Notification note.Notification `json:"notification"`

	Stored *Stored // where the keeper has Notification; nil = nowhere. It has no name in the file
}

// SavedEnd is a notification that ended, without its content.
type SavedEnd struct {
	ID       string        `json:"id"`
	Created  time.Time     `json:"created"`
	Updated  time.Time     `json:"updated"`
	Expires  time.Time     `json:"expires"`
	Origin   note.Origin   `json:"origin,omitempty"`
	Priority note.Priority `json:"priority,omitempty"`
	IconType note.IconType `json:"icon_type,omitempty"`
	Cycles   int           `json:"cycles"`
	Outcome  note.Outcome  `json:"outcome"`
	Reason   string        `json:"reason,omitempty"`
}

// Settings are what clients change.
type Settings struct {
	On             bool           `json:"on"`
	Brightness     int            `json:"brightness"`
	BrightnessMode BrightnessMode `json:"brightness_mode"`
	Volume         int            `json:"volume"`
	Mode           Mode           `json:"mode"`
	App            string         `json:"app,omitempty"` // id of the widget that was activated last; in old versions, a package
	Apps           AppSettings    `json:"apps,omitzero"`
	Saver          SaverSettings  `json:"screensaver"`
	Look           LookPatch      `json:"look,omitzero"` // the fields that were set
	Mood           note.Mood      `json:"mood,omitzero"`
	Quiet          *QuietSettings `json:"quiet,omitempty"` // nil = nobody has set them; never modified in place
	New            bool           `json:"new,omitempty"`   // nobody has used the device yet

	Indicators [note.Indicators]note.Indicator `json:"indicators,omitzero"`
}

// SaverSettings are the settings of the screensaver.
type SaverSettings struct {
	Enabled    bool      `json:"enabled"`
	TimeBased  bool      `json:"time_based"`
	WhenDark   bool      `json:"when_dark"`
	Last       SaverMode `json:"last"`             // mode that was enabled last
	Widget     string    `json:"widget,omitempty"` // id; "" = the first of the first app
	Brightness int       `json:"brightness"`       // percent, never above the display's own; 0 = dark
	Start      TimeOfDay `json:"start"`
	End        TimeOfDay `json:"end"`
}

// saverBrightness is the default, in percent: below the darkest point of
// DefaultCurve, so that the screensaver is darker than the clock in any room.
const saverBrightness = 3

// DefaultSettings are the settings of a new device.
var DefaultSettings = Settings{
	On: true, Brightness: 60, BrightnessMode: AutoBrightness, Volume: 50,
	Saver: SaverSettings{Last: TimeBased, Brightness: saverBrightness, Start: TimeOfDay(22 * time.Hour), End: TimeOfDay(6 * time.Hour)},
}

// within returns s with its percentages limited to l, which may have been lowered
// since they were set.
func (s Settings) within(l *Limits) Settings {
	s.Brightness, s.Volume = l.Brightness().clamp(s.Brightness), l.Volume().clamp(s.Volume)
	s.Saver.Brightness = l.Brightness().clamp(s.Saver.Brightness)
	return s
}

// Fresh returns the state of a new device, with an identity of its own.
func Fresh() Saved {
	settings := DefaultSettings
	settings.New = true
	return Saved{Identity: NewIdentity(), Settings: settings}
}
