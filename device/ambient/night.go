// SPDX-License-Identifier: Apache-2.0

package ambient

import (
	"errors"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/internal/enum"
)

// NightWhen says when it is night. The zero value is NightOff.
type NightWhen uint8

const (
	NightOff  NightWhen = iota // never: the screensaver's own settings hold
	NightTime                  // from From to To
	NightSun                   // from sunset to sunrise
	NightDark                  // while the light sensor senses darkness
)

var nightNames = []string{"off", "time", "sun", "dark"}

func (w NightWhen) String() string { return enum.Name(nightNames, w) }

// ParseNightWhen is the inverse of String.
func ParseNightWhen(s string) (NightWhen, error) { return enum.Parse[NightWhen](nightNames, s) }

// MarshalText gives the word of String.
func (w NightWhen) MarshalText() ([]byte, error) { return enum.Marshal(nightNames, w) }

// UnmarshalText is the inverse of MarshalText.
func (w *NightWhen) UnmarshalText(text []byte) error { return enum.Unmarshal(nightNames, text, w) }

// NightSettings are one switch for screensaver, quiet hours and the look of the night.
// The zero value stands for the proposal while nobody has set a night.
type NightSettings struct {
	When       NightWhen          `json:"when"`
	From       walltime.TimeOfDay `json:"from"` // of NightTime, and of NightSun where the sun is unknown
	To         walltime.TimeOfDay `json:"to"`   // outside; the same as From means never
	Brightness int                `json:"brightness"`
	Color      note.Color         `json:"color"`            // of all that shows
	Widget     string             `json:"widget,omitempty"` // id; "" = the first of the first app
	Back       NightWhen          `json:"back,omitempty"`   // what switching the screensaver on brings back; NightOff = nothing
}

// NightPatch changes the fields that are not nil.
type NightPatch struct {
	When       *NightWhen
	From, To   *walltime.TimeOfDay
	Brightness *int // 0 to 100, within the limits of the display
	Color      *note.Color
	Widget     *string // id of the widget to show; "" = the first of the first app
}

// NightNow is the night as clients see it, in local wall time.
type NightNow struct {
	NightSettings
	Active  bool             // it is night
	Tonight *walltime.Window // of the night that holds or is next; nil = it has no times
}

// nightColor keeps eyes used to the dark: rods hardly see red.
var nightColor = note.Color{R: 255, Set: true}

// Validate checks what p changes, but for the brightness, whose limits it does not know,
// and the widget. The error joins an InvalidError for every error; fields have their
// names in the API.
func (p NightPatch) Validate() error {
	var errs []error
	for _, t := range []struct {
		field string
		at    *walltime.TimeOfDay
	}{{"from", p.From}, {"to", p.To}} {
		if t.at != nil && !t.at.Valid() {
			errs = append(errs, note.Invalid(t.field, "is not a time of day"))
		}
	}
	if c := p.Color; c != nil && !c.Set {
		errs = append(errs, note.Invalid("color", "is not a colour"))
	}
	return errors.Join(errs...)
}

// night returns the settings of the night, or the screensaver's as a proposal.
func (r *Rules) night() NightSettings {
	if n := r.Night; n.Color.Set {
		return n
	}
	s := &r.Saver
	return NightSettings{From: s.Start, To: s.End, Brightness: s.Brightness, Color: nightColor, Widget: s.Widget}
}

// SetNight keeps what p changes, and reports whether anything is different. A night
// replaces a screensaver that is on. has reports whether there is a widget of that id.
// Errors: InvalidError (joined).
func (r *Rules) SetNight(p NightPatch, has func(id string) bool) (changed bool, err error) {
	next := r.night()
	errs := []error{p.Validate(), r.setBrightness("brightness", &next.Brightness, p.Brightness)}
	if id := p.Widget; id != nil && *id != "" && !has(*id) {
		errs = append(errs, note.Invalid("widget", "there is no widget %q", note.Short(*id)))
	}
	if err := errors.Join(errs...); err != nil {
		return false, err
	}
	override(&next.When, p.When)
	override(&next.From, p.From)
	override(&next.To, p.To)
	override(&next.Color, p.Color)
	override(&next.Widget, p.Widget)
	if p.When != nil { // a choice ends what the screensaver's switch would have brought back
		next.Back = NightOff
	}
	was := r.Settings
	if changed = next != r.night(); changed { // the proposal alone is not kept: it follows the screensaver
		r.Night = next
	}
	if next.When != NightOff {
		r.Saver.Enabled = false
	}
	return r.Settings != was, nil
}
