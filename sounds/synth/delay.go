// SPDX-License-Identifier: Apache-2.0

package synth

import "math"

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
