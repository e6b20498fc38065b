// SPDX-License-Identifier: Apache-2.0

package ambient

import (
	"errors"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/internal/astro"
	"github.com/ledpost/ledpost/internal/enum"
)

// NightWhen says when it is night. The zero value is NightOff.
type NightWhen = enum.Of[nightWhens]

const (
	NightOff  NightWhen = iota // never: the screensaver's own settings hold
	NightTime                  // from From to To
	NightSun                   // from sunset to sunrise
	NightDark                  // while the light sensor senses darkness
)

type nightWhens struct{}

func (nightWhens) Words() []string { return []string{"off", "time", "sun", "dark"} }

// NightSettings are one switch for screensaver, quiet hours and the look of the night.
// The zero value stands for the proposal while nobody has set a night.
type NightSettings struct {
	When       NightWhen          `json:"when"`
	From       walltime.TimeOfDay `json:"from"` // of NightTime, and of NightSun where the sun is unknown
	To         walltime.TimeOfDay `json:"to"`   // outside; the same as From means never
	Brightness int                `json:"brightness"`
	Color      note.Color         `json:"color"`            // of all that shows
	Widget     string             `json:"widget,omitempty"` // id; "" = the first of the first app
	// what switching the screensaver on brings back; NightOff = nothing
	Back NightWhen `json:"back,omitempty"`
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
	errs := []error{checkTime("from", p.From), checkTime("to", p.To)}
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

// Position is where the device stands, in degrees north and east.
type Position struct{ Latitude, Longitude float64 }

// Screensaver returns the settings of the screensaver as they hold at now: the night's
// settings while it is on.
func (r *Rules) Screensaver(now time.Time) SaverSettings {
	n, s := r.night(), r.Saver
	if n.When == NightOff {
		return s
	}
	s.Enabled, s.TimeBased, s.WhenDark = true, n.When != NightDark, n.When == NightDark
	s.Widget, s.Brightness, s.Start, s.End = n.Widget, n.Brightness, n.From, n.To
	if n.When == NightSun {
		w, _, _ := r.sunNight(now)
		s.Start, s.End = w.Start, w.End
	}
	return s
}

// SaverBrightness returns the brightness of the screensaver, or of the night while that
// is on: percent, as set.
func (r *Rules) SaverBrightness() int {
	if r.Night.When == NightOff {
		return r.Saver.Brightness
	}
	return r.Night.Brightness
}

// NightTint returns the colour of all that shows at night; unset while no night is set.
func (r *Rules) NightTint() note.Color {
	if r.Night.When == NightOff {
		return note.Color{}
	}
	return r.Night.Color
}

// NightNow returns the night as it is at now.
func (r *Rules) NightNow(now time.Time) NightNow {
	n := NightNow{NightSettings: r.night()}
	if n.When == NightOff {
		return n
	}
	n.Active, _ = r.saverStep(now)
	if n.When != NightDark {
		if s := r.Screensaver(now); s.Start != s.End { // else the night never begins
			n.Tonight = &walltime.Window{Start: s.Start, End: s.End}
		}
	}
	return n
}

// sunNight returns the night that holds or is next by the sun, whether it holds, and when
// that changes. Where the place is unknown, or the sun neither rises nor sets, it is the
// night from From to To.
func (r *Rules) sunNight(now time.Time) (w walltime.Window, on bool, change time.Time) {
	n, here, local := r.night(), r.Here, r.place.Local(now)
	w = walltime.Window{Start: n.From, End: n.To}
	if here == nil {
		return w, r.place.In(w, now), r.place.Next(now, w.Start, w.End)
	}
	var begins, ends time.Time       // of the first night that is not over
	for day := -1; day <= 1; day++ { // after midnight the night of yesterday still holds
		_, set, _ := astro.RiseAndSet(local.AddDate(0, 0, day), here.Latitude, here.Longitude)
		rise, _, _ := astro.RiseAndSet(local.AddDate(0, 0, day+1), here.Latitude, here.Longitude)
		if !set.IsZero() && rise.After(now) {
			begins, ends = set, rise
			break
		}
	}
	if begins.IsZero() { // the summers and winters of the far north
		return w, r.place.In(w, now), r.place.Next(now, w.Start, w.End)
	}
	w = walltime.Window{Start: walltime.TimeOfDayAt(begins), End: walltime.TimeOfDayAt(ends)}
	if now.Before(begins) {
		return w, false, begins
	}
	return w, true, ends
}

// setNightSaver applies to next what a client writes of the screensaver while a night is
// set: the night is what it changes.
func (r *Rules) setNightSaver(next *Settings, p *SaverPatch, now time.Time, has func(id string) bool) error {
	was := r.Screensaver(now)
	seen := was
	if err := r.setBrightness("screensaver.brightness", &seen.Brightness, p.Brightness); err != nil {
		return err
	}
	if err := r.setSaver(&seen, p, now, has); err != nil {
		return err
	}
	n := &next.Night
	n.Brightness, n.Widget = seen.Brightness, seen.Widget
	timed := p.Start != nil || p.End != nil
	if timed {
		n.From, n.To = seen.Start, seen.End
	}
	switch { // the clients of the original know no night: their switch is its switch
	case !seen.Enabled || !seen.TimeBased && !seen.WhenDark:
		n.When, n.Back = NightOff, n.When // on again brings the same night
		next.Saver.Enabled, next.Saver.TimeBased, next.Saver.WhenDark = seen.Enabled, seen.TimeBased, seen.WhenDark
	case p.Mode != nil && *p.Mode == WhenDark:
		n.When = NightDark
	case timed || was.WhenDark && seen.TimeBased:
		n.When = NightTime
	}
	return nil
}

// bringBack switches on the night that switching the screensaver off has switched off, if
// that is all that p asks for, and reports whether it did.
func (n *NightSettings) bringBack(p *SaverPatch) bool {
	if n.Back == NightOff || p.Enabled == nil || !*p.Enabled || *p != (SaverPatch{Enabled: p.Enabled}) {
		return false
	}
	n.When, n.Back = n.Back, NightOff
	return true
}
