// SPDX-License-Identifier: Apache-2.0

package synth

import "math"

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
