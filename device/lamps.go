package device

import (
	"context"
	"errors"
	"fmt"
	"image"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
)

// IndicatorPatch changes the indicators that are not nil; an indicator without a
// colour is switched off.
type IndicatorPatch [note.Indicators]*note.Indicator

// Indicators returns the settings of the indicators.
func (d *Device) Indicators(ctx context.Context) ([note.Indicators]note.Indicator, error) {
	return call(ctx, d, func(s *state) ([note.Indicators]note.Indicator, error) { return s.settings.Indicators, nil })
}

// SetIndicators applies p, all or nothing, and returns the resulting settings.
// Indicators are drawn over everything, transitions included; while the screensaver
// is on, only those with Night are. They survive a restart. Errors: InvalidError
// (joined); a field begins with the number of the indicator, from 1.
func (d *Device) SetIndicators(ctx context.Context, p IndicatorPatch) ([note.Indicators]note.Indicator, error) {
	return call(ctx, d, func(s *state) ([note.Indicators]note.Indicator, error) {
		err := s.setIndicators(p)
		return s.settings.Indicators, err
	})
}

// Mood returns the settings of the mood light; the zero value is off.
func (d *Device) Mood(ctx context.Context) (note.Mood, error) {
	return call(ctx, d, func(s *state) (note.Mood, error) { return s.settings.Mood, nil })
}

// SetMood switches the mood light on, or off with the zero value. It shows over apps and
// screensaver, under streams and notifications, and is dark while the display is off.
// It survives a restart. Errors: InvalidError.
func (d *Device) SetMood(ctx context.Context, m note.Mood) (note.Mood, error) {
	return call(ctx, d, func(s *state) (note.Mood, error) {
		err := s.setMood(m)
		return s.settings.Mood, err
	})
}

func (s *state) setIndicators(p IndicatorPatch) error {
	next, errs := s.settings.Indicators, []error(nil)
	for i, v := range p {
		if v == nil {
			continue
		}
		errs = append(errs, v.Validate(fmt.Sprint(i+1)))
		if next[i] = *v; !v.Color.Set {
			next[i] = note.Indicator{}
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	s.changed = s.changed || next != s.settings.Indicators
	s.settings.Indicators = next
	return nil
}

func (s *state) setMood(m note.Mood) error {
	if !m.IsZero() {
		if err := m.Validate(); err != nil {
			return err
		}
	}
	s.changed = s.changed || m != s.settings.Mood
	s.settings.Mood = m
	return nil
}

// lamps are the pictures of the mood light and the indicators, made when they change.
type lamps struct {
	mood  *render.Fill
	shown [note.Indicators]note.Indicator // the indicators that front shows
	above note.Overlay                    // the overlay that front shows
	front render.Widget                   // nil = none
}

// moodShows reports whether the ground is the mood light. A widget that its app wants
// shown at once has precedence: it rings, or wakes somebody.
func (s *state) moodShows() bool {
	return !s.settings.Mood.IsZero() && s.settings.On && s.stream == nil && s.front() == ""
}

// moodLight returns the picture of the mood light: the same one until the mood changes.
func (s *state) moodLight() render.Widget {
	c := s.settings.Mood.Light().Opaque()
	if s.lamps.mood == nil || s.lamps.mood.Color != c {
		s.lamps.mood = &render.Fill{Bounds: image.Pt(s.cfg.Width, s.cfg.Height), Color: c}
	}
	return s.lamps.mood
}

// overlay returns the look's overlay while a widget shows: notifications have it in
// their frames, and what is on all night does not move.
func (s *state) overlay() note.Overlay {
	if s.visible != nil || s.prompt != nil || s.test != nil || s.shown == "" || s.saverOn || !s.settings.On {
		return note.NoOverlay
	}
	return s.look().Overlay
}

// inFront returns the picture that lies over the ground now, the overlay and over it
// the indicators; the same one until they change, nil for none.
func (s *state) inFront() render.Widget {
	seen := s.settings.Indicators
	for i := range seen {
		if s.saverOn && !seen[i].Night || !s.settings.On || s.test != nil {
			seen[i] = note.Indicator{}
		}
	}
	if over := s.overlay(); seen != s.lamps.shown || over != s.lamps.above {
		s.lamps.shown, s.lamps.above = seen, over
		s.lamps.front = paint.NewFront(image.Pt(s.cfg.Width, s.cfg.Height), over, seen)
	}
	return s.lamps.front
}
