// SPDX-License-Identifier: Apache-2.0

package synth

import (
	"math"
	"math/cmplx"
	"slices"
)

// pitchArch is by how many semitones the top of the pitch lies above the mean
// of its start and end, in the median over the bursts.
func (s *sound) pitchArch() float64 {
	var all []float64
	for _, v := range s.burstPitches() {
		n := 1 + len(v)/8
		ends := math.Sqrt(median(v[:n]) * median(v[len(v)-n:]))
		all = append(all, semitones(ends, slices.Max(v)))
	}
	return median(all)
}

// falling is the part of the readings of the pitch that are lower than the one before.
func (s *sound) falling() float64 {
	n, v := 0.0, s.voiced()
	for i := range v {
		if i > 0 && v[i] < v[i-1] {
			n++
		}
	}
	return n / float64(len(v)-1)
}

// glide is how many semitones the pitch moves within a burst, in the median.
func (s *sound) glide() float64 {
	var all []float64
	for _, v := range s.burstPitches() {
		all = append(all, semitones(v[0], v[len(v)-1]))
	}
	return median(all)
}

// burstPitches are the clear pitches of each burst that has at least three.
func (s *sound) burstPitches() [][]float64 {
	var out [][]float64
	readings := s.pitches()
	for _, b := range s.bursts() {
		var v []float64
		for _, r := range readings {
			if r.at >= b[0] && r.at < b[1] && r.clarity > 0.5 && r.hz > 0 {
				v = append(v, r.hz)
			}
		}
		if len(v) >= 3 {
			out = append(out, v)
		}
	}
	return out
}

// pitchRate is the strongest frequency from 0.5 to 6 Hz in the pitch, read on
// an alarm that goes round four times.
func (s *sound) pitchRate() float64 {
	readings := s.pitches()
	turn, middle := float64(len(s.x))/s.rate, median(s.voiced())
	best, at := 0.0, 0.0
	for hz := 0.5; hz < 6; hz += 0.01 {
		var z complex128
		for k := range 4 {
			for _, r := range readings {
				if r.hz > 0 {
					z += cmplx.Rect(math.Log2(r.hz/middle), -2*math.Pi*hz*(r.at+turn*float64(k)))
				}
			}
		}
		if a := cmplx.Abs(z); a > best {
			best, at = a, hz
		}
	}
	return at
}

// smooth is a mean over n values around each.
func smooth(v []float64, n int) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		part := v[max(0, i-n/2):min(len(v), i+n/2+1)]
		for _, x := range part {
			out[i] += x / float64(len(part))
		}
	}
	return out
}

// wander is over how many octaves the strongest frequency moves, apart from
// the highest and lowest tenth, seen through 0.1 s, while within 20 dB of the loudest.
func (s *sound) wander() float64 {
	var octave []float64
	levels := s.levels()
	for i := 0; i+20 <= len(s.frames); i += 10 {
		sum := make([]float64, len(s.frames[0].power))
		for _, f := range s.frames[i : i+20] {
			for k, p := range f.power {
				sum[k] += p
			}
		}
		if levels[i+10] > -20 {
			k := slices.Index(sum, slices.Max(sum))
			octave = append(octave, math.Log2(float64(k)+0.5))
		}
	}
	slices.Sort(octave)
	return octave[len(octave)*9/10] - octave[len(octave)/10]
}

// swells counts the maxima of the loudness, smoothed over 0.4 s, that stand
// 3 dB above what is around them.
func (s *sound) swells() float64 {
	power := make([]float64, len(s.frames))
	for i, f := range s.frames {
		power[i] = f.total
	}
	power = smooth(smooth(power, 40), 40)
	n, low, high := 0, math.Inf(1), 0.0
	for _, p := range append(power, 0) {
		low = min(low, p)
		if p > 2*low {
			high = max(high, p)
		}
		if high > 0 && p < high/2 {
			n++
			low, high = p, 0
		}
	}
	return float64(n)
}
