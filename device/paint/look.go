package paint

import (
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/render"
)

// Look is how text and frames are drawn. The zero value of TextColor and of
// ScrollSpeed means the default. The tags are its keys in the configuration.
type Look struct {
	TextColor   note.Color `toml:"color"`      // of text that has none of its own; unset = white
	ScrollSpeed float64    `toml:"speed"`      // of text that does not fit, pixels a second, MinSpeed to MaxSpeed; 0 = render.DefaultSpeed
	Smooth      bool       `toml:"smooth"`     // scroll between pixels, where the panel has levels of gray
	Transition  Transition `toml:"transition"` // between what is shown
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

func (t Transition) String() string { return enum.Name(transitionNames, t) }

// ParseTransition is the inverse of String.
func ParseTransition(s string) (Transition, error) { return enum.Parse[Transition](transitionNames, s) }

// MarshalText gives the word of String.
func (t Transition) MarshalText() ([]byte, error) { return enum.Marshal(transitionNames, t) }

// UnmarshalText is the inverse of MarshalText.
func (t *Transition) UnmarshalText(text []byte) error {
	return enum.Unmarshal(transitionNames, text, t)
}

// transitionTime is how long a transition takes: long enough to be seen, too
// short to be waited for.
const transitionTime = 300 * time.Millisecond

// Render returns t for the renderer.
func (t Transition) Render() render.Transition {
	styles := [...]render.Style{NoTransition: render.Cut, FadeTransition: render.Fade, SlideTransition: render.Slide}
	return render.Transition{Style: styles[t], For: transitionTime}
}

// WithDefaults returns l with the default in place of every zero.
func (l Look) WithDefaults() Look {
	if !l.TextColor.Set {
		l.TextColor = note.Color{R: 255, G: 255, B: 255, Set: true}
	}
	if l.ScrollSpeed == 0 {
		l.ScrollSpeed = render.DefaultSpeed
	}
	return l
}
