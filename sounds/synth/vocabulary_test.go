// SPDX-License-Identifier: Apache-2.0

package synth

import (
	"cmp"
	"math"
	"testing"
)

func testDesk() *desk { return newDesk(rate, rate, false) }

// listen makes a wave measurable.
func listen(w wave) *sound {
	s := &sound{category: "notifications", rate: rate, x: make([]float64, len(w))}
	for i, v := range w {
		s.x[i] = float64(v)
	}
	for centre := 0.0; centre < float64(len(s.x)); centre += hop * rate {
		s.frames = append(s.frames, s.spectrum(int(centre), frameSize(rate)))
	}
	return s
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %g, want %g ± %g", what, got, want, within)
	}
}

func rms(w wave) float64 {
	var sum float64
	for _, v := range w {
		sum += float64(v) * float64(v)
	}
	return math.Sqrt(sum / float64(len(w)))
}

// TestPut: what runs over the end is lost, or goes round in a loop.
func TestPut(t *testing.T) {
	for _, loop := range []bool{false, true} {
		d := newDesk(10, 10, loop)
		d.put(0.8, 0.5, wave{2, 4, 6, 8})
		want := wave{0, 0, 0, 0, 0, 0, 0, 0, 1, 2}
		if loop {
			want[0], want[1] = 3, 4
		}
		for i := range want {
			if d.tape[i] != want[i] {
				t.Fatalf("loop %v: %v, want %v", loop, d.tape, want)
			}
		}
	}
}

// TestAlias: a sawtooth of 3 kHz has no strong tones between its harmonics.
func TestAlias(t *testing.T) {
	d := testDesk()
	s := listen(d.saw(d.hold(3001, 1)))
	if between := s.share(3300, 5700) + s.share(0, 2700); between > 0.001 {
		t.Errorf("%.4f of the energy is none of its own", between)
	}
}

// TestNoiseLevel: noise is as loud in a band at every rate.
func TestNoiseLevel(t *testing.T) {
	var want float64
	for _, rate := range []int{44100, 48000, 96000, 192000} {
		d := newDesk(rate, rate, false)
		level := rms(d.band(d.noise(1), d.hold(1000, 1), 2))
		want = cmp.Or(want, level)
		near(t, "level, dB", 20*math.Log10(level/want), 0, 1)
	}
}

func TestMaster(t *testing.T) {
	for i, v := range limit(wave{-9, -0.5, 0, 0.1, 0.59, 1e9}, 1) {
		if math.Abs(float64(v)) > ceiling+1e-6 {
			t.Errorf("sample %d is %g", i, v)
		}
	}
	near(t, "a quiet sample", limit(wave{-0.25}, 2).at(0), -0.5, 1e-6)
	for rate, want := range map[int]int{8000: 4, 16000: 2, 22050: 2, 31999: 2, 32000: 1, 44100: 1, 192000: 1} {
		if got := oversampling(rate); got != want {
			t.Errorf("%d Hz is made %d times as fast, want %d", rate, got, want)
		}
	}
	d := newDesk(44100, 44100, false)
	near(t, "9 kHz at 22050 Hz, dB", 20*math.Log10(rms(d.decimate(d.sine(d.hold(9000, 1)), 2))*math.Sqrt2), 0, 0.3)
	near(t, "13 kHz at 22050 Hz", rms(d.decimate(d.sine(d.hold(13000, 1)), 2)), 0, 0.002)
}
