// SPDX-License-Identifier: Apache-2.0

// Package srgb is the curve between the values of pictures and light (IEC
// 61966-2-1). Light adds up and values do not, so whatever mixes colours or drives
// LEDs goes through it.
package srgb

import "math"

// Light returns the light of a value, both as shares of full, 0 to 1.
func Light(value float64) float64 {
	if value <= 0.04045 {
		return value / 12.92
	}
	return math.Pow((value+0.055)/1.055, 2.4)
}

// Value returns the value of a light, both as shares of full, 0 to 1.
func Value(light float64) float64 {
	if light <= 0.0031308 {
		return light * 12.92
	}
	return 1.055*math.Pow(light, 1/2.4) - 0.055
}

// Luminance returns the light of a colour as eyes weigh that of its channels (IEC 61966-2-1), in the unit of those.
func Luminance(r, g, b float64) float64 { return 0.2126*r + 0.7152*g + 0.0722*b }

// Table returns the light of each 8-bit value, 65535 for full.
func Table() (light [256]uint16) {
	for v := range light {
		light[v] = uint16(math.Round(Light(float64(v)/255) * 65535))
	}
	return light
}
