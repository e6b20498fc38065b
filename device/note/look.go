// SPDX-License-Identifier: Apache-2.0

package note

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/render/effects"
)

// Effect is how text is coloured, and whether its colours change. The zero value is
// EffectDefault.
type Effect = enum.Of[textEffects]

const (
	EffectDefault  Effect = iota // the frame's; in a frame EffectPlain
	EffectPlain                  // one colour
	EffectRainbow                // all hues side by side, moving
	EffectGradient               // from the first of the colours to the last, not moving
	EffectPalette                // the whole text in one colour after another
	EffectBlink                  // on and off
	EffectFade                   // from bright to dark and back, gradually
)

type textEffects struct{}

func (textEffects) Words() []string {
	return []string{"", "plain", "rainbow", "gradient", "palette", "blink", "fade"}
}

// Effects returns the names of all effects except EffectDefault, in order.
func Effects() []string { return enum.Named[Effect]() }

// Fit tells how text that is too wide is shown. The zero value is FitSmall.
type Fit = enum.Of[fits]

const (
	FitSmall  Fit = iota // uses smaller letters if the text then fits, else scrolls
	FitScroll            // scrolls
	FitCut               // does not move; what does not fit is cut off
)

type fits struct{}

func (fits) Words() []string { return []string{"small", "scroll", "cut"} }

// Align is how text is aligned in the room that it has. The zero value is
// AlignCenter.
type Align = enum.Of[aligns]

const (
	AlignCenter Align = iota
	AlignLeft
	AlignRight
)

type aligns struct{}

func (aligns) Words() []string { return []string{"center", "left", "right"} }

// Push tells how scrolling text moves the icon beside it. The zero value is
// PushNot.
type Push = enum.Of[pushes]

const (
	PushNot  Push = iota // the icon does not move; the text disappears beside it
	PushOnce             // the text pushes it out, and it stays away
	PushEach             // the text pushes it out, and it returns with each pass
)

type pushes struct{}

func (pushes) Words() []string { return []string{"stay", "leave", "return"} }

// Overlay is the weather, or confetti, in front of a frame. The zero value is NoOverlay.
type Overlay = enum.Of[overlays]

const (
	NoOverlay Overlay = iota
	OverlayRain
	OverlaySnow
	OverlayStorm
	OverlayFrost
	OverlayDrizzle
	OverlayThunder
	OverlayConfetti
)

type overlays struct{}

func (overlays) Words() []string {
	return []string{"", "rain", "snow", "storm", "frost", "drizzle", "thunder", "confetti"}
}

// none is the name in settings for no overlay and no background.
const none = "none"

// ParseOverlayOrNone reads the name of an overlay, with "none" for NoOverlay.
func ParseOverlayOrNone(s string) (Overlay, error) {
	return enum.Parse[Overlay](append([]string{none}, enum.Named[Overlay]()...), s)
}

// Background is an effect or a colour behind a frame. The zero value is no background.
type Background struct {
	Name  string // of an effect of package effects; "" = Color
	Color Color
}

// ParseBackground reads #RRGGBB, or the name of an effect, which it does not check:
// that is up to Validate of [Frame].
func ParseBackground(s string) Background {
	if c, err := ParseColor(s); err == nil {
		return Background{Color: c}
	}
	return Background{Name: s}
}

// IsZero reports whether there is no background.
func (b Background) IsZero() bool { return b == Background{} }

// String is the inverse of ParseBackground.
func (b Background) String() string {
	if b.Name != "" {
		return b.Name
	}
	return b.Color.String()
}

// MarshalText returns the text of String.
func (b Background) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText is the inverse of MarshalText. An unknown name is an error, so that a
// value saved by a later version loses the background and not the frame.
func (b *Background) UnmarshalText(text []byte) error {
	v := ParseBackground(string(text))
	if !v.exists() {
		return fmt.Errorf("%q, %s", text, wantBackground())
	}
	*b = v
	return nil
}

// ParseBackgroundOrNone is ParseBackground with "none" for no background; an unknown
// name is an error that lists the known ones.
func ParseBackgroundOrNone(s string) (Background, error) {
	if s == none {
		return Background{}, nil
	}
	b := ParseBackground(s)
	if s == "" || !b.exists() {
		return Background{}, fmt.Errorf("%q, want none, #RRGGBB or one of %s", s, strings.Join(effects.Backgrounds(), ", "))
	}
	return b, nil
}

// wantBackground lists the possible values.
func wantBackground() string {
	return "want #RRGGBB or one of " + strings.Join(effects.Backgrounds(), ", ")
}

// exists reports whether b can be drawn.
func (b Background) exists() bool {
	return b.Name == "" || slices.Contains(effects.Backgrounds(), b.Name)
}

// Transition is the way in which a frame replaces the picture before. The zero value
// is TransitionDefault; the others are the transitions of the look, by their names.
type Transition = enum.Of[transitions]

const (
	TransitionDefault Transition = iota // the look's
	TransitionNone                      // a cut
	TransitionFade
	TransitionSlide
)

// transitions are the words of a Transition, in the order of the renderer's styles.
type transitions struct{}

func (transitions) Words() []string {
	return []string{
		"", "none", "fade", "slide", "slide_down", "slide_left", "slide_right", "wipe", "darken", "zoom", "rotate",
		"pixelate", "curtain", "ripple", "blink", "reload", "dissolve", "blinds", "iris", "checker", "random",
	}
}

// Transitions returns the names of all transitions except TransitionDefault, in order.
func Transitions() []string { return enum.Named[Transition]() }
