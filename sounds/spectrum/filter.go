// SPDX-License-Identifier: Apache-2.0

package spectrum

import "math"

// A filter passes one band. It is the band-pass of R. Bristow-Johnson's Audio EQ
// Cookbook with a peak of 0 dB, whose b1 is 0 and b2 is -b0, in the transposed
// direct form II.
type filter struct {
	b0, a1, a2 float64
	z1, z2     float64
}

// bandpass returns the filter of a band of 2/3 of an octave around centre.
func bandpass(centre, rate float64) filter {
	w := 2 * math.Pi * centre / rate
	sin, cos := math.Sincos(w)
	alpha := sin * math.Sinh(math.Ln2/2*(2.0/3)*w/sin)
	a0 := 1 + alpha
	return filter{b0: alpha / a0, a1: -2 * cos / a0, a2: (1 - alpha) / a0}
}

// energy returns the sum of the squares of a block's band.
func (f *filter) energy(block [][2]float64) (sum float64) {
	z1, z2 := f.z1, f.z2
	for _, s := range block {
		x := f.b0 * (s[0] + s[1]) / 2
		y := x + z1
		z1 = z2 - f.a1*y
		z2 = -x - f.a2*y
		sum += y * y
	}
	// Below 1e-30 nobody hears the rest, and denormal numbers are slow.
	if math.Abs(z1)+math.Abs(z2) < 1e-30 || math.IsNaN(z1+z2) || math.IsInf(z1+z2, 0) {
		z1, z2 = 0, 0
	}
	f.z1, f.z2 = z1, z2
	return sum
}
