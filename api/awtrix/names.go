// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"slices"
	"strings"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/render/effects"
)

// The names that clients know, and the nearest equivalents here.

// names are the two names of the same thing.
type names struct{ theirs, ours string }

// effectNames are the names of backgrounds, in the order in which they are
// listed, with the speed that each has in the original unless effectSettings
// gives another; 0 = its speed cannot be set.
var effectNames = []struct {
	names
	speed float64
}{
	{names{"BrickBreaker", "bricks"}, 0}, {names{"Checkerboard", "checker"}, 1}, {names{"Fireworks", "fireworks"}, 0.8},
	{names{"PingPong", "pong"}, 8}, {names{"Radar", "radar"}, 1}, {names{"Ripple", "ripples"}, 3},
	{names{"Snake", "snake"}, 3},
	{names{"TwinklingStars", "stars"}, 4}, {names{"TheaterChase", "ants"}, 3}, {names{"ColorWaves", "waves"}, 3},
	{names{"SwirlOut", "swirl_out"}, 4}, {names{"SwirlIn", "swirl_in"}, 4}, {names{"LookingEyes", "eyes"}, 0},
	{names{"Matrix", "matrix"}, 8}, {names{"Pacifica", "ocean"}, 3}, {names{"Plasma", "plasma"}, 2},
	{names{"PlasmaCloud", "clouds"}, 3}, {names{"MovingLine", "scanner"}, 1}, {names{"Fade", "fade"}, 1},
}

// paceOf returns how much faster than usual the background of that name of ours
// is at a speed of the original, 0 if it is as usual. A speed of 1 is the usual
// one of backgrounds that the original does not have. For PingPong the original
// takes the time of a step.
func paceOf(name string, speed float64) float64 {
	usual := 1.0
	for _, e := range effectNames {
		if e.ours == name {
			usual = e.speed
		}
	}
	pace := speed / usual
	if name == "pong" {
		pace = usual / speed
	}
	if name == "" || usual == 0 || !(speed > 0) || pace == 1 {
		return 0
	}
	return min(max(pace, note.MinPace), note.MaxPace)
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

// effectList returns the names that clients may use: theirs, then our
// backgrounds for which they have no name.
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
	o, err := enum.Read[note.Overlay](strings.ToLower(strings.TrimSpace(name)))
	if err != nil {
		return note.NoOverlay
	}
	return o
}

// transitionNames are indexed by the number in the settings.
var transitionNames = []names{
	{"Random", "random"}, {"Slide", "slide"}, {"Dim", "darken"}, {"Zoom", "zoom"}, {"Rotate", "rotate"},
	{"Pixelate", "pixelate"},
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

// slide is the number reported for transitions without their own
// number.
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
var nativeNames = map[string]string{clockApp: "Time", dateApp: "Date"}

// Our packages that stand for the original's own apps.
const (
	clockApp = "com.lametric.clock"
	dateApp  = "com.ledpost.date"
	roomApp  = "com.ledpost.room" // by what its widgets show: Temperature, Humidity
)
