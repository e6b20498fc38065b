// SPDX-License-Identifier: Apache-2.0

package synth

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// whole is the spectrum of the whole sound, in steps of 1.3 Hz or less.
func (s *sound) whole() frame { return once(s, "whole", s.transform) }

func (s *sound) transform() frame {
	size := 1 << 15
	for size < len(s.x) {
		size *= 2
	}
	z := make([]complex128, size)
	for i, v := range s.x {
		z[i] = complex(v, 0)
	}
	fft(z)
	f := frame{power: make([]float64, size/2)}
	for i := range f.power {
		f.power[i] = real(z[i])*real(z[i]) + imag(z[i])*imag(z[i])
	}
	return f
}

// peak is the strongest frequency between two, as a mean over 15 Hz around it.
func (s *sound) peak(lo, hi float64) float64 {
	f := s.whole()
	best, at := 0.0, 0.0
	wide := int(15/s.binHz(f)) / 2
	for k := int(lo / s.binHz(f)); k <= int(hi/s.binHz(f)); k++ {
		var sum float64
		for _, p := range f.power[k-wide : k+wide+1] {
			sum += p
		}
		if sum > best {
			best, at = sum, float64(k)*s.binHz(f)
		}
	}
	return at
}

// partial is the level of the partial at ratio times the tone of the first
// onset, within 2 %, in dB against that tone, where the tone begins; not a
// number if the rate cannot carry it.
func (s *sound) partial(ratio float64) float64 {
	at := s.onsets()[0]
	f := s.spectrum(int((at+0.05)*s.rate), 4*frameSize(s.rate))
	first := s.tone(at)
	if ratio*first > 0.44*s.rate {
		return math.NaN()
	}
	level := func(hz float64) float64 {
		k := int(0.98 * hz / s.binHz(f))
		return slices.Max(f.power[k : int(1.02*hz/s.binHz(f))+2])
	}
	return 10 * math.Log10(level(ratio*first)/level(first))
}

// wav is a sound as a 16-bit mono WAV file, for the outside programs.
func wav(t testing.TB, category, id string, rate int) []byte {
	t.Helper()
	samples := must.Get(Render(category, id, rate))(t)
	var b bytes.Buffer
	b.WriteString("RIFF")
	binary.Write(&b, binary.LittleEndian, uint32(36+2*len(samples)))
	b.WriteString("WAVEfmt ")
	binary.Write(&b, binary.LittleEndian, []uint32{16, 1<<16 | 1, uint32(rate), uint32(2 * rate), 16<<16 | 2})
	b.WriteString("data")
	binary.Write(&b, binary.LittleEndian, uint32(2*len(samples)))
	binary.Write(&b, binary.LittleEndian, samples)
	return b.Bytes()
}
