// SPDX-License-Identifier: Apache-2.0

package device

import (
	"errors"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
)

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
		c := *v
		*to = &c
	}
}
