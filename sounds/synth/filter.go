// SPDX-License-Identifier: Apache-2.0

package synth

import "math"

// lowpass keeps frequencies below hz; q above 0.7 makes a peak there.
func (d *desk) lowpass(w, hz wave, q float64) wave {
	return d.filter(w, hz, q, func(_, low float64) float64 { return low })
}

// band keeps frequencies around hz, hz/q wide, at its own level.
func (d *desk) band(w, hz wave, q float64) wave {
	return d.filter(w, hz, q, func(band, _ float64) float64 { return band / q })
}

// filter is a state variable filter that stays calm while hz moves (the
// trapezoidal form, A. Simper, "Linear Trapezoidal State Variable Filter", 2013).
// Its coefficients are renewed every half millisecond.
func (d *desk) filter(w, hz wave, q float64, out func(band, low float64) float64) wave {
	y := make(wave, len(w))
	every := int(d.rate/2000) + 1
	var s1, s2, g, a float64
	for i, v := range w {
		if i%every == 0 {
			g = math.Tan(math.Pi * min(hz.at(i)/d.rate, 0.45))
			a = 1 / (1 + g*(g+1/q))
		}
		band := a * (s1 + g*(float64(v)-s2))
		low := s2 + g*band
		s1, s2 = 2*band-s1, 2*low-s2
		y[i] = float32(out(band, low))
	}
	return y
}

// A formant is one resonance of a mouth or a body: the middle and the width in
// Hz, and how strong it is.
type formant struct {
	hz    wave
	width float64
	gain  float64
}

// formants sends w through resonances side by side.
func (d *desk) formants(w wave, fs ...formant) wave {
	out := make(wave, len(w))
	for _, f := range fs {
		for i, v := range d.band(w, f.hz, f.hz.at(0)/f.width) {
			out[i] += v * float32(f.gain)
		}
	}
	return out
}

// drive bends loud parts over, towards ±1: warmth when small, a roar when large.
func (w wave) drive(amount float64) wave {
	out := make(wave, len(w))
	for i, v := range w {
		x := float64(v) * amount
		out[i] = float32(x / math.Sqrt(1+x*x))
	}
	return out
}

// room adds the sound of a room that takes t60 seconds to fall silent: four
// combs and two all-passes (Schroeder 1962), rounded by the walls.
func (d *desk) room(w wave, t60, wet float64) wave {
	in := append(w.gain(1), make(wave, samples(t60, int(d.rate)))...)
	sum := make(wave, len(in))
	for _, delay := range []float64{0.0297, 0.0371, 0.0411, 0.0437} {
		d.comb(sum, in, delay, math.Pow(0.001, delay/t60))
	}
	for _, delay := range []float64{0.0050, 0.0017} {
		d.allpass(sum, delay, 0.7)
	}
	return in.plus(sum.gain(wet / 4))
}

func (d *desk) comb(sum, in wave, delay, feedback float64) {
	line := make([]float64, samples(delay, int(d.rate)))
	damp, k := 0.0, 1-math.Pow(0.5, 20000/d.rate)
	for i, j := 0, 0; i < len(in); i++ {
		y := line[j]
		damp += k * (y - damp)
		line[j] = float64(in[i]) + damp*feedback
		sum[i] += float32(y)
		if j++; j == len(line) {
			j = 0
		}
	}
}

func (d *desk) allpass(w wave, delay, gain float64) {
	line := make([]float64, samples(delay, int(d.rate)))
	for i, j := 0, 0; i < len(w); i++ {
		old := line[j]
		in := float64(w[i]) + gain*old
		line[j] = in
		w[i] = float32(old - gain*in)
		if j++; j == len(line) {
			j = 0
		}
	}
}
