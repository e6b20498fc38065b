package device

import (
	"context"
	"errors"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// Quiet are the quiet hours: a window of local wall time with its own maximum
// volume. Critical notifications are exempt.
type Quiet struct {
	Window
	Max int // volume
}

// QuietHours are the quiet hours as clients see them, in local wall time.
type QuietHours struct {
	QuietSettings
	Active bool // they hold now
}

// QuietSettings are the quiet hours that a client has set. They win over those of
// the configuration as a whole.
type QuietSettings struct {
	Enabled bool      `json:"enabled"`
	Start   TimeOfDay `json:"start"`
	End     TimeOfDay `json:"end"`    // outside; the same as Start means never
	Volume  int       `json:"volume"` // highest one, 0 to 100, unless a sound is critical
}

// QuietPatch changes the fields that are not nil.
type QuietPatch struct {
	Enabled    *bool
	Start, End *TimeOfDay
	Volume     *int // 0 to 100
}

// proposed are the times of quiet hours that nobody has set.
var proposed = Window{Start: TimeOfDay(22 * time.Hour), End: TimeOfDay(7 * time.Hour)}

// QuietHours returns the quiet hours.
func (d *Device) QuietHours(ctx context.Context) (QuietHours, error) {
	return call(ctx, d, func(s *state) (QuietHours, error) { return s.quietHours(time.Now()), nil })
}

// SetQuietHours applies p, all or nothing, and returns the new quiet hours. They hold
// at once, also for what sounds already. Errors: InvalidError (joined).
func (d *Device) SetQuietHours(ctx context.Context, p QuietPatch) (QuietHours, error) {
	return call(ctx, d, func(s *state) (QuietHours, error) {
		err := s.setQuiet(p)
		return s.quietHours(time.Now()), err
	})
}

// Validate checks what p changes. The error joins an InvalidError for every error;
// fields have their names in the API.
func (p QuietPatch) Validate() error {
	var errs []error
	if t := p.Start; t != nil && !t.Valid() {
		errs = append(errs, note.Invalid("start", "is no time of a day"))
	}
	if t := p.End; t != nil && !t.Valid() {
		errs = append(errs, note.Invalid("end", "is no time of a day"))
	}
	if v := p.Volume; v != nil && (*v < 0 || *v > 100) {
		errs = append(errs, note.Outside("volume", *v, 0, 100))
	}
	return errors.Join(errs...)
}

// quiet returns the settings that hold: a client's, else the configuration's.
func (s *state) quiet() QuietSettings {
	if set := s.settings.Quiet; set != nil {
		return *set
	}
	q := QuietSettings{Enabled: s.cfg.Quiet.Start != s.cfg.Quiet.End, Start: s.cfg.Quiet.Start, End: s.cfg.Quiet.End, Volume: s.cfg.Quiet.Max}
	if !q.Enabled {
		q.Start, q.End = proposed.Start, proposed.End
	}
	return q
}

// isQuiet reports whether the quiet hours hold at now: never while the clock can be
// wrong.
func (s *state) isQuiet(now time.Time) bool {
	q := s.quiet()
	return q.Enabled && s.place.In(Window{Start: q.Start, End: q.End}, now)
}

func (s *state) quietHours(now time.Time) QuietHours {
	return QuietHours{QuietSettings: s.quiet(), Active: s.isQuiet(now)}
}

// setQuiet keeps what p changes. What is kept is a new value, since the old one may
// be on its way to the disk.
func (s *state) setQuiet(p QuietPatch) error {
	if err := p.Validate(); err != nil {
		return err
	}
	next := s.quiet()
	override(&next.Enabled, p.Enabled)
	override(&next.Start, p.Start)
	override(&next.End, p.End)
	override(&next.Volume, p.Volume)
	if next != s.quiet() {
		s.settings.Quiet, s.changed = &next, true
	}
	return nil
}
