// SPDX-License-Identifier: Apache-2.0

package rtttl

import (
	"fmt"
	"math"
)

// The rates that Render takes, in Hz.
const (
	MinRate = 8000
	MaxRate = 192000
)

const (
	level = 0.2   // of full scale: a buzzer is shrill
	ramp  = 0.003 // s, at both ends of a note, which would click without it
	gap   = 0.010 // s of silence at the end of a note, which separates notes of the same pitch
)

// Render returns the tune as mono samples at rate Hz (MinRate to MaxRate), full
// scale being ±32767. The same arguments always give the same samples.
func (t *Tune) Render(rate int) ([]int16, error) {
	if rate < MinRate || rate > MaxRate {
		return nil, fmt.Errorf("rtttl: rate %d Hz, want %d to %d", rate, MinRate, MaxRate)
	}
	out := make([]int16, samples(min(t.Length(), MaxLength).Seconds(), rate))
	at := 0.0
	for _, n := range t.Notes {
		from, to := samples(at, rate), samples(at+n.For.Seconds(), rate)
		at += n.For.Seconds()
		if n.Hz > 0 && from < len(out) {
			tone(out[from:min(to, len(out))], n.Hz/float64(rate), rate)
		}
	}
	return out, nil
}

func samples(seconds float64, rate int) int { return int(math.Round(seconds * float64(rate))) }

// tone fills out with a tone of step turns a sample.
func tone(out []int16, step float64, rate int) {
	sounding := max(len(out)-samples(gap, rate), len(out)/2)
	edge := max(1, min(samples(ramp, rate), sounding/2))
	wave := period(step)
	phase := 0.0
	for i := range sounding {
		loud := min(1, float64(i+1)/float64(edge), float64(sounding-i)/float64(edge))
		out[i] = int16(math.MaxInt16 * level * loud * wave[int(phase*points)%points])
		phase += step
		phase -= math.Floor(phase)
	}
}

// points of a period: the steps between them are 60 dB below the tone.
const points = 2048

// periods are single periods of tones with one to four odd harmonics: square
// waves that are not too sharp.
var periods = func() (all [4][points]float64) {
	for i := range all {
		for j := range points {
			for k := range i + 1 {
				n := float64(2*k + 1)
				all[i][j] += math.Sin(2*math.Pi*n*float64(j)/points) / n
			}
		}
	}
	return all
}()

// period returns the one with as many harmonics as fit below half the rate: a
// higher one would alias to a lower tone.
func period(step float64) *[points]float64 {
	fits := 0
	for fits < len(periods)-1 && step*float64(2*fits+3) < 0.45 {
		fits++
	}
	return &periods[fits]
}
