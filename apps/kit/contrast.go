// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"image/color"

	"github.com/ledpost/ledpost/internal/srgb"
)

// Readable is the least contrast of small text, by WCAG 2.2, 1.4.3.
const Readable = 4.5

// Contrast returns the contrast of c against black, 1 to 21, as WCAG 2.2 defines it. That against another
// colour is this, divided by the other's.
func Contrast(c color.RGBA) float64 {
	light := func(v uint8) float64 { return srgb.Light(float64(v) / 255) }
	return (srgb.Luminance(light(c.R), light(c.G), light(c.B)) + 0.05) / 0.05
}

// Quiet returns ink for small text beside digits of that colour: half as bright, but with a
// contrast of 4.5:1 against black, or the contrast of ink where ink has less.
func Quiet(ink color.RGBA) color.RGBA { return QuietOn(ink, color.RGBA{A: 255}) }

// QuietOn is [Quiet] for text on a ground.
func QuietOn(ink, ground color.RGBA) color.RGBA {
	const steps = 16
	least := min(Readable*Contrast(ground), Contrast(ink))
	part := func(v uint8, n int) uint8 { return uint8(int(v) * n / steps) }
	for n := steps / 2; n < steps; n++ {
		if c := (color.RGBA{part(ink.R, n), part(ink.G, n), part(ink.B, n), ink.A}); Contrast(c) >= least {
			return c
		}
	}
	return ink
}
