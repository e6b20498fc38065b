package awtrix

import (
	"slices"
	"strings"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render/effects"
)

// The names that clients know, and the nearest equivalents here.

// names are the two names of the same thing.
type names struct{ theirs, ours string }

// effectNames are the names of backgrounds, in the order in which they are
// listed.
var effectNames = []names{
	{"BrickBreaker", "bricks"}, {"Checkerboard", "checker"}, {"Fireworks", "fireworks"}, {"PingPong", "pong"},
	{"Radar", "radar"}, {"Ripple", "ripples"}, {"Snake", "snake"}, {"TwinklingStars", "stars"},
	{"TheaterChase", "ants"}, {"ColorWaves", "waves"}, {"SwirlOut", "swirl_out"}, {"SwirlIn", "swirl_in"},
	{"LookingEyes", "eyes"}, {"Matrix", "matrix"}, {"Pacifica", "ocean"}, {"Plasma", "plasma"},
	{"PlasmaCloud", "clouds"}, {"MovingLine", "scanner"}, {"Fade", "fade"},
}

// effectOf returns the background for one of their names or ours, or "" if
// there is none.
func effectOf(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, e := range effectNames {
		if strings.ToLower(e.theirs) == name {
			name = e.ours
		}
	}
	if !slices.Contains(effects.Backgrounds(), name) {
		return ""
	}
	return name
}

// effectList returns the names that clients may use: theirs, then those of our
// backgrounds that they have no name for.
func effectList() []string {
	list, known := []string{}, map[string]bool{}
	for _, e := range effectNames {
		if effectOf(e.ours) != "" {
			list, known[e.ours] = append(list, e.theirs), true
		}
	}
	for _, name := range effects.Backgrounds() {
		if !known[name] {
			list = append(list, name)
		}
	}
	return list
}

// overlayOf returns the overlay of a name; "clear" and unknown names mean none.
func overlayOf(name string) note.Overlay {
	o, err := note.ParseOverlay(strings.ToLower(strings.TrimSpace(name)))
	if err != nil {
		return note.NoOverlay
	}
	return o
}

// transitionNames are indexed by the number in the settings.
var transitionNames = []names{
	{"Random", "random"}, {"Slide", "slide"}, {"Dim", "darken"}, {"Zoom", "zoom"}, {"Rotate", "rotate"}, {"Pixelate", "pixelate"},
	{"Curtain", "curtain"}, {"Ripple", "ripple"}, {"Blink", "blink"}, {"Reload", "reload"}, {"Fade", "fade"},
}

// transitionList returns the names that clients may use, indexed by number.
func transitionList() (list []string) {
	for _, n := range transitionNames {
		list = append(list, n.theirs)
	}
	return list
}

// transitionOf returns the transition of a number; ok is false if there is
// none.
func transitionOf(number int) (t paint.Transition, ok bool) {
	if number < 0 || number >= len(transitionNames) {
		return t, false
	}
	t, err := paint.ParseTransition(transitionNames[number].ours)
	return t, err == nil
}

// slide is the number reported for transitions that have no number of their
// own.
const slide = 1

// transitionNumber returns the number of a transition.
func transitionNumber(t paint.Transition) int {
	i := slices.IndexFunc(transitionNames, func(n names) bool { return n.ours == t.String() })
	if i < 0 {
		return slide
	}
	return i
}

// nativeNames are the names of the original's own apps, by our packages.
var nativeNames = map[string]string{"com.lametric.clock": "Time"}
