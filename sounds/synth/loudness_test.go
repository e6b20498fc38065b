// SPDX-License-Identifier: Apache-2.0

package synth

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// targets are the maximum momentary loudness in LUFS at which the gains of a
// category's recipes aim: alarms are louder, and no notification is so short
// that it would have to be clipped for it. Motions are heard only by who listens.
var targets = map[string]float64{"notifications": -18, "alarms": -16, Motions: -32}

// biquad is a second order filter.
type biquad struct{ b0, b1, b2, a1, a2 float64 }

func (f biquad) run(x []float64) []float64 {
	y := make([]float64, len(x))
	var s1, s2 float64
	for i, v := range x {
		y[i] = f.b0*v + s1
		s1 = f.b1*v - f.a1*y[i] + s2
		s2 = f.b2*v - f.a2*y[i]
	}
	return y
}

// kWeighting is the filter pair of ITU-R BS.1770-4, annex 1, carried from its
// 48 kHz to another rate by its analogue parameters (De Man, "Evaluation of
// implementations of the EBU R128 loudness measurement", 2018).
func kWeighting(rate float64) (shelf, highpass biquad) {
	k, q := math.Tan(math.Pi*1681.974450955533/rate), 0.7071752369554196
	vh := math.Pow(10, 3.999843853973347/20)
	vb := math.Pow(vh, 0.4996667741545416)
	a0 := 1 + k/q + k*k
	shelf = biquad{(vh + vb*k/q + k*k) / a0, 2 * (k*k - vh) / a0, (vh - vb*k/q + k*k) / a0, 2 * (k*k - 1) / a0,
		(1 - k/q + k*k) / a0}
	k, q = math.Tan(math.Pi*38.13547087602444/rate), 0.5003270373238773
	a0 = 1 + k/q + k*k
	return shelf, biquad{1, -2, 1, 2 * (k*k - 1) / a0, (1 - k/q + k*k) / a0}
}

// loudness is the maximum momentary loudness in LUFS (EBU Tech 3341: windows
// of 400 ms, every 100 ms), the sound padded with silence to 1 s, that of a motion with itself.
func (s *sound) loudness() float64 {
	x := append([]float64{}, s.x...)
	for i := 0; float64(len(x)) < s.rate; i++ {
		if s.category == Motions {
			x = append(x, s.x[i%len(s.x)])
			continue
		}
		x = append(x, 0)
	}
	shelf, highpass := kWeighting(s.rate)
	y := highpass.run(shelf.run(x))
	loudest := 0.0
	for start := 0; ; start += int(s.rate / 10) {
		end := start + int(0.4*s.rate)
		if end > len(y) {
			break
		}
		var sum float64
		for _, v := range y[start:end] {
			sum += v * v
		}
		loudest = max(loudest, sum/float64(end-start))
	}
	return -0.691 + 10*math.Log10(loudest)
}

// truePeak is the largest value of the wave between the samples, in dBTP:
// 4 times oversampled (BS.1770-4, annex 2) by a windowed sinc.
func (s *sound) truePeak() float64 {
	const half = 16
	peak := 0.0
	for phase := range 4 {
		taps := make([]float64, 2*half)
		for k := range taps {
			x := float64(k-half+1) - float64(phase)/4
			taps[k] = 0.5 + 0.5*math.Cos(math.Pi*x/(half+1))
			if x != 0 {
				taps[k] *= math.Sin(math.Pi*x) / (math.Pi * x)
			}
		}
		for i := range s.x {
			var sum float64
			for k, h := range taps {
				if j := i + k - half + 1; j >= 0 && j < len(s.x) {
					sum += h * s.x[j]
				}
			}
			peak = max(peak, math.Abs(sum))
		}
	}
	return 20 * math.Log10(peak)
}

func TestLoudness(t *testing.T) {
	for _, category := range Categories() {
		var all []float64
		for _, id := range IDs(category) {
			all = append(all, render(t, category, id, rate).loudness())
		}
		middle := median(all)
		target := targets[category]
		if math.Abs(middle-target) > 1 {
			t.Errorf("%s: the median is %.1f LUFS, want %.0f ± 1", category, middle, target)
		}
		for i, id := range IDs(category) {
			r, _ := find(category, id)
			if math.Abs(all[i]-middle) > 3 {
				t.Errorf("%s: %.1f LUFS, the median is %.1f; try a gain of %.1f dB", id, all[i], middle, r.gain+target-all[i])
			}
			if os.Getenv("GAINS") != "" {
				fmt.Printf("GAIN %s %.1f (%.1f)\n", id, r.gain+target-all[i], all[i])
			}
		}
	}
}

func TestTruePeak(t *testing.T) {
	long(t)
	for _, rate := range []int{8000, 22050, 44100, 48000} {
		for _, category := range Categories() {
			for _, id := range IDs(category) {
				if peak := render(t, category, id, rate).truePeak(); peak > -1 {
					t.Errorf("%s at %d Hz: true peak %.2f dBTP, want at most -1", id, rate, peak)
				}
			}
		}
	}
}

// TestLoudnessMeter compares our meter with ffmpeg's on sounds of all kinds.
func TestLoudnessMeter(t *testing.T) {
	long(t)
	ffmpeg := testtool.Find(t, "ffmpeg")
	for _, id := range []string{"thunder", "win", "wind", "lose1", "cash"} {
		s := render(t, "notifications", id, 48000)
		file := filepath.Join(t.TempDir(), "s.wav")
		must.Do(t, os.WriteFile(file, wav(t, "notifications", id, 48000), 0o600))
		out, err := exec.Command(ffmpeg, "-nostats", "-i", file, "-af", "ebur128=peak=true:framelog=verbose", "-loglevel",
			"verbose", "-f", "null", "-").CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		loudest := math.Inf(-1)
		for _, m := range regexp.MustCompile(` M: *(-?[0-9.]+)`).FindAllSubmatch(out, -1) {
			v, _ := strconv.ParseFloat(string(m[1]), 64)
			loudest = max(loudest, v)
		}
		// A mono file is played by one loudspeaker in ffmpeg's eyes too.
		if math.Abs(loudest-s.loudness()) > 0.3 {
			t.Errorf("%s: %.2f LUFS, ffmpeg says %.2f", id, s.loudness(), loudest)
		}
		peak := regexp.MustCompile(`(?s)True peak:.*Peak: *(-?[0-9.]+) dBFS`).FindSubmatch(out)
		if peak == nil {
			t.Fatalf("no true peak from ffmpeg:\n%s", out)
		}
		if v, _ := strconv.ParseFloat(string(peak[1]), 64); math.Abs(v-s.truePeak()) > 0.3 {
			t.Errorf("%s: true peak %.2f dBTP, ffmpeg says %.2f", id, s.truePeak(), v)
		}
	}
}
