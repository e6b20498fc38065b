// SPDX-License-Identifier: Apache-2.0

package ambient

import (
	"errors"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/walltime"
)

// Quiet are the quiet hours: a window of local wall time with its own maximum
// volume. Critical notifications are exempt.
type Quiet struct {
	walltime.Window
	Max int // volume
}

// QuietHours are the quiet hours as clients see them, in local wall time.
type QuietHours struct {
	QuietSettings
	Active bool // they hold now
}

// QuietSettings are the quiet hours that a client has set. They replace the quiet
// hours of the configuration as a whole.
type QuietSettings struct {
	Enabled bool               `json:"enabled"`
	Start   walltime.TimeOfDay `json:"start"`
	End     walltime.TimeOfDay `json:"end"`    // outside; the same as Start means never
	Volume  int                `json:"volume"` // highest one, 0 to 100, unless a sound is critical
}

// QuietPatch changes the fields that are not nil.
type QuietPatch struct {
	Enabled    *bool
	Start, End *walltime.TimeOfDay
	Volume     *int // 0 to 100
}

// proposed are the times of quiet hours that nobody has set.
var proposed = walltime.Window{Start: walltime.TimeOfDay(22 * time.Hour), End: walltime.TimeOfDay(7 * time.Hour)}

// Validate checks what p changes. The error joins an InvalidError for every error;
// fields have their names in the API.
func (p QuietPatch) Validate() error {
	errs := []error{checkTime("start", p.Start), checkTime("end", p.End)}
	if v := p.Volume; v != nil && (*v < 0 || *v > 100) {
		errs = append(errs, note.Outside("volume", *v, 0, 100))
	}
	return errors.Join(errs...)
}

// checkTime checks a time of day that may be absent.
func checkTime(field string, t *walltime.TimeOfDay) error {
	if t != nil && !t.Valid() {
		return note.Invalid(field, "is not a time of day")
	}
	return nil
}

// Quiet hours that hold: a client's, else the configuration's, which the night joins.
func (r *Rules) quiet() QuietSettings {
	if set := r.Quiet; set != nil {
		return *set
	}
	q := QuietSettings{Enabled: r.configured.Start != r.configured.End, Start: r.configured.Start,
		End: r.configured.End, Volume: r.configured.Max}
	if !q.Enabled {
		q.Start, q.End = proposed.Start, proposed.End
	}
	return q
}

// quietStep reports whether the quiet hours hold at now, and when that may change: they
// never hold while the clock can be wrong.
func (r *Rules) quietStep(now time.Time) (on bool, change time.Time) {
	if q := r.quiet(); q.Enabled {
		on, change = r.place.In(walltime.Window{Start: q.Start, End: q.End}, now), r.place.Next(now, q.Start, q.End)
	}
	if r.nightIsQuiet() {
		night, until := r.saverStep(now)
		return on || night, walltime.Sooner(change, until)
	}
	return on, change
}

// nightIsQuiet reports whether quiet hours follow the night: nobody has set others.
func (r *Rules) nightIsQuiet() bool { return r.Quiet == nil && r.Night.When != NightOff }

// QuietHours returns the quiet hours as they are at now. Quiet hours of a night alone
// have its times.
func (r *Rules) QuietHours(now time.Time) QuietHours {
	q := r.quiet()
	if r.nightIsQuiet() && !q.Enabled {
		s := r.Screensaver(now)
		q.Enabled, q.Start, q.End = true, s.Start, s.End
	}
	on, _ := r.quietStep(now)
	return QuietHours{QuietSettings: q, Active: on}
}

// SetQuiet keeps what p changes, and reports whether anything is different. Errors:
// InvalidError (joined).
func (r *Rules) SetQuiet(p QuietPatch, now time.Time) (changed bool, err error) {
	if err := p.Validate(); err != nil {
		return false, err
	}
	was := r.QuietHours(now).QuietSettings // of the night, too: absent fields stay as they were told
	next := was
	override(&next.Enabled, p.Enabled)
	override(&next.Start, p.Start)
	override(&next.End, p.End)
	override(&next.Volume, p.Volume)
	if changed = next != was; changed {
		r.Quiet = &next // a new value, since the old one may be on its way to the disk
	}
	return changed, nil
}

func override[T any](v, by *T) {
	if by != nil {
		*v = *by
	}
}
