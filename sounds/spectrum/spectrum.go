// SPDX-License-Identifier: Apache-2.0

// Package spectrum measures how loud the bands of a sound are, for bars on a
// panel.
package spectrum

import (
	"math"
	"sync/atomic"
)

// Bands is the number of bands. Their centres are 2/3 of an octave apart, from
// [Lowest] on, so that the last one is at 9.8 kHz.
const Bands = 12

// Lowest is the centre of the first band, in Hz.
const Lowest = 60.5

// step is the ratio of two neighbouring centres: 2/3 of an octave.
var step = math.Pow(2, 2.0/3)

// floor is the level that counts as silence, in dB below a full sine.
const floor = 48

// A Meter measures blocks. One goroutine calls [Meter.Add] and [Meter.Clear],
// any number call [Meter.Levels]; nobody waits for another.
type Meter struct {
	filters [Bands]filter
	levels  [Bands]atomic.Uint32
	fall    float64 // of a level, a frame
}

// Levels is the level of each band, the lowest first: 0 for silence (48 dB below
// a full sine, and less) to 255 for a full sine, in equal steps of dB.
type Levels [Bands]uint8

// falls is how long a full level takes to fall to silence: as fast as the eye follows bars.
const falls = 0.7 // s

// highest is the highest centre of a band, as a share of the rate: the sound has nothing
// above half of its rate. Bands beyond it stay silent.
const highest = 0.45

// New returns a meter of sound with rate frames a second, more than 0.
func New(rate int) *Meter {
	m := &Meter{fall: 255 / falls / float64(rate)}
	for i := range m.filters {
		if Centre(i) < highest*float64(rate) {
			m.filters[i] = bandpass(Centre(i), float64(rate))
		}
	}
	return m
}

// Centre returns the centre of band i, in Hz.
func Centre(i int) float64 { return Lowest * math.Pow(step, float64(i)) }

// Add publishes the levels of a block, both channels as one. A level rises at once and falls
// slowly.
func (m *Meter) Add(block [][2]float64) {
	if len(block) == 0 {
		return
	}
	for i := range m.filters {
		sum := m.filters[i].energy(block)
		fallen := max(0, float64(m.levels[i].Load())-m.fall*float64(len(block)))
		m.levels[i].Store(max(uint32(level(sum/float64(len(block)))), uint32(fallen)))
	}
}

// Clear publishes silence and forgets the sound so far.
func (m *Meter) Clear() {
	for i := range m.filters {
		m.filters[i].z1, m.filters[i].z2 = 0, 0
		m.levels[i].Store(0)
	}
}

// Levels returns the levels published last.
func (m *Meter) Levels() (l Levels) {
	for i := range l {
		l[i] = uint8(m.levels[i].Load())
	}
	return l
}

// level returns the level of a mean square; a full sine has 1/2.
func level(mean float64) uint8 {
	if !(mean > 0) { // NaN, too
		return 0
	}
	db := 10*math.Log10(2*mean) + floor
	return uint8(math.Round(255 * min(max(db/floor, 0), 1)))
}

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
