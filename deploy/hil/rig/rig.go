// SPDX-License-Identifier: Apache-2.0

// Package rig is the agreement between the program inside the emulated Pi and the
// reader of its trace.
package rig

import (
	"image"
	"math/rand/v2"
)

// Mark is the pin that the guest pulses before it opens a panel, and when a picture is
// on the panel. No panel uses it.
const Mark = 26

// Pictures is how many each panel shows.
const Pictures = 2

// Picture number n of a panel, of which the same name and number always have the same:
// the first of white and black pixels, the others of random colours.
func Picture(name string, size image.Point, n int) *image.RGBA {
	seed := uint64(n)
	for _, b := range []byte(name) {
		seed = seed*257 + uint64(b)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	m := image.NewRGBA(image.Rectangle{Max: size})
	for i := 0; i < len(m.Pix); i += 4 {
		v := rng.Uint32()
		if n == 0 {
			v = -(v & 1)
		}
		m.Pix[i], m.Pix[i+1], m.Pix[i+2], m.Pix[i+3] = uint8(v), uint8(v>>8), uint8(v>>16), 255
	}
	return m
}
