package device

import (
	"context"
	"errors"
	"reflect"
	"time"

	"github.com/ledpost/ledpost/render"
)

// Look is how text and frames are drawn. The zero value of TextColor and of
// ScrollSpeed means the default.
type Look struct {
	TextColor   Color      // of text that has none of its own; unset = white
	ScrollSpeed float64    // of text that does not fit, pixels a second, MinSpeed to MaxSpeed; 0 = render.DefaultSpeed
	Smooth      bool       // scroll between pixels, where the panel has levels of gray
	Transition  Transition // between what is shown
}

// LookPatch changes what is not nil.
type LookPatch struct {
	TextColor   *Color      `json:"text_color,omitempty"`
	ScrollSpeed *float64    `json:"scroll_speed,omitempty"`
	Smooth      *bool       `json:"smooth,omitempty"`
	Transition  *Transition `json:"transition,omitempty"`
}

// MinSpeed and MaxSpeed bound ScrollSpeed, pixels a second: slower than one is
// no scrolling, faster than 200 nobody reads.
const MinSpeed, MaxSpeed = 1.0, 200.0

// Transition is how a picture takes over from the one before. The zero value is
// NoTransition.
type Transition uint8

const (
	NoTransition    Transition = iota // a cut
	FadeTransition                    // the one into the other
	SlideTransition                   // the new one pushes the old one up
)

var transitionNames = []string{"none", "fade", "slide"}

func (t Transition) String() string { return name(transitionNames, t) }

// ParseTransition is the inverse of String.
func ParseTransition(s string) (Transition, error) { return parse[Transition](transitionNames, s) }

// transitionTime is how long a transition takes: long enough to be seen, too
// short to be waited for.
const transitionTime = 300 * time.Millisecond

// enter is t for the renderer.
func (t Transition) enter() render.Transition {
	styles := [...]render.Style{NoTransition: render.Cut, FadeTransition: render.Fade, SlideTransition: render.Slide}
	return render.Transition{Style: styles[t], For: transitionTime}
}

// Look returns how text and frames are drawn, with no field left to a default.
func (d *Device) Look(ctx context.Context) (Look, error) {
	return call(ctx, d, func(s *state) (Look, error) { return s.look(), nil })
}

// SetLook applies p, whole or not at all, and returns the new look. Apps have
// it at once, notifications from the next one on. Errors: InvalidError (joined).
func (d *Device) SetLook(ctx context.Context, p LookPatch) (Look, error) {
	return call(ctx, d, func(s *state) (Look, error) {
		err := s.setLook(p)
		return s.look(), err
	})
}

// look is the configuration's, with what was set over it.
func (s *state) look() Look { return s.settings.Look.over(s.cfg.Look) }

// complete is l with its defaults.
func (l Look) complete() Look {
	if !l.TextColor.Set {
		l.TextColor = Color{255, 255, 255, true}
	}
	if l.ScrollSpeed == 0 {
		l.ScrollSpeed = render.DefaultSpeed
	}
	return l
}

// over is l changed by p.
func (p LookPatch) over(l Look) Look {
	override(&l.TextColor, p.TextColor)
	override(&l.ScrollSpeed, p.ScrollSpeed)
	override(&l.Smooth, p.Smooth)
	override(&l.Transition, p.Transition)
	return l
}

func override[T any](v, by *T) {
	if by != nil {
		*v = *by
	}
}

// Validate checks what p changes. The error joins an InvalidError for every
// fault; fields have the names of the wire.
func (p LookPatch) Validate() error {
	var errs []error
	if c := p.TextColor; c != nil && !c.Set {
		errs = append(errs, invalid("text_color", "is no colour"))
	}
	if v := p.ScrollSpeed; v != nil && !(*v >= MinSpeed && *v <= MaxSpeed) { // nor NaN
		errs = append(errs, outside[float64]("scroll_speed", *v, MinSpeed, MaxSpeed))
	}
	if t := p.Transition; t != nil && *t > SlideTransition {
		errs = append(errs, invalid("transition", "%d is unknown", *t))
	}
	return errors.Join(errs...)
}

// setLook keeps what p changes; the rest stays the configuration's.
func (s *state) setLook(p LookPatch) error {
	if err := p.Validate(); err != nil {
		return err
	}
	next := s.settings.Look
	keep(&next.TextColor, p.TextColor)
	keep(&next.ScrollSpeed, p.ScrollSpeed)
	keep(&next.Smooth, p.Smooth)
	keep(&next.Transition, p.Transition)
	s.changed = s.changed || !reflect.DeepEqual(next, s.settings.Look)
	s.settings.Look = next
	s.styleApps()
	return nil
}

// keep makes *to a copy of v, which may be the caller's to change.
func keep[T any](to **T, v *T) {
	if v != nil {
		c := *v
		*to = &c
	}
}
