package awtrix

import (
	"slices"
	"strings"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render/effects"
)

// The names that clients know, and what there is of ours that comes next to them.

// names are those of the same thing.
type names struct{ theirs, ours string }

// effectNames are those of backgrounds, in the order in which they are listed.
var effectNames = []names{
	{"BrickBreaker", "bricks"}, {"Checkerboard", "checker"}, {"Fireworks", "fireworks"}, {"PingPong", "pong"},
	{"Radar", "radar"}, {"Ripple", "ripples"}, {"Snake", "snake"}, {"TwinklingStars", "stars"},
	{"TheaterChase", "ants"}, {"ColorWaves", "waves"}, {"SwirlOut", "swirl_out"}, {"SwirlIn", "swirl_in"},
	{"LookingEyes", "eyes"}, {"Matrix", "matrix"}, {"Pacifica", "ocean"}, {"Plasma", "plasma"},
	{"PlasmaCloud", "clouds"}, {"MovingLine", "scanner"}, {"Fade", "fade"},
}

// effectOf is the background that a name of theirs or of ours asks for, "" for
// none.
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

// effectList is what clients may ask for: their names, then those of ours that
// have none of theirs.
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

// overlayOf is the overlay of a name; one that nobody knows, and "clear", are none.
func overlayOf(name string) note.Overlay {
	o, err := note.ParseOverlay(strings.ToLower(strings.TrimSpace(name)))
	if err != nil {
		return note.NoOverlay
	}
	return o
}

// transitionNames are by their number in the settings.
var transitionNames = []names{
	{"Random", "random"}, {"Slide", "slide"}, {"Dim", "darken"}, {"Zoom", "zoom"}, {"Rotate", "rotate"}, {"Pixelate", "pixelate"},
	{"Curtain", "curtain"}, {"Ripple", "ripple"}, {"Blink", "blink"}, {"Reload", "reload"}, {"Fade", "fade"},
}

// transitionList is what clients may ask for, by its number.
func transitionList() (list []string) {
	for _, n := range transitionNames {
		list = append(list, n.theirs)
	}
	return list
}

// transitionOf is the transition of a number; ok is false where there is none.
func transitionOf(number int) (t paint.Transition, ok bool) {
	if number < 0 || number >= len(transitionNames) {
		return t, false
	}
	t, err := paint.ParseTransition(transitionNames[number].ours)
	return t, err == nil
}

// slide is the number of the transition that stands for those that have none.
const slide = 1

// transitionNumber is the number of a transition.
func transitionNumber(t paint.Transition) int {
	i := slices.IndexFunc(transitionNames, func(n names) bool { return n.ours == t.String() })
	if i < 0 {
		return slide
	}
	return i
}

// nativeNames are those of the original's own apps, by our packages.
var nativeNames = map[string]string{"com.lametric.clock": "Time"}
