// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"cmp"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/render"
)

// Look is how text and frames are drawn. The zero value of TextColor and of
// ScrollSpeed means the default. The tags are its keys in the configuration.
type Look struct {
	TextColor note.Color `toml:"color"` // of text without its own colour; unset = white
	// of text that does not fit, pixels a second, MinSpeed to MaxSpeed; 0 = render.DefaultSpeed
	ScrollSpeed float64    `toml:"speed"`
	Smooth      bool       `toml:"smooth"`     // scroll between pixels, where the panel has levels of gray
	Transition  Transition `toml:"transition"` // between pictures

	TextEffect note.Effect `toml:"effect"` // of text that names none; EffectDefault = plain. See Look.effect.
	// of effects that name none, as note.Frame.Colors; empty = the effect's own
	TextColors []note.Color    `toml:"colors"`
	Background note.Background `toml:"background"` // of notifications, in frames that name none; zero = nothing
	// over notifications, in frames that name none; over apps, the owner of the look draws it
	Overlay note.Overlay `toml:"overlay"`
}

// effect returns the effect of text that names none. Text with its own colour
// keeps it, without an effect that changes colours.
func (l *Look) effect(colored bool) note.Effect {
	switch l.TextEffect {
	case note.EffectRainbow, note.EffectGradient, note.EffectPalette:
		if colored {
			return note.EffectPlain
		}
	}
	return cmp.Or(l.TextEffect, note.EffectPlain)
}

// Inked returns l for text in the colour c, without effects that would change it.
func (l Look) Inked(c note.Color) Look {
	l.TextColor, l.TextEffect = c, l.effect(true)
	return l
}

// WithoutScenery returns l with neither background nor overlay.
func (l Look) WithoutScenery() Look {
	l.Background, l.Overlay = note.Background{}, note.NoOverlay
	return l
}

// MinSpeed and MaxSpeed bound ScrollSpeed, pixels a second: below 1 does not count as
// scrolling, and nobody can read above 200.
const MinSpeed, MaxSpeed = 1.0, 200.0

// Transition is how one picture replaces another: a style of the renderer, with a
// name for people. The zero value is NoTransition.
type Transition render.Style

// The transitions that the program itself chooses; the others are chosen by name.
const (
	NoTransition    = Transition(render.Cut)    // a cut
	FadeTransition  = Transition(render.Fade)   // cross-fade
	SlideTransition = Transition(render.Slide)  // the new one pushes the old one up
	lastTransition  = Transition(render.Random) // a different one each time
)

var transitionNames = []string{
	render.Cut: "none", render.Fade: "fade", render.Slide: "slide", render.SlideDown: "slide_down",
	render.SlideLeft:  "slide_left",
	render.SlideRight: "slide_right", render.Wipe: "wipe", render.Darken: "darken", render.Zoom: "zoom",
	render.Rotate:   "rotate",
	render.Pixelate: "pixelate", render.Curtain: "curtain", render.Ripple: "ripple", render.Blink: "blink",
	render.Reload:   "reload",
	render.Dissolve: "dissolve", render.Blinds: "blinds", render.Iris: "iris", render.Checker: "checker",
	render.Random: "random",
}

// Transitions returns the names of all transitions, "none" first.
func Transitions() []string { return slices.Clone(transitionNames) }

// Valid reports whether t is one of the transitions.
func (t Transition) Valid() bool { return t <= lastTransition }

func (t Transition) String() string { return enum.Name(transitionNames, t) }

// ParseTransition is the inverse of String.
func ParseTransition(s string) (Transition, error) { return enum.Parse[Transition](transitionNames, s) }

// MarshalText returns the text of String.
func (t Transition) MarshalText() ([]byte, error) { return enum.Marshal(transitionNames, t) }

// UnmarshalText is the inverse of MarshalText.
func (t *Transition) UnmarshalText(text []byte) error {
	return enum.Unmarshal(transitionNames, text, t)
}

// How long a transition takes: long enough to be seen, too short to be annoying.
// Transitions in two halves, or pixel by pixel, take longer.
const transitionTime, longTransitionTime = 300 * time.Millisecond, 500 * time.Millisecond

// Render returns t for the renderer.
func (t Transition) Render() render.Transition {
	if t <= Transition(render.SlideRight) {
		return render.Transition{Style: render.Style(t), For: transitionTime}
	}
	return render.Transition{Style: render.Style(t), For: longTransitionTime}
}

// WithDefaults returns l with every zero replaced by its default.
func (l Look) WithDefaults() Look {
	if !l.TextColor.Set {
		l.TextColor = note.Color{R: 255, G: 255, B: 255, Set: true}
	}
	l.ScrollSpeed = cmp.Or(l.ScrollSpeed, render.DefaultSpeed)
	return l
}
