// SPDX-License-Identifier: Apache-2.0

package device

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"time"

	"github.com/ledpost/ledpost/device/ambient"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/widgets"
)

// Saved is the state that survives the process: settings, identity, notifications, and
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
	Called bool // a call has made what has changed since the value before, and not the device by itself

	// Since and Touched are the keeper's: the version of the program that has touched the
	// settings, and which of them calls have changed in it, as paths of their names.
	Since   string
	Touched []string
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
	Reason       string            `json:"reason,omitempty"`   // why it differs from the posted notification
	Priority     note.Priority     `json:"priority,omitempty"` // of Notification
	Notification note.Notification `json:"notification"`

	Stored *Stored `json:"-"` // where the keeper has Notification; nil = nowhere
}

// Later reports whether the notification of e is still to be read: it is zero, and comes
// with Device.Arrive. Its place in the queue is known from the beginning.
func (e *SavedEntry) Later() bool { return e.Stored != nil && len(e.Notification.Frames) == 0 }

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

func (e SavedEnd) item() Item {
	return Item{
		ID: e.ID, Created: e.Created, Updated: e.Updated, Expires: e.Expires, Outcome: e.Outcome, Reason: e.Reason,
		Notification: note.Notification{Origin: e.Origin, Priority: e.Priority, IconType: e.IconType, Cycles: e.Cycles},
	}
}

// Stored says where the keeper has the content of a notification. It is the keeper's
// own: the device hands it back as it was, so that the stored form need be neither
// read nor written again. It never changes.
type Stored struct {
	JSON  json.RawMessage // that stands for the content
	Files []string        // that it leads to; unknown until the content has been read
}

// Settings are changed by clients.
type Settings struct {
	On             bool           `json:"on"`
	Brightness     int            `json:"brightness"`
	BrightnessMode BrightnessMode `json:"brightness_mode"`
	BrightnessBias int            `json:"brightness_bias,omitempty"` // percent; 0 = as the curve of the light
	Volume         int            `json:"volume"`
	Mode           Mode           `json:"mode"`
	// id of the widget that was activated last; in old versions, a package
	App    string         `json:"app,omitempty"`
	Apps   AppSettings    `json:"apps,omitzero"`
	Saver  SaverSettings  `json:"screensaver"`
	Look   LookPatch      `json:"look,omitzero"` // the fields that were set
	Mood   note.Mood      `json:"mood,omitzero"`
	Region Region         `json:"region,omitzero"`
	Night  NightSettings  `json:"night,omitzero"`  // zero = nobody has set a night
	Quiet  *QuietSettings `json:"quiet,omitempty"` // nil = nobody has set them; never modified in place
	New    bool           `json:"new,omitempty"`   // nobody has used the device yet
	// Greeted says that the film of the first start was shown
	Greeted bool `json:"greeted,omitempty"`
	// Welcome is the step of the page's welcome that comes next, as the page calls it; "" = it has not begun
	Welcome string `json:"welcome,omitempty"`

	Indicators [note.Indicators]note.Indicator `json:"indicators,omitzero"`
}

// DefaultSettings are the settings of a new device.
var DefaultSettings = Settings{
	On: true, Brightness: 60, BrightnessMode: AutoBrightness, Volume: 50,
	Saver: SaverSettings{Last: TimeBased, Brightness: ambient.DefaultSaverBrightness, Start: TimeOfDay(22 * time.Hour),
		End: TimeOfDay(6 * time.Hour)},
}

// Fresh returns the state of a new device, with its own identity.
func Fresh() Saved {
	settings := DefaultSettings
	settings.New = true
	return Saved{Identity: NewIdentity(), Settings: settings}
}

// AppSettings are the settings of apps made by clients. The zero value stands for the
// configuration's.
type AppSettings struct {
	Widgets  []WidgetSettings `json:"widgets,omitempty"`
	Schedule []Block          `json:"schedule,omitempty"`
	Planned  bool             `json:"planned,omitempty"` // Schedule was set, possibly to an empty one
}

// Identity is generated once and kept (docs/decisions.md 5, device).
type Identity struct {
	ID     string `json:"id"`     // decimal
	Serial string `json:"serial"` // [A-Z0-9]{4,32}
	UUID   string `json:"uuid"`   // of the SSDP description, 8-4-4-4-12 hex digits
	Name   string `json:"name"`   // user-given
}

var (
	idForm     = regexp.MustCompile(`^[0-9]{1,18}$`)
	serialForm = regexp.MustCompile(`^[A-Z0-9]{4,32}$`)
	uuidForm   = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
)

// Fill takes from another Identity the fields that are missing or invalid in id, and
// reports whether id was complete.
func (id *Identity) Fill(from Identity) (whole bool) {
	whole = true
	take := func(form *regexp.Regexp, to *string, from string) {
		if !form.MatchString(*to) {
			*to, whole = from, false
		}
	}
	take(idForm, &id.ID, from.ID)
	take(serialForm, &id.Serial, from.Serial)
	take(uuidForm, &id.UUID, from.UUID)
	id.Name = cmp.Or(id.Name, from.Name)
	return whole
}

// NewIdentity returns an identity that no other device has.
func NewIdentity() Identity {
	const serial = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	b := make([]byte, 16)
	_, _ = rand.Read(b) // never fails
	letters := make([]byte, 16)
	for i := range letters {
		letters[i] = serial[b[i]%32]
	}
	id, _ := rand.Int(rand.Reader, big.NewInt(900_000_000))
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80 // RFC 9562, version 4
	return Identity{
		ID: fmt.Sprint(100_000_000 + id.Int64()), Serial: "LP" + string(letters), Name: "ledpost",
		UUID: fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:16]),
	}
}

// Mend resets every setting that is out of its range to the default, and returns
// an InvalidError for each.
func (s *Settings) Mend() (faults []error) {
	percent := func(field string, v *int, otherwise int) {
		if *v < 0 || *v > 100 {
			faults = append(faults, note.Invalid(field, "%d, want 0 to 100", *v))
			*v = otherwise
		}
	}
	percent("brightness", &s.Brightness, DefaultSettings.Brightness)
	percent("screensaver.brightness", &s.Saver.Brightness, DefaultSettings.Saver.Brightness)
	percent("volume", &s.Volume, DefaultSettings.Volume)
	if b := s.BrightnessBias; ambient.Bias.Clamp(b) != b {
		faults = append(faults, note.Outside("brightness_bias", b, ambient.Bias.Min, ambient.Bias.Max))
		s.BrightnessBias = 0
	}
	if q := s.Quiet; q != nil {
		if err := (QuietPatch{Start: &q.Start, End: &q.End, Volume: &q.Volume}).Validate(); err != nil {
			faults, s.Quiet = append(faults, fmt.Errorf("quiet: %w", err)), nil
		}
	}
	if n := s.Night; n != (NightSettings{}) {
		percent("night.brightness", &s.Night.Brightness, DefaultSettings.Saver.Brightness)
		if err := (NightPatch{From: &n.From, To: &n.To, Color: &n.Color}).Validate(); err != nil {
			faults, s.Night = append(faults, fmt.Errorf("night: %w", err)), NightSettings{}
		}
	}
	for _, err := range s.Region.Mend() {
		faults = append(faults, fmt.Errorf("region: %w", err))
	}
	kept, bad := widgets.Repair("apps.widgets", s.Apps.Widgets)
	s.Apps.Widgets, faults = kept, append(faults, bad...)
	if n := len(s.Apps.Schedule); n > MaxBlocks {
		faults = append(faults, note.Invalid("apps.schedule", "%d blocks, at most %d are allowed", n, MaxBlocks))
		s.Apps.Schedule = s.Apps.Schedule[:MaxBlocks]
	}
	faults = append(faults, s.Look.mend()...)
	return append(faults, s.mendLamps()...)
}

// mend resets invalid fields to the configuration's.
func (p *LookPatch) mend() (faults []error) {
	mendField(&faults, &p.TextColor, LookPatch{TextColor: p.TextColor})
	mendField(&faults, &p.ScrollSpeed, LookPatch{ScrollSpeed: p.ScrollSpeed})
	mendField(&faults, &p.Transition, LookPatch{Transition: p.Transition})
	mendField(&faults, &p.TextEffect, LookPatch{TextEffect: p.TextEffect})
	mendField(&faults, &p.TextColors, LookPatch{TextColors: p.TextColors})
	mendField(&faults, &p.Background, LookPatch{Background: p.Background})
	mendField(&faults, &p.Overlay, LookPatch{Overlay: p.Overlay})
	return faults
}

// mendField resets v if alone, which changes nothing else, is invalid.
func mendField[T any](faults *[]error, v **T, alone LookPatch) {
	if err := alone.Validate(); err != nil {
		*faults, *v = append(*faults, err), nil
	}
}

// mendLamps switches off invalid lamps.
func (s *Settings) mendLamps() (faults []error) {
	if err := s.Mood.Validate(); err != nil && !s.Mood.IsZero() {
		faults, s.Mood = append(faults, fmt.Errorf("mood: %w", err)), note.Mood{}
	}
	for i := range s.Indicators {
		if err := s.Indicators[i].Validate(fmt.Sprintf("indicators[%d]", i)); err != nil {
			faults, s.Indicators[i] = append(faults, err), note.Indicator{}
		}
	}
	return faults
}
