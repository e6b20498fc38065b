// SPDX-License-Identifier: Apache-2.0

package resample_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/gopxl/beep/v2"

	"github.com/ledpost/ledpost/sounds/resample"
)

// sine streams n frames of a sine on the left and its negative on the right.
func sine(hz, rate float64, n int) beep.Streamer {
	i := 0
	return beep.StreamerFunc(func(s [][2]float64) (int, bool) {
		k := min(len(s), n-i)
		for j := range k {
			v := math.Sin(2 * math.Pi * hz * float64(i+j) / rate)
			s[j] = [2]float64{v, -v}
		}
		i += k
		return k, k > 0
	})
}

func all(s beep.Streamer, block int) (out [][2]float64) {
	buf := make([][2]float64, block)
	for {
		n, ok := s.Stream(buf)
		if !ok {
			return out
		}
		out = append(out, buf[:n]...)
	}
}

// power is the mean square of the left channel without both ends, where the
// filter runs over the sound's edge.
func power(s [][2]float64) (p float64) {
	s = s[len(s)/4 : len(s)*3/4]
	for _, v := range s {
		p += v[0] * v[0]
	}
	return p / float64(len(s))
}

// rates are the API's, 48000, and what else files have.
var rates = []int{8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 88200, 96000, 192000, 44056, 37800}

func TestRates(t *testing.T) {
	for _, in := range rates {
		for _, out := range []int{48000, 44100, 22050} {
			t.Run(fmt.Sprint(in, "to", out), func(t *testing.T) { checkRate(t, in, out) })
		}
	}
}

func checkRate(t *testing.T, in, out int) {
	hz := 0.3 * float64(min(in, out))
	got := all(resample.New(resample.NewBank(in, out), sine(hz, float64(in), in)), 777)
	if d := len(got) - out; d < -2 || d > 2 {
		t.Errorf("one second became %d frames, want %d", len(got), out)
	}
	var worst float64
	for i := len(got) / 4; i < len(got)*3/4; i++ {
		want := math.Sin(2 * math.Pi * hz * float64(i) / float64(out))
		worst = max(worst, math.Abs(got[i][0]-want), math.Abs(got[i][1]+want))
	}
	limit := 1e-3 // -60 dB
	if in == 44056 {
		limit = 0.2 // the ratio is approximated: in step to a part in a million
	}
	if worst > limit {
		t.Errorf("differs from the sine by %g", worst)
	}
}

// TestAlias plays a tone above half the new rate: it must go, not fold back.
func TestAlias(t *testing.T) {
	for _, tt := range []struct{ in, out, hz int }{{48000, 32000, 17800}, {48000, 8000, 5000}, {96000, 48000, 30000},
		{192000, 22050, 15000}} {
		got := all(resample.New(resample.NewBank(tt.in, tt.out), sine(float64(tt.hz), float64(tt.in), tt.in)), 512)
		if db := 10 * math.Log10(power(got)/0.5); db > -70 {
			t.Errorf("%d Hz from %d to %d: %.0f dB remain, want less than -70", tt.hz, tt.in, tt.out, db)
		}
	}
}

func TestFlat(t *testing.T) {
	for _, hz := range []float64{20, 1000, 10000, 18000} {
		got := all(resample.New(resample.NewBank(44100, 48000), sine(hz, 44100, 44100)), 512)
		if db := 10 * math.Log10(power(got)/0.5); math.Abs(db) > 0.1 {
			t.Errorf("%g Hz is changed by %.2f dB", hz, db)
		}
	}
}

// TestBlocks: how much is asked for at once must not matter.
func TestBlocks(t *testing.T) {
	bank := resample.NewBank(11025, 48000)
	want := all(resample.New(bank, sine(440, 11025, 3000)), 100000)
	r := resample.New(bank, sine(1, 11025, 50))
	all(r, 9)
	r.Reset(sine(440, 11025, 3000)) // and what was before neither
	got := all(r, 1)
	if len(got) != len(want) {
		t.Fatalf("%d frames one by one, %d at once", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("frame %d is %v one by one, %v at once", i, got[i], want[i])
		}
	}
}

func TestEmpty(t *testing.T) {
	if got := all(resample.New(resample.NewBank(8000, 48000), sine(1, 1, 0)), 64); len(got) > 50 {
		t.Errorf("nothing became %d frames", len(got))
	}
}
