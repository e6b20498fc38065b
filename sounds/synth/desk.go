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

// line draws a parameter: it starts at v[0] and reaches v[2] at v[1] seconds,
// v[4] at v[3] seconds and so on, straight in between. The last point ends it.
func (d *desk) line(v ...float64) wave { return d.draw(v, false) }

// glide draws like line, but by equal ratios in equal times: for pitch, and
// for decays. All values are above 0.
func (d *desk) glide(v ...float64) wave { return d.draw(v, true) }

// hold is a parameter that stays at v for a time.
func (d *desk) hold(v, seconds float64) wave { return d.line(v, seconds, v) }

// decay rises in attack seconds and falls by 60 dB in t60 seconds, then ends.
func (d *desk) decay(attack, t60 float64) wave {
	up := d.line(0, attack, 1)
	return append(up, d.glide(1, t60, 0.001).fade(d, t60/20)...)
}

func (d *desk) draw(v []float64, ratio bool) wave {
	w := make(wave, 0, samples(v[len(v)-2], int(d.rate)))
	for i := 1; i < len(v); i += 2 {
		x, to := v[i-1], v[i+1]
		n := float64(samples(v[i], int(d.rate)) - len(w))
		step, factor := (to-x)/n, 1.0
		if ratio {
			step, factor = 0, math.Pow(to/x, 1/n)
		}
		for range int(n) {
			w = append(w, float32(x))
			x = x*factor + step
		}
	}
	return w
}

// times multiplies sample by sample and has the shorter one's length.
func (w wave) times(by wave) wave {
	out := make(wave, min(len(w), len(by)))
	for i := range out {
		out[i] = w[i] * by[i]
	}
	return out
}

// plus adds waves; the result is as long as the longest.
func (w wave) plus(others ...wave) wave {
	out := w.gain(1)
	for _, o := range others {
		if len(o) > len(out) {
			out = append(out, make(wave, len(o)-len(out))...)
		}
		for i, v := range o {
			out[i] += v
		}
	}
	return out
}

// gain multiplies by a number.
func (w wave) gain(g float64) wave { return w.scale(g, 0) }

// scale multiplies by a number and adds another.
func (w wave) scale(g, offset float64) wave {
	out := make(wave, len(w))
	for i, v := range w {
		out[i] = v*float32(g) + float32(offset)
	}
	return out
}

// fade brings the last seconds of w down to nothing, in place.
func (w wave) fade(d *desk, seconds float64) wave {
	n := min(len(w), samples(seconds, int(d.rate)))
	for i := range n {
		w[len(w)-1-i] *= float32(i) / float32(n)
	}
	return w
}

// at reads a parameter; past the end it keeps its last value.
func (w wave) at(i int) float64 { return float64(w[min(i, len(w)-1)]) }
