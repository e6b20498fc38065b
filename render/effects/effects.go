// SPDX-License-Identifier: Apache-2.0

// Package effects provides animated pictures behind text and over it: plasma,
// fire, stars; rain, snow. Each is a [render.Widget] for one size: a seamless loop
// that is a function of time alone and allocates nothing when it is drawn. Effects that
// depend on their past (a game of life, a snake) are computed in advance and kept, in at
// most about a megabyte on the largest panel.
//
// Any goroutine may call everything here.
package effects

import (
	"image"

	"github.com/ledpost/ledpost/render"
)

// A recipe makes the effect of one name.
type recipe struct {
	name string
	make func(size image.Point) loop
}

var backgrounds = []recipe{
	{"plasma", newPlasma},
	{"fire", newFire},
	{"matrix", newMatrix},
	{"stars", newStars},
	{"waves", newWaves},
	{"aurora", newAurora},
	{"snake", newSnake},
	{"life", newLife},
	{"fireworks", newFireworks},
	{"ripples", newRipples},
	{"ants", newAnts},
	{"gradient", newGradient},
	{"clouds", newClouds},
	{"lava", newLava},
	{"ocean", newOcean},
	{"swirl_out", newSwirlOut},
	{"swirl_in", newSwirlIn},
	{"radar", newRadar},
	{"eyes", newEyes},
	{"bricks", newBricks},
	{"pong", newPong},
	{"checker", newChecker},
	{"scanner", newScanner},
	{"fade", newFade},
}

var overlays = []recipe{
	{"rain", newRain},
	{"snow", newSnow},
	{"storm", newStorm},
	{"frost", newFrost},
	{"drizzle", newDrizzle},
	{"thunder", newThunder},
}

// Backgrounds returns the names of the effects that fill a panel, in the order
// in which the documentation shows them.
func Backgrounds() []string { return names(backgrounds) }

// NewBackground returns the effect with that name for a picture of size pixels; ok
// reports whether there is one. It is opaque and at full brightness: behind text, use
// [Behind].
func NewBackground(name string, size image.Point) (w render.Widget, ok bool) {
	return find(backgrounds, name, size)
}

// Overlays returns the names of the effects that lie over a picture.
func Overlays() []string { return names(overlays) }

// NewOverlay returns the effect with that name for a picture of size pixels, which is
// transparent except for its drops or flakes; ok reports whether there is one.
func NewOverlay(name string, size image.Point) (w render.Widget, ok bool) {
	return find(overlays, name, size)
}

func names(recipes []recipe) (list []string) {
	for _, r := range recipes {
		list = append(list, r.name)
	}
	return list
}

func find(recipes []recipe, name string, size image.Point) (render.Widget, bool) {
	for _, r := range recipes {
		if r.name == name {
			l := r.make(image.Pt(max(size.X, 1), max(size.Y, 1)))
			l.size = image.Pt(max(size.X, 0), max(size.Y, 0))
			return &l, true
		}
	}
	return nil, false
}
