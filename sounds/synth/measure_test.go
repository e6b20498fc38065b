// SPDX-License-Identifier: Apache-2.0

package synth

import (
	"math"
	"math/cmplx"
	"slices"
	"sync"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// rate is the rate in Hz at which the tests measure, if they say no other.
const rate = 44100

// A sound is one rendered sound and what has been measured of it. Times are in
// seconds, pitches in Hz.
type sound struct {
	category, id string
	rate         float64
	x            []float64 // full scale is 1
	frames       []frame   // every 5 ms
	seen         map[string]any
}

// once keeps what is measured often: f's value under a name.
func once[T any](s *sound, name string, f func() T) T {
	if v, ok := s.seen[name]; ok {
		return v.(T)
	}
	if s.seen == nil {
		s.seen = map[string]any{}
	}
	v := f()
	s.seen[name] = v
	return v
}

// A frame is a Hann window of about 23 ms.
type frame struct {
	power []float64 // a bin each
	total float64
}

const hop = 0.005

// each runs f for every built-in sound, rendered at rate.
func each(t *testing.T, f func(t *testing.T, s *sound)) {
	t.Helper()
	for _, category := range Categories() {
		for _, id := range IDs(category) {
			t.Run(id, func(t *testing.T) { f(t, render(t, category, id, rate)) })
		}
	}
}

var rendered sync.Map // *sound by category, id and rate: every test looks at the same sounds

func render(t testing.TB, category, id string, rate int) *sound {
	t.Helper()
	key := [3]any{category, id, rate}
	if s, ok := rendered.Load(key); ok {
		return s.(*sound)
	}
	samples := must.Get(Render(category, id, rate))(t)
	s := &sound{category: category, id: id, rate: float64(rate), x: make([]float64, len(samples))}
	for i, v := range samples {
		s.x[i] = float64(v) / 32767
	}
	for centre := 0.0; centre < float64(len(s.x)); centre += hop * s.rate {
		s.frames = append(s.frames, s.spectrum(int(centre), frameSize(s.rate)))
	}
	rendered.Store(key, s)
	return s
}

// frameSize is 1024 samples at 44100 Hz.
func frameSize(rate float64) int {
	size := 256
	for float64(size) < 0.016*rate {
		size *= 2
	}
	return size
}

// at is a sample; outside the sound is silence, but an alarm goes round.
func (s *sound) at(i int) float64 {
	if s.category == "alarms" {
		i = (i + len(s.x)) % len(s.x)
	}
	if i < 0 || i >= len(s.x) {
		return 0
	}
	return s.x[i]
}

// spectrum is the power in size samples around centre, Hann windowed.
func (s *sound) spectrum(centre, size int) frame {
	z := make([]complex128, size)
	for i := range z {
		z[i] = complex(s.at(centre-size/2+i)*(0.5-0.5*math.Cos(2*math.Pi*float64(i)/float64(size))), 0)
	}
	fft(z)
	f := frame{power: make([]float64, size/2)}
	for i := range f.power {
		f.power[i] = real(z[i])*real(z[i]) + imag(z[i])*imag(z[i])
		f.total += f.power[i]
	}
	return f
}

// fft is the discrete Fourier transform in place; the length is a power of 2.
func fft(z []complex128) {
	n := len(z)
	for i, j := 0, 0; i < n; i++ {
		if i < j {
			z[i], z[j] = z[j], z[i]
		}
		m := n >> 1
		for ; m > 0 && j&m != 0; m >>= 1 {
			j ^= m
		}
		j |= m
	}
	for span := 1; span < n; span *= 2 {
		turn := cmplx.Exp(complex(0, -math.Pi/float64(span)))
		for start := 0; start < n; start += 2 * span {
			w := complex(1, 0)
			for k := start; k < start+span; k++ {
				a, b := z[k], z[k+span]*w
				z[k], z[k+span] = a+b, a-b
				w *= turn
			}
		}
	}
}

// binHz is the width of a bin of frame f.
func (s *sound) binHz(f frame) float64 { return s.rate / float64(2*len(f.power)) }

// centroid is the middle of the spectrum between two shares (0 to 1) of the
// sound's energy, weighted by power.
func (s *sound) centroid(from, to float64) float64 {
	var all, seen, sum, weight float64
	for _, f := range s.frames {
		all += f.total
	}
	for _, f := range s.frames {
		seen += f.total
		if seen < from*all || seen-f.total > to*all {
			continue
		}
		for k, p := range f.power {
			sum += float64(k) * s.binHz(f) * p
			weight += p
		}
	}
	return sum / weight
}

// share is the part of the energy that lies between two frequencies.
func (s *sound) share(lo, hi float64) float64 {
	var in, all float64
	for _, f := range s.frames {
		for k, p := range f.power {
			if hz := float64(k) * s.binHz(f); hz >= lo && hz < hi {
				in += p
			}
		}
		all += f.total
	}
	return in / all
}

// levels is the level of each frame in dB below the loudest.
func (s *sound) levels() []float64 { return slices.Clone(once(s, "levels", s.measureLevels)) }

func (s *sound) measureLevels() []float64 {
	var loudest float64
	for _, f := range s.frames {
		loudest = max(loudest, f.total)
	}
	out := make([]float64, len(s.frames))
	for i, f := range s.frames {
		out[i] = 10 * math.Log10(f.total/loudest+1e-12)
	}
	return out
}

// length is how long the sound is within 40 dB of its loudest moment.
func (s *sound) length() float64 {
	levels := s.levels()
	loud := func(db float64) bool { return db > -40 }
	last := len(levels) - 1
	for !loud(levels[last]) {
		last--
	}
	return hop * float64(last-slices.IndexFunc(levels, loud)+1)
}

// decay is the time from the last moment within 3 dB of the loudest to the
// moment from which on it stays 20 dB down.
func (s *sound) decay() float64 {
	levels := s.levels()
	last3, last20 := 0, 0
	for i, db := range levels {
		if db > -3 {
			last3 = i
		}
		if db > -20 {
			last20 = i
		}
	}
	return hop * float64(last20-last3)
}

// attack is the time from 20 dB below the loudest moment to within 3 dB of it, the first time.
func (s *sound) attack() float64 {
	levels := s.levels()
	return hop * float64(slices.IndexFunc(levels, func(db float64) bool { return db > -3 })-
		slices.IndexFunc(levels, func(db float64) bool { return db > -20 }))
}

// duty is the part of the time within 15 dB of the loudest moment.
func (s *sound) duty() float64 {
	n := 0
	for _, db := range s.levels() {
		if db > -15 {
			n++
		}
	}
	return float64(n) / float64(len(s.frames))
}

// bursts are the times [start, end) in which the sound is within 22 dB of its
// loudest; pauses below 40 ms do not count.
func (s *sound) bursts() [][2]float64 {
	var out [][2]float64
	for i, db := range s.levels() {
		at := hop * float64(i)
		switch n := len(out); {
		case db < -22:
		case n > 0 && at-out[n-1][1] < 0.04:
			out[n-1][1] = at + hop
		default:
			out = append(out, [2]float64{at, at + hop})
		}
	}
	return out
}

// tremolo is the strongest frequency between lo and hi in the loudness (dB, at
// most 30 below the loudest moment), apart from its trend.
func (s *sound) tremolo(lo, hi float64) float64 {
	levels := s.levels()
	for i := range levels {
		levels[i] = max(levels[i], -30)
	}
	trend := smooth(levels, int(1/(lo*hop)))
	best, at := 0.0, 0.0
	for hz := lo; hz <= hi; hz += 0.05 {
		var z complex128
		for i, db := range levels {
			z += cmplx.Rect(db-trend[i], -2*math.Pi*hz*hop*float64(i))
		}
		if a := cmplx.Abs(z); a > best {
			best, at = a, hz
		}
	}
	return at
}
