// SPDX-License-Identifier: Apache-2.0

package synth

import "math"

// sine plays a sine at a pitch in Hz, for as long as the pitch says.
func (d *desk) sine(hz wave) wave {
	return d.oscillate(hz, func(phase, _ float64) float64 { return sine(phase) })
}

// saw plays a sawtooth: all harmonics, the buzz of a string or of vocal cords.
func (d *desk) saw(hz wave) wave {
	return d.oscillate(hz, func(phase, step float64) float64 { return 2*phase - 1 - corner(phase, step) })
}

// pulse plays a rectangle with a duty cycle of 0 to 1, around its mean: 0.5 is the
// hollow square (odd harmonics only), small ones are thin and nasal. It is the
// difference of two sawtooths.
func (d *desk) pulse(hz wave, duty float64) wave {
	return d.oscillate(hz, func(phase, step float64) float64 {
		_, late := math.Modf(phase + 1 - duty)
		return 2*(late-phase) + corner(phase, step) - corner(late, step)
	})
}

// fm plays a sine at hz whose phase is pushed by a second sine at ratio times
// hz: whole ratios sound like brass and reeds, others like bells. The index
// (radians; 0 is a pure sine) is the brightness (Chowning 1973).
func (d *desk) fm(hz wave, ratio float64, index wave) wave {
	var second float64
	i := 0
	return d.oscillate(hz, func(phase, step float64) float64 {
		push := index.at(i) / (2 * math.Pi) * sine(second)
		_, second = math.Modf(second + ratio*step)
		i++
		return sine(phase + push)
	})
}

// oscillate calls shape with the phase (0 to 1) and its step for each sample.
// A pitch too high for the rate is silent rather than a false lower one.
func (d *desk) oscillate(hz wave, shape func(phase, step float64) float64) wave {
	out := make(wave, len(hz))
	var phase float64
	for i, f := range hz {
		step := float64(f) / d.rate
		if v := shape(phase, step); step < 0.45 {
			out[i] = float32(v)
		}
		phase += step
		phase -= math.Floor(phase)
	}
	return out
}

// corner rounds the jump of a sawtooth so that it does not alias (polyBLEP,
// Välimäki and Huovilainen 2007).
func corner(phase, step float64) float64 {
	switch {
	case phase < step:
		x := phase / step
		return x + x - x*x - 1
	case phase > 1-step:
		x := (phase - 1) / step
		return x*x + x + x + 1
	}
	return 0
}

// sine is the sine of a phase in turns: the Taylor series on a quarter turn,
// off by less than 1e-7.
func sine(turns float64) float64 {
	x := turns - math.Floor(turns) - 0.5
	if x > 0.25 {
		x = 0.5 - x
	} else if x < -0.25 {
		x = -0.5 - x
	}
	x *= 2 * math.Pi
	s := x * x
	return -x * (1 - s/6*(1-s/20*(1-s/42*(1-s/72*(1-s/110)))))
}

// noise plays white noise. It is as loud in every band at every rate.
func (d *desk) noise(seconds float64) wave {
	out := make(wave, samples(seconds, int(d.rate)))
	level := math.Sqrt(d.rate / 44100)
	for i := range out {
		out[i] = float32(level * d.hiss.next())
	}
	return out
}

// A mode is one way in which a struck thing rings: its pitch in Hz, the time
// in which it falls by 60 dB, and how strong it is.
type mode struct{ hz, t60, gain float64 }

// struck plays a thing that is hit once: its modes, each a damped sine
// (Cook, "Physically Informed Sonic Modeling", 1997).
func (d *desk) struck(modes ...mode) wave {
	var longest float64
	for _, m := range modes {
		longest = max(longest, m.t60)
	}
	out := make(wave, samples(longest, int(d.rate)))
	for _, m := range modes {
		d.ring(out, m)
	}
	return out
}

// ring adds one damped sine to out: y[n] = 2r·cos(w)·y[n-1] - r²·y[n-2].
func (d *desk) ring(out wave, m mode) {
	if m.hz > 0.45*d.rate {
		return
	}
	w := 2 * math.Pi * m.hz / d.rate
	r := math.Pow(0.001, 1/(m.t60*d.rate))
	c1, c2 := 2*r*math.Cos(w), r*r
	y, before := 0.0, -m.gain*math.Sin(w)/r
	n := min(len(out), samples(m.t60, int(d.rate)))
	for i := range n {
		out[i] += float32(y)
		y, before = c1*y-c2*before, y
	}
}

// tuned is a thing whose modes are given for a pitch of 1 Hz and a decay of 1 s.
func tuned(modes []mode, hz, t60 float64) []mode {
	out := make([]mode, len(modes))
	for i, m := range modes {
		out[i] = mode{m.hz * hz, m.t60 * t60, m.gain}
	}
	return out
}
