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

func TestSine(t *testing.T) {
	for turns := -1.0; turns < 2; turns += 0.001 {
		near(t, "sine", sine(turns), math.Sin(2*math.Pi*turns), 1e-7)
	}
}

func TestNotes(t *testing.T) {
	for name, want := range map[string]float64{"A4": 440, "C4": 261.626, "C#5": 554.365, "Eb3": 155.563, "B3": 246.942,
		"G6": 1567.98} {
		near(t, name, note(name), want, 0.01)
	}
}

func TestLines(t *testing.T) {
	d := testDesk()
	straight := d.line(1, 0.5, 3, 1, 2)
	if len(straight) != rate {
		t.Fatalf("%d samples", len(straight))
	}
	near(t, "a quarter", straight.at(rate/4), 2, 1e-4)
	near(t, "the corner", straight.at(rate/2), 3, 1e-4)
	near(t, "past the end", straight.at(2*rate), 2, 1e-3)
	near(t, "half a glide", d.glide(100, 1, 400).at(rate/2), 200, 0.01)
	near(t, "half a decay, dB", 20*math.Log10(d.decay(0, 1).at(rate/2)), -30, 0.01)
	near(t, "the end of a decay", d.decay(0.1, 1).at(2*rate), 0, 1e-4)
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

func TestOscillators(t *testing.T) {
	d := testDesk()
	hz := d.hold(1000, 1)
	near(t, "sine, level", rms(d.sine(hz)), math.Sqrt(0.5), 1e-3)
	near(t, "saw, level", rms(d.saw(hz)), math.Sqrt(1./3), 0.02)
	near(t, "square, level", rms(d.pulse(hz, 0.5)), 1, 0.05)
	near(t, "thin pulse, level", rms(d.pulse(hz, 0.1)), 0.6, 0.05)
	near(t, "thin pulse, below its pitch", listen(d.pulse(hz, 0.1)).share(0, 800), 0, 1e-3)
	s := listen(d.sine(hz))
	near(t, "sine, pitch", median(s.voiced()), 1000, 0.5)
	near(t, "square, second harmonic", listen(d.pulse(hz, 0.5)).share(1900, 2100), 0, 1e-3)
	near(t, "square, third harmonic", listen(d.pulse(hz, 0.5)).share(2900, 3100), 1./9*8/math.Pi/math.Pi, 0.01)
	near(t, "fm with index 0", rms(d.fm(hz, 2, d.hold(0, 1)).plus(d.sine(hz).gain(-1))), 0, 1e-6)
	near(t, "fm with index 2.4: no carrier", listen(d.fm(hz, 1.5, d.hold(2.405, 1))).share(950, 1050), 0, 1e-3)
	near(t, "too high a pitch", rms(d.saw(d.hold(21000, 1))), 0, 0)
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

func TestFilters(t *testing.T) {
	d := testDesk()
	through := func(filter func(w, hz wave, q float64) wave, hz float64) float64 {
		return 20 * math.Log10(rms(filter(d.sine(d.hold(hz, 1)), d.hold(1000, 1), 0.707))*math.Sqrt2+1e-9)
	}
	near(t, "low-pass, far below", through(d.lowpass, 100), 0, 0.1)
	near(t, "low-pass, at its corner", through(d.lowpass, 1000), -3, 0.2)
	near(t, "low-pass, two octaves above", through(d.lowpass, 4000), -24.3, 1)
	near(t, "band, in its middle", through(d.band, 1000), 0, 0.1)
	near(t, "band, two octaves above", through(d.band, 4000), -9.5, 1.5)
	near(t, "two formants, in the first", 20*math.Log10(rms(d.formants(d.sine(d.hold(500, 1)),
		formant{d.hold(500, 1), 50, 0.5}, formant{d.hold(2500, 1), 50, 1}))*math.Sqrt2), -6, 0.2)
}

func TestStruck(t *testing.T) {
	d := testDesk()
	w := d.struck(mode{440, 1, 0.5})
	s := listen(w)
	near(t, "pitch", s.tone(0), 440, 1)
	near(t, "level at the start", rms(w[:rate/10]), 0.5/math.Sqrt2*0.71, 0.03)
	near(t, "dB in half a second", 20*math.Log10(rms(w[rate/2:rate/2+rate/10])/rms(w[:rate/10])), -30, 0.3)
	near(t, "too high a mode", rms(d.struck(mode{20000, 1, 1})), 0, 0)
	near(t, "tuned", tuned(dome, 100, 2)[2].hz+tuned(dome, 100, 2)[2].t60, 283+1.2, 1e-9)
}

func TestRoom(t *testing.T) {
	d := testDesk()
	click := wave{1}
	room := d.room(click, 0.5, 1)
	near(t, "the click itself", room.at(0), 1, 0.2)
	early, late := rms(room[rate/10:rate/10+2000]), rms(room[rate*4/10:rate*4/10+2000])
	near(t, "dB of the room in 0.3 s of 0.5", 20*math.Log10(late/early), -36, 12)
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

func TestDice(t *testing.T) {
	var d dice = 1
	var sum float64
	for range 10000 {
		v := d.between(2, 4)
		if v < 2 || v > 4 {
			t.Fatalf("%g is not between 2 and 4", v)
		}
		sum += v
	}
	near(t, "mean", sum/10000, 3, 0.02)
}
