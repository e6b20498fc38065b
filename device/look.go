package device

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
)

// LookPatch changes what is not nil.
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

// Look returns how text and frames are drawn, with all defaults filled in.
func (d *Device) Look(ctx context.Context) (paint.Look, error) {
	return call(ctx, d, func(s *state) (paint.Look, error) { return s.look(), nil })
}

// SetLook applies p, all or nothing, and returns the new look. Apps use it at once,
// notifications from the next one on. Errors: InvalidError (joined).
func (d *Device) SetLook(ctx context.Context, p LookPatch) (paint.Look, error) {
	return call(ctx, d, func(s *state) (paint.Look, error) {
		err := s.setLook(p)
		return s.look(), err
	})
}

// look returns the look of the configuration, overridden by the settings.
func (s *state) look() paint.Look { return s.settings.Look.Over(s.cfg.Look) }

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
		errs = append(errs, note.Invalid("text_color", "is no colour"))
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

// setLook stores what p changes; the rest stays as configured.
func (s *state) setLook(p LookPatch) error {
	if err := p.Validate(); err != nil {
		return err
	}
	next := s.settings.Look
	keep(&next.TextColor, p.TextColor)
	keep(&next.ScrollSpeed, p.ScrollSpeed)
	keep(&next.Smooth, p.Smooth)
	keep(&next.Transition, p.Transition)
	keep(&next.TextEffect, p.TextEffect)
	if p.TextColors != nil {
		list := slices.Clone(*p.TextColors)
		next.TextColors = &list
	}
	keep(&next.Background, p.Background)
	keep(&next.Overlay, p.Overlay)
	s.changed = s.changed || !reflect.DeepEqual(next, s.settings.Look)
	s.settings.Look = next
	s.styleApps()
	return nil
}

// keep makes *to point to a copy of v, since the caller may change *v.
func keep[T any](to **T, v *T) {
	if v != nil {
		c := *v
		*to = &c
	}
}
