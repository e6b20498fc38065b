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
type Effect uint8

const (
	EffectDefault  Effect = iota // the frame's; in a frame EffectPlain
	EffectPlain                  // one colour
	EffectRainbow                // all hues side by side, moving
	EffectGradient               // from the first of the colours to the last, not moving
	EffectPalette                // the whole text in one colour after another
	EffectBlink                  // on and off
	EffectFade                   // from bright to dark and back, gradually
)

var effectNames = []string{"", "plain", "rainbow", "gradient", "palette", "blink", "fade"}

// String returns the name in the API, "" for EffectDefault.
func (e Effect) String() string { return enum.Name(effectNames, e) }

// ParseEffect is the inverse of String, except for EffectDefault, which has no name.
func ParseEffect(s string) (Effect, error) { return parseNamed[Effect](effectNames, s) }

// parseNamed is enum.Parse for enums whose zero value has no name.
func parseNamed[T ~uint8](names []string, s string) (T, error) {
	v, err := enum.Parse[T](names[1:], s)
	if err != nil {
		return 0, err
	}
	return v + 1, nil
}

// Effects returns the names of all effects except EffectDefault, in order.
func Effects() []string { return append([]string(nil), effectNames[1:]...) }

// Valid reports whether e is one of the effects, or EffectDefault.
func (e Effect) Valid() bool { return int(e) < len(effectNames) }

// MarshalText returns the text of String.
func (e Effect) MarshalText() ([]byte, error) { return enum.Marshal(effectNames, e) }

// UnmarshalText is the inverse of MarshalText.
func (e *Effect) UnmarshalText(text []byte) error { return enum.Unmarshal(effectNames, text, e) }

// Fit tells how text that is too wide is shown. The zero value is FitSmall.
type Fit uint8

const (
	FitSmall  Fit = iota // uses smaller letters if the text then fits, else scrolls
	FitScroll            // scrolls
	FitCut               // does not move; what does not fit is cut off
)

var fitNames = []string{"small", "scroll", "cut"}

// String returns the name in the API.
func (f Fit) String() string { return enum.Name(fitNames, f) }

// ParseFit is the inverse of String.
func ParseFit(s string) (Fit, error) { return enum.Parse[Fit](fitNames, s) }

// MarshalText returns the text of String.
func (f Fit) MarshalText() ([]byte, error) { return enum.Marshal(fitNames, f) }

// UnmarshalText is the inverse of MarshalText.
func (f *Fit) UnmarshalText(text []byte) error { return enum.Unmarshal(fitNames, text, f) }

// Align is how text is aligned in the room that it has. The zero value is
// AlignCenter.
type Align uint8

const (
	AlignCenter Align = iota
	AlignLeft
	AlignRight
)

var alignNames = []string{"center", "left", "right"}

// String returns the name in the API.
func (a Align) String() string { return enum.Name(alignNames, a) }

// ParseAlign is the inverse of String.
func ParseAlign(s string) (Align, error) { return enum.Parse[Align](alignNames, s) }

// MarshalText returns the text of String.
func (a Align) MarshalText() ([]byte, error) { return enum.Marshal(alignNames, a) }

// UnmarshalText is the inverse of MarshalText.
func (a *Align) UnmarshalText(text []byte) error { return enum.Unmarshal(alignNames, text, a) }

// Push tells how scrolling text moves the icon beside it. The zero value is
// PushNot.
type Push uint8

const (
	PushNot  Push = iota // the icon does not move; the text disappears beside it
	PushOnce             // the text pushes it out, and it stays away
	PushEach             // the text pushes it out, and it returns with each pass
)

var pushNames = []string{"stay", "leave", "return"}

// String returns the name in the API.
func (p Push) String() string { return enum.Name(pushNames, p) }

// ParsePush is the inverse of String.
func ParsePush(s string) (Push, error) { return enum.Parse[Push](pushNames, s) }

// MarshalText returns the text of String.
func (p Push) MarshalText() ([]byte, error) { return enum.Marshal(pushNames, p) }

// UnmarshalText is the inverse of MarshalText.
func (p *Push) UnmarshalText(text []byte) error { return enum.Unmarshal(pushNames, text, p) }

// Overlay is the weather, or confetti, in front of a frame. The zero value is NoOverlay.
type Overlay uint8

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

var overlayNames = []string{"", "rain", "snow", "storm", "frost", "drizzle", "thunder", "confetti"}

// String returns the name in the API, "" for NoOverlay.
func (o Overlay) String() string { return enum.Name(overlayNames, o) }

// ParseOverlay is the inverse of String, except for NoOverlay, which has no name.
func ParseOverlay(s string) (Overlay, error) { return parseNamed[Overlay](overlayNames, s) }

// Valid reports whether o is one of the overlays, or NoOverlay.
func (o Overlay) Valid() bool { return int(o) < len(overlayNames) }

// none is the name in settings for no overlay and no background.
const none = "none"

// ParseOverlayOrNone is ParseOverlay, with "none" for NoOverlay.
func ParseOverlayOrNone(s string) (Overlay, error) {
	return enum.Parse[Overlay](append([]string{none}, overlayNames[1:]...), s)
}

// MarshalText returns the text of String.
func (o Overlay) MarshalText() ([]byte, error) { return enum.Marshal(overlayNames, o) }

// UnmarshalText is the inverse of MarshalText.
func (o *Overlay) UnmarshalText(text []byte) error { return enum.Unmarshal(overlayNames, text, o) }

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
type Transition uint8

const (
	TransitionDefault Transition = iota // the look's
	TransitionNone                      // a cut
	TransitionFade
	TransitionSlide
)

// transitionNames are in the order of the renderer's styles.
var transitionNames = []string{
	"", "none", "fade", "slide", "slide_down", "slide_left", "slide_right", "wipe", "darken", "zoom", "rotate",
	"pixelate", "curtain", "ripple", "blink", "reload", "dissolve", "blinds", "iris", "checker", "random",
}

// String returns the name in the API, "" for TransitionDefault.
func (t Transition) String() string { return enum.Name(transitionNames, t) }

// ParseTransition is the inverse of String, except for TransitionDefault, which has no
// name.
func ParseTransition(s string) (Transition, error) { return parseNamed[Transition](transitionNames, s) }

// Transitions returns the names of all transitions except TransitionDefault, in order.
func Transitions() []string { return append([]string(nil), transitionNames[1:]...) }

// MarshalText returns the text of String.
func (t Transition) MarshalText() ([]byte, error) { return enum.Marshal(transitionNames, t) }

// UnmarshalText is the inverse of MarshalText.
func (t *Transition) UnmarshalText(text []byte) error {
	return enum.Unmarshal(transitionNames, text, t)
}
