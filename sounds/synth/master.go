// SPDX-License-Identifier: Apache-2.0

package synth

import "math"

// ceiling is the largest sample, a little below -1 dBFS so that the wave
// between the samples stays below -1 dB too.
const ceiling = 0.82

// master turns the tape into samples: the gain in dB, loud peaks rounded off,
// no DC, a faded end, and one of every over samples kept.
func (d *desk) master(gain float64, over int) []int16 {
	w := d.withoutDC(limit(d.tape, math.Pow(10, gain/20)))
	if !d.loop {
		w.fade(d, 0.01)
	}
	w = d.decimate(w, over)
	out := make([]int16, len(w))
	for i, v := range w {
		out[i] = int16(math.Round(float64(v) * math.MaxInt16))
	}
	return out
}

// withoutDC is a first order high-pass at 25 Hz. A loop goes through twice, so
// that the end fits the start.
func (d *desk) withoutDC(w wave) wave {
	out := make(wave, len(w))
	r := math.Exp(-2 * math.Pi * 25 / d.rate)
	var x, y float64
	for pass := 0; pass < 2; pass++ {
		for i, v := range w {
			y = r*y + float64(v) - x
			x = float64(v)
			out[i] = float32(y)
		}
		if !d.loop {
			break
		}
	}
	return out
}

// limit multiplies by gain and rounds off what comes near the ceiling.
func limit(w wave, gain float64) wave {
	const knee = 0.6
	out := make(wave, len(w))
	for i, v := range w {
		x := math.Abs(float64(v) * gain)
		if x > knee {
			x = knee + (ceiling-knee)*math.Tanh((x-knee)/(ceiling-knee))
		}
		out[i] = float32(math.Copysign(x, float64(v)))
	}
	return out
}

// oversampling is how many times rate a sound is made at: low rates are made
// at 32 kHz or more and brought down, so that they have the same character.
func oversampling(rate int) int { return (32000 + rate - 1) / rate }

// decimate keeps one of every n samples after a low-pass at 0.45 of the new
// rate (a Hann-windowed sinc of 32 zero crossings).
func (d *desk) decimate(w wave, n int) wave {
	if n == 1 {
		return w
	}
	taps := lowpassTaps(n)
	out := make(wave, len(w)/n)
	for i := range out {
		var sum float64
		for k, h := range taps {
			sum += h * d.sample(w, i*n+k-len(taps)/2)
		}
		out[i] = float32(sum)
	}
	return out
}

// sample reads w outside its ends: a loop goes on, another sound is silent.
func (d *desk) sample(w wave, i int) float64 {
	if d.loop {
		return float64(w[(i+len(w))%len(w)])
	}
	if i < 0 || i >= len(w) {
		return 0
	}
	return float64(w[i])
}

func lowpassTaps(n int) []float64 {
	taps := make([]float64, 32*n+1)
	var sum float64
	for k := range taps {
		x := float64(k-16*n) / float64(n) * 0.9
		taps[k] = 1 + math.Cos(math.Pi*float64(k-16*n)/float64(16*n+1))
		if x != 0 {
			taps[k] *= math.Sin(math.Pi*x) / (math.Pi * x)
		}
		sum += taps[k]
	}
	for k := range taps {
		taps[k] /= sum
	}
	return taps
}
