// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/say"
)

// Look returns how text and frames are drawn, with all defaults filled in.
func (d *Device) Look(ctx context.Context) (paint.Look, error) {
	return call(ctx, d, func(s *state) (paint.Look, error) { return s.look(), nil })
}

// SetLook applies p, all or nothing, and returns the new look. Apps use it at once,
// notifications from the next one on. Errors: InvalidError (joined).
func (d *Device) SetLook(ctx context.Context, p LookPatch) (paint.Look, error) {
	return call(ctx, d, func(s *state) (paint.Look, error) {
		changed, err := s.set.look(p)
		if s.mark(changed); changed {
			s.apps.style(s.look())
		}
		return s.look(), err
	})
}

// look stores what p changes, and reports whether anything is different; the rest stays as
// configured.
func (c *choices) look(p LookPatch) (changed bool, err error) {
	if err := p.Validate(); err != nil {
		return false, err
	}
	next := c.Look
	keep(&next.TextColor, p.TextColor)
	keep(&next.ScrollSpeed, p.ScrollSpeed)
	keep(&next.Smooth, p.Smooth)
	keep(&next.Transition, p.Transition)
	keep(&next.TextEffect, p.TextEffect)
	if p.TextColors != nil {
		next.TextColors = new(slices.Clone(*p.TextColors))
	}
	keep(&next.Background, p.Background)
	keep(&next.Overlay, p.Overlay)
	changed = !reflect.DeepEqual(next, c.Look)
	c.Look = next
	return changed, nil
}

// Region returns how people write where the device stands, with all defaults filled in.
func (d *Device) Region(ctx context.Context) (Region, error) {
	return call(ctx, d, func(s *state) (Region, error) { return s.region(), nil })
}

// Words returns how d itself speaks on its panel: in the language of its region.
// Without an answer before ctx ends it speaks English.
func (d *Device) Words(ctx context.Context) *say.Words {
	w, err := call(ctx, d, func(s *state) (*say.Words, error) { return say.In(s.region().Language), nil })
	if err != nil {
		return say.In("")
	}
	return w
}

// SetRegion applies p, all or nothing, and returns the new region, which every app follows
// at once. It survives a restart. Errors: InvalidError (joined).
func (d *Device) SetRegion(ctx context.Context, p RegionPatch) (Region, error) {
	return call(ctx, d, func(s *state) (Region, error) {
		next, err := s.region().Patched(p)
		if changed := err == nil && next != s.set.Region; changed {
			s.set.Region = next
			s.mark(changed)
			s.apps.locate(next)
		}
		return s.region(), err
	})
}

// SetZone has every wall time of the device in another zone from now on. It does not survive a restart.
func (d *Device) SetZone(ctx context.Context, at *time.Location) error {
	return perform(ctx, d, func(s *state, _ time.Time) {
		s.cfg.Zone.Set(at)
		s.widgets.Reconfigure()
		s.apps.locate(s.region())
	})
}

// IndicatorPatch changes the indicators that are not nil; an indicator without a
// colour is switched off.
type IndicatorPatch [note.Indicators]*note.Indicator

// Indicators returns the settings of the indicators.
func (d *Device) Indicators(ctx context.Context) ([note.Indicators]note.Indicator, error) {
	return call(ctx, d, func(s *state) ([note.Indicators]note.Indicator, error) { return s.set.Indicators, nil })
}

// SetIndicators applies p, all or nothing, and returns the resulting settings.
// Indicators are drawn over everything, transitions included; while the screensaver
// is on, only those with Night are. They survive a restart. Errors: InvalidError
// (joined); a field begins with the number of the indicator, from 1.
func (d *Device) SetIndicators(ctx context.Context, p IndicatorPatch) ([note.Indicators]note.Indicator, error) {
	return call(ctx, d, func(s *state) ([note.Indicators]note.Indicator, error) {
		changed, err := s.set.indicators(p)
		s.mark(changed)
		return s.set.Indicators, err
	})
}

func (c *choices) indicators(p IndicatorPatch) (changed bool, err error) {
	next, errs := c.Indicators, []error(nil)
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
		return false, err
	}
	changed = next != c.Indicators
	c.Indicators = next
	return changed, nil
}

// Mood returns the settings of the mood light; the zero value is off.
func (d *Device) Mood(ctx context.Context) (note.Mood, error) {
	return call(ctx, d, func(s *state) (note.Mood, error) { return s.set.Mood, nil })
}

// SetMood switches the mood light on, or off with the zero value. It shows over apps and
// screensaver, under streams and notifications, and is dark while the display is off.
// It survives a restart. Errors: InvalidError.
func (d *Device) SetMood(ctx context.Context, m note.Mood) (note.Mood, error) {
	return call(ctx, d, func(s *state) (note.Mood, error) {
		changed, err := s.set.mood(m)
		s.mark(changed)
		return s.set.Mood, err
	})
}

func (c *choices) mood(m note.Mood) (changed bool, err error) {
	if !m.IsZero() {
		if err := m.Validate(); err != nil {
			return false, err
		}
	}
	changed = m != c.Mood
	c.Mood = m
	return changed, nil
}

// LookPatch changes the fields that are not nil.
type LookPatch struct {
	TextColor   *note.Color       `json:"text_color,omitempty"`
	ScrollSpeed *float64          `json:"scroll_speed,omitempty"`
	Smooth      *bool             `json:"smooth,omitempty"`
	Transition  *paint.Transition `json:"transition,omitempty"`

	TextEffect *note.Effect     `json:"text_effect,omitempty"`
	TextColors *[]note.Color    `json:"text_colors,omitempty"` // none, or 2 to note.MaxColors
	Background *note.Background `json:"background,omitempty"`
	Overlay    *note.Overlay    `json:"overlay,omitempty"`
}

// Over returns l changed by p.
func (p LookPatch) Over(l paint.Look) paint.Look {
	override(&l.TextColor, p.TextColor)
	override(&l.ScrollSpeed, p.ScrollSpeed)
	override(&l.Smooth, p.Smooth)
	override(&l.Transition, p.Transition)
	override(&l.TextEffect, p.TextEffect)
	override(&l.TextColors, p.TextColors)
	override(&l.Background, p.Background)
	override(&l.Overlay, p.Overlay)
	return l
}

func override[T any](v, by *T) {
	if by != nil {
		*v = *by
	}
}

// Validate checks what p changes. The error joins an InvalidError for every
// error; fields have their names in the API.
func (p LookPatch) Validate() error {
	var errs []error
	if c := p.TextColor; c != nil && !c.Set {
		errs = append(errs, note.Invalid("text_color", "is not a colour"))
	}
	if v := p.ScrollSpeed; v != nil && !(*v >= paint.MinSpeed && *v <= paint.MaxSpeed) { // nor NaN
		errs = append(errs, note.Outside[float64]("scroll_speed", *v, paint.MinSpeed, paint.MaxSpeed))
	}
	if t := p.Transition; t != nil && !t.Valid() {
		errs = append(errs, note.Invalid("transition", "%d is unknown", *t))
	}
	return errors.Join(append(errs, p.validateScenery()...)...)
}

// validateScenery checks effect, background and overlay.
func (p LookPatch) validateScenery() (errs []error) {
	if e := p.TextEffect; e != nil && !e.Valid() {
		errs = append(errs, note.Invalid("text_effect", "%d is unknown", *e))
	}
	if list := p.TextColors; list != nil {
		errs = append(errs, note.ValidateColors("text_colors", *list))
	}
	if b := p.Background; b != nil {
		errs = append(errs, b.Validate("background"))
	}
	if o := p.Overlay; o != nil && !o.Valid() {
		errs = append(errs, note.Invalid("overlay", "%d is unknown", *o))
	}
	return errs
}

// keep makes *to point to a copy of v, since the caller may change *v.
func keep[T any](to **T, v *T) {
	if v != nil {
		*to = new(*v)
	}
}
