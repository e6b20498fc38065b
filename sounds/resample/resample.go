// SPDX-License-Identifier: Apache-2.0

// Package resample changes the rate of a stream: a polyphase filter of windowed
// sincs (J. O. Smith, Digital Audio Resampling; Kaiser window). Positions are
// whole numbers that wrap, so that a stream may run for years even where an int
// has 32 bits.
package resample

import (
	"math"

	"github.com/gopxl/beep/v2"
)

const (
	// maxPhases bounds the filter bank. A ratio that needs more is approximated
	// by the nearest one that does not: off by less than one part in a million.
	maxPhases = 1024
	// zeros of the sinc on each side, at the lower of the two rates. The filter
	// falls from 0.39 to 0.55 of that rate, so what folds back is 80 dB down but
	// for the topmost tenth of the band, 19.7 kHz and more at 44.1 kHz.
	zeros = 16
	beta  = 8.0 // of the Kaiser window: sidelobes below -80 dB
	// rolloff keeps the transition band below half the lower rate.
	rolloff = 0.94
	// maxTaps bounds the filter for steep ratios (192 kHz to 8 kHz).
	maxTaps = 1024
	// grain is the most that is read from the source at once: little, so that
	// on a slow network the samples that have arrived are not held back.
	grain = 64
)

// A Bank is the filter for one pair of rates. It is read only: any number of
// Resamplers may share it.
type Bank struct {
	up, down int // output = input * up / down
	taps     int
	coef     []float64 // up rows of taps
}

// NewBank computes the filter from the rate in to the rate out, both at least 1.
func NewBank(in, out int) *Bank {
	up, down := ratio(out, in)
	scale := min(1, float64(up)/float64(down)) * rolloff // of the cut-off
	taps := min(2*int(math.Ceil(zeros*rolloff/scale)), maxTaps)
	b := &Bank{up: up, down: down, taps: taps, coef: make([]float64, up*taps)}
	for p := range up {
		b.row(b.coef[p*taps:(p+1)*taps], float64(p)/float64(up), scale)
	}
	return b
}

// row fills the filter for a position of frac between two input samples.
func (b *Bank) row(row []float64, frac, scale float64) {
	half := float64(b.taps) / 2
	sum := 0.0
	for i := range row {
		x := float64(i) - half + 1 - frac // distance to the output sample
		row[i] = sinc(x*scale) * kaiser(x/half)
		sum += row[i]
	}
	for i := range row {
		row[i] /= sum // a constant input stays unchanged
	}
}

func sinc(x float64) float64 {
	if x == 0 {
		return 1
	}
	return math.Sin(math.Pi*x) / (math.Pi * x)
}

func kaiser(x float64) float64 {
	if x < -1 || x > 1 {
		return 0
	}
	return bessel(beta*math.Sqrt(1-x*x)) / bessel(beta)
}

// bessel is I0, the modified Bessel function of order zero.
func bessel(x float64) float64 {
	sum, term := 1.0, 1.0
	for k := 1.0; term > 1e-12*sum; k++ {
		term *= (x / 2 / k) * (x / 2 / k)
		sum += term
	}
	return sum
}

// ratio returns a/b in lowest terms, or the convergent of its continued
// fraction with the largest numerator up to maxPhases.
func ratio(a, b int) (int, int) {
	p0, q0, p1, q1 := 0, 1, 1, 0
	for x, y := a, b; y != 0; x, y = y, x%y {
		p2, q2 := x/y*p1+p0, x/y*q1+q0
		if p2 > maxPhases {
			break
		}
		p0, q0, p1, q1 = p1, q1, p2, q2
	}
	if p1 == 0 || q1 == 0 {
		return maxPhases, 1
	}
	return p1, q1
}

// A Resampler is a beep.Streamer at the new rate. It allocates nothing per
// block.
type Resampler struct {
	bank  *Bank
	src   beep.Streamer
	buf   [][2]float64 // input: what the filter still needs, then new samples
	pos   int          // of the filter's first tap in buf
	phase int          // position between buf[pos] and the next, of bank.up
	ended bool
	tail  int // zeros that may still be put after the input
}

// New returns a Resampler of src to the output rate of bank.
func New(bank *Bank, src beep.Streamer) *Resampler {
	r := &Resampler{bank: bank, buf: make([][2]float64, 0, 512+2*bank.taps)}
	r.Reset(src)
	return r
}

// Reset starts over with src.
func (r *Resampler) Reset(src beep.Streamer) {
	r.src, r.pos, r.phase, r.ended = src, 0, 0, false
	lead := r.bank.taps/2 - 1 // so that the first output is the first input
	r.buf = r.buf[:lead]
	clear(r.buf)
	r.tail = r.bank.taps / 2
}

// Stream fills samples; see beep.Streamer. A short return of the source is
// taken for its end, as beep defines it.
func (r *Resampler) Stream(samples [][2]float64) (n int, ok bool) {
	for n < len(samples) && (r.pos+r.bank.taps <= len(r.buf) || r.fill()) {
		samples[n] = r.at()
		n++
		r.phase += r.bank.down
		r.pos += r.phase / r.bank.up
		r.phase %= r.bank.up
	}
	return n, n > 0
}

// at is the sample at the present position.
func (r *Resampler) at() (s [2]float64) {
	coef := r.bank.coef[r.phase*r.bank.taps:][:r.bank.taps]
	in := r.buf[r.pos:][:len(coef)]
	var left, right float64
	for i, c := range coef {
		left += c * in[i][0]
		right += c * in[i][1]
	}
	return [2]float64{left, right}
}

// fill reads until the filter has the samples it needs; it returns false at the
// end.
func (r *Resampler) fill() bool {
	for r.pos+r.bank.taps > len(r.buf) {
		if len(r.buf) == cap(r.buf) { // the samples still needed move to the front
			done := min(r.pos, len(r.buf))
			r.buf = r.buf[:copy(r.buf, r.buf[done:])]
			r.pos -= done
		}
		if r.ended {
			if r.tail == 0 {
				return false
			}
			r.tail--
			r.buf = append(r.buf, [2]float64{})
			continue
		}
		room := r.buf[len(r.buf):min(len(r.buf)+grain, cap(r.buf))]
		n, ok := r.src.Stream(room)
		r.buf = r.buf[:len(r.buf)+n]
		r.ended = !ok || n < len(room)
	}
	return true
}

// Err returns the source's error.
func (r *Resampler) Err() error { return r.src.Err() }
