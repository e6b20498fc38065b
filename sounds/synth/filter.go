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
