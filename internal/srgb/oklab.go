// SPDX-License-Identifier: Apache-2.0

package srgb

import "math"

// Lab is a colour by how eyes see it, in Oklab (bottosson.github.io/posts/oklab): its lightness, 0 to 1, then how red
// and how yellow it is; 0 and 0 are grey. Colours as far from each other differ as much for the eye.
type Lab [3]float64

// ToLab returns the colour of three lights.
func ToLab(r, g, b float64) Lab {
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	return Lab{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

// Lights returns the lights of c, below 0 or above 1 where no LED has such a colour.
func (c Lab) Lights() (r, g, b float64) {
	l := cube(c[0] + 0.3963377774*c[1] + 0.2158037573*c[2])
	m := cube(c[0] - 0.1055613458*c[1] - 0.0638541728*c[2])
	s := cube(c[0] - 0.0894841775*c[1] - 1.2914855480*c[2])
	return 4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
		-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
		-0.0041960863*l - 0.7034186147*m + 1.7076147010*s
}

// Chroma returns how far c is from grey: up to 0.32 within sRGB.
func (c Lab) Chroma() float64 { return math.Hypot(c[1], c[2]) }

func cube(v float64) float64 { return v * v * v }
