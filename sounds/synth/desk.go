// SPDX-License-Identifier: Apache-2.0

package synth

import "math"

// A wave is mono sound, or a parameter of one over time (pitch in Hz, an
// envelope), one value a sample. Operations on waves of different lengths
// treat the missing end as the last value for parameters and as silence for sound.
type wave []float32

// A desk is where one sound is made: it knows the rate, has the dice, and
// holds the tape that a recipe puts waves on. One goroutine at a time.
type desk struct {
	rate float64 // Hz
	tape wave
	loop bool // what runs over the tape's end goes on at its start
	hiss dice // noise; how much is drawn depends on the rate
	luck dice // when and how strong things happen: the same at every rate
}

func newDesk(rate, n int, loop bool) *desk {
	return &desk{rate: float64(rate), tape: make(wave, n), loop: loop, hiss: 0x2545f491, luck: 0x9e3779b9}
}

// put adds w times gain to the tape at a time in seconds.
func (d *desk) put(at, gain float64, w wave) {
	i := samples(at, int(d.rate))
	for _, v := range w {
		if i >= len(d.tape) {
			if !d.loop {
				return
			}
			i %= len(d.tape)
		}
		d.tape[i] += v * float32(gain)
		i++
	}
}

// samples is the number of samples in a time, rounded. Halves go up with a
// margin, for processors that fuse multiplication and addition get times that
// are a hair apart.
func samples(seconds float64, rate int) int { return int(math.Floor(seconds*float64(rate) + 0.500001)) }

// dice are a small random number generator (Marsaglia's 32-bit xorshift): the
// same numbers on every machine.
type dice uint32

// next returns a number from -1 to 1, evenly spread.
func (d *dice) next() float64 {
	*d ^= *d << 13
	*d ^= *d >> 17
	*d ^= *d << 5
	return float64(int32(*d)) / (1 << 31)
}

// between returns a number from lo to hi.
func (d *dice) between(lo, hi float64) float64 { return lo + (hi-lo)*(d.next()+1)/2 }
