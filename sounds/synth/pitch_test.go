// SPDX-License-Identifier: Apache-2.0

package synth

import (
	"fmt"
	"math"
	"slices"
)

// A reading is the pitch at one moment: 0 Hz where there is none. Clarity runs
// from 0 (noise) to 1 (a period that repeats exactly).
type reading struct{ at, hz, clarity float64 }

// pitches reads the pitch every 10 ms where the sound is within 30 dB of its
// loudest moment: the McLeod pitch method (McLeod and Wyvill, "A smarter way to
// find pitch", 2005) on windows of 46 ms.
func (s *sound) pitches() []reading { return once(s, "pitches", s.readPitches) }

func (s *sound) readPitches() []reading {
	levels := s.levels()
	var out []reading
	size := 1 << int(math.Ceil(math.Log2(0.04*s.rate)))
	for i := 0; i < len(levels); i += 2 {
		if levels[i] > -30 {
			at := float64(i) * hop
			hz, clarity := s.pitchAt(at, size)
			out = append(out, reading{at, hz, clarity})
		}
	}
	return out
}

func (s *sound) pitchAt(at float64, size int) (hz, clarity float64) {
	start := int(at*s.rate) - size/2
	z := make([]complex128, 2*size)
	x := make([]float64, size)
	for i := range x {
		x[i] = s.at(start + i)
		z[i] = complex(x[i], 0)
	}
	fft(z)
	for i, v := range z {
		z[i] = complex(real(v)*real(v)+imag(v)*imag(v), 0)
	}
	fft(z) // of a real, even spectrum: the autocorrelation times 2·size
	var energy float64
	for _, v := range x {
		energy += 2 * v * v
	}
	similar := make([]float64, size/2)
	for lag := range similar {
		if lag > 0 {
			energy -= x[lag-1]*x[lag-1] + x[size-lag]*x[size-lag]
		}
		similar[lag] = 2 * real(z[lag]) / float64(2*size) / (energy + 1e-9)
	}
	return s.firstPeak(similar)
}

// firstPeak takes the first period that is nearly as similar as the best one.
func (s *sound) firstPeak(similar []float64) (hz, clarity float64) {
	var peaks []int
	lag := 1
	for lag < len(similar) && similar[lag] > 0 {
		lag++
	}
	for ; lag < len(similar)-1; lag++ {
		if similar[lag] > 0 && similar[lag] > similar[lag-1] && similar[lag] >= similar[lag+1] {
			peaks = append(peaks, lag)
			clarity = math.Max(clarity, similar[lag])
		}
	}
	for _, p := range peaks {
		if similar[p] > 0.9*clarity {
			a, b, c := similar[p-1], similar[p], similar[p+1]
			return s.rate / (float64(p) + (a-c)/(2*(a-2*b+c))), clarity
		}
	}
	return 0, 0
}

// voiced are the pitches of the readings that have a clear one.
func (s *sound) voiced() []float64 {
	var out []float64
	for _, r := range s.pitches() {
		if r.clarity > 0.6 && r.hz > 0 {
			out = append(out, r.hz)
		}
	}
	return out
}

// clarity is the median clarity.
func (s *sound) clarity() float64 {
	var all []float64
	for _, r := range s.pitches() {
		all = append(all, r.clarity)
	}
	return median(all)
}

func median(v []float64) float64 {
	if len(v) == 0 {
		return math.Inf(-1)
	}
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}

// semitones is the interval from one pitch to another.
func semitones(from, to float64) float64 { return 12 * math.Log2(to/from) }

// onsets are the moments at which something begins: peaks in the growth of the
// spectrum, seen on a logarithmic scale (Bello et al., "A tutorial on onset
// detection in music signals", 2005).
func (s *sound) onsets() []float64 { return once(s, "onsets", s.findOnsets) }

func (s *sound) findOnsets() []float64 {
	growth := s.growth()
	var largest float64
	for _, v := range growth {
		largest = math.Max(largest, v)
	}
	var out []float64
	for i, v := range growth {
		around := growth[max(0, i-20):min(len(growth), i+20)]
		near := growth[max(0, i-5):min(len(growth), i+6)]
		if v == slices.Max(near) && v > 1.6*median(around) && v > 0.16*largest {
			if at := hop * float64(i); len(out) == 0 || at-out[len(out)-1] > 0.028 {
				out = append(out, at)
			}
		}
	}
	return out
}

// growth is how much the spectrum of each frame has grown within 10 ms, summed
// over bands of a third of an octave (SuperFlux, Böck and Widmer 2013).
func (s *sound) growth() []float64 {
	bands := make([][]float64, len(s.frames)+2)
	bands[0], bands[1] = make([]float64, 24), make([]float64, 24)
	var loudest float64
	for i, f := range s.frames {
		bands[i+2] = s.thirds(f)
		loudest = math.Max(loudest, slices.Max(bands[i+2]))
	}
	out := make([]float64, len(s.frames))
	for i := range out {
		for k, p := range bands[i+2] {
			before := slices.Max(bands[i][max(0, k-1):min(24, k+2)]) // so that a glide does not count
			grown := math.Log1p(3000*p/loudest) - math.Log1p(3000*before/loudest)
			out[i] += math.Max(0, grown)
		}
	}
	return out
}

// thirds is the power of a frame in 24 bands of a third of an octave from 60 Hz.
func (s *sound) thirds(f frame) []float64 {
	out := make([]float64, 24)
	for k, p := range f.power {
		hz := float64(k) * s.binHz(f)
		if band := int(3 * math.Log2(hz/60)); hz > 60 && band < 24 {
			out[band] += p
		}
	}
	return out
}

// tone is the frequency of the strongest partial that is new within the 70 ms
// after a moment.
func (s *sound) tone(at float64) float64 {
	return once(s, fmt.Sprint("tone", at), func() float64 { return s.newTone(at) })
}

func (s *sound) newTone(at float64) float64 {
	size := 1 << 14
	window := int(0.07 * s.rate)
	cut := func(from int) frame {
		z := make([]complex128, size)
		for i := range window {
			z[i] = complex(s.at(from+i)*(0.5-0.5*math.Cos(2*math.Pi*float64(i)/float64(window))), 0)
		}
		fft(z)
		f := frame{power: make([]float64, size/2)}
		for i := range f.power {
			f.power[i] = real(z[i])*real(z[i]) + imag(z[i])*imag(z[i])
		}
		return f
	}
	start := int(at * s.rate)
	before, after := cut(start-window), cut(start)
	grown := make([]float64, len(after.power))
	for k := range grown {
		grown[k] = math.Sqrt(after.power[k]) - math.Sqrt(before.power[k])
	}
	k := slices.Index(grown, slices.Max(grown[1:len(grown)-1]))
	a, b, c := grown[k-1], grown[k], grown[k+1]
	return (float64(k) + (a-c)/(2*(a-2*b+c))) * s.rate / float64(size)
}
