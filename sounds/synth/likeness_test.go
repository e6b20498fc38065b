// SPDX-License-Identifier: Apache-2.0

package synth

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// A portrait is what a sound is like: its level in dB in 24 bands of a third
// of an octave from 60 Hz, in 24 slices of 0.17 s (4 s in all), silence at -30.
type portrait [24][24]float64

func (s *sound) portrait() portrait {
	var p portrait
	var loudest float64
	for i, f := range s.frames {
		slice := min(23, int(float64(i)*hop*24/4.1))
		for k, v := range s.thirds(f) {
			p[slice][k] += v
			loudest = max(loudest, p[slice][k])
		}
	}
	for i := range p {
		for k := range p[i] {
			p[i][k] = max(-30, 10*math.Log10(p[i][k]/loudest+1e-9))
		}
	}
	return p
}

// distance is the mean difference in dB over what is not silent in both.
func (p portrait) distance(q portrait) float64 {
	var sum, n float64
	for i := range p {
		for k := range p[i] {
			if p[i][k] > -30 || q[i][k] > -30 {
				sum += math.Abs(p[i][k] - q[i][k])
				n++
			}
		}
	}
	return sum / n
}

// TestDistinct: no two sounds are alike.
func TestDistinct(t *testing.T) {
	long(t)
	var names []string
	var portraits []portrait
	for _, category := range []string{"notifications", "alarms"} {
		for _, id := range IDs(category) {
			names = append(names, id)
			portraits = append(portraits, render(t, category, id, rate).portrait())
		}
	}
	closest, pair := math.Inf(1), ""
	for i := range portraits {
		for k := range i {
			d := portraits[i].distance(portraits[k])
			if d < 6 { // dB
				t.Errorf("%s and %s differ by %.1f dB only", names[i], names[k], d)
			}
			if d < closest {
				closest, pair = d, fmt.Sprint(names[i], " and ", names[k])
			}
		}
	}
	t.Logf("the closest are %s: %.1f dB", pair, closest)
}

// TestSameCharacter: a sound is the same sound at every rate that devices
// have, up to what the lower rate can carry: in its spectrum and its course.
func TestSameCharacter(t *testing.T) {
	long(t)
	for _, category := range []string{"notifications", "alarms"} {
		for _, id := range IDs(category) {
			want := render(t, category, id, 44100)
			for _, rate := range []int{22050, 48000} {
				got := render(t, category, id, rate)
				// The last two bands are above 9.6 kHz: there is nothing at 22050 Hz.
				if d := difference(want.thirds(want.whole())[:22], got.thirds(got.whole())[:22]); d > 1 {
					t.Errorf("%s at %d Hz: its spectrum is %.1f dB from that at 44100 Hz", id, rate, d)
				}
				if d := difference(want.course(), got.course()); d > 2 {
					t.Errorf("%s at %d Hz: its course is %.1f dB from that at 44100 Hz", id, rate, d)
				}
			}
		}
	}
}

// course is the power in steps of 50 ms.
func (s *sound) course() []float64 {
	var out []float64
	for i := 0; i+10 <= len(s.frames); i += 10 {
		var sum float64
		for _, f := range s.frames[i : i+10] {
			sum += f.total
		}
		out = append(out, sum)
	}
	return out
}

// difference is the mean difference in dB between two rows of powers, each
// seen from its largest down to -30 dB.
func difference(a, b []float64) float64 {
	var sum, n float64
	for i := range min(len(a), len(b)) {
		x := max(-30, 10*math.Log10(a[i]/slices.Max(a)+1e-9))
		y := max(-30, 10*math.Log10(b[i]/slices.Max(b)+1e-9))
		if x > -30 || y > -30 {
			sum += math.Abs(x - y)
			n++
		}
	}
	return sum / n
}

// TestUrgency: alarms go from gentle to urgent: what makes urgency (Haas and
// Edworthy 1996) grows from the first third to the second and the last.
func TestUrgency(t *testing.T) {
	var groups [3]float64
	for i, id := range IDs("alarms") {
		s := render(t, "alarms", id, rate)
		beginnings := float64(len(s.onsets())) / (float64(len(s.x)) / s.rate)
		urgency := math.Log2(s.centroid(0, 1)/500) + 4*s.duty() + math.Log2(1+beginnings)/2
		groups[i*3/13] += urgency / []float64{5, 4, 4}[i*3/13]
		t.Logf("%s: %.1f", id, urgency)
	}
	if !(groups[0]+1 < groups[1] && groups[1]+0.5 < groups[2]) {
		t.Errorf("mean urgency of alarms 1-5, 6-9, 10-13: %.1f", groups)
	}
}
