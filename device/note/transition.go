// SPDX-License-Identifier: Apache-2.0

package note

import "github.com/ledpost/ledpost/internal/enum"

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
	"", "none", "fade", "slide", "slide_down", "slide_left", "slide_right", "wipe", "darken", "zoom", "rotate", "pixelate", "curtain",
	"ripple", "blink", "reload", "dissolve", "blinds", "iris", "checker", "random",
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
