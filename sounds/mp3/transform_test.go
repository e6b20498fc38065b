// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The transforms are compared with the formulas of ISO 11172-3, written out.

// noise returns n values between -1 and 1.
func noise(r *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = 2*r.Float32() - 1
	}
	return x
}

func near(t *testing.T, what string, got float32, want, within float64) {
	t.Helper()
	if math.Abs(float64(got)-want) > within {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestDCT32(t *testing.T) {
	x := [32]float32(noise(rand.New(rand.NewPCG(1, 0)), 32))
	got := x
	dct32(&got)
	for j := range got {
		want := 0.0
		for k, v := range x {
			want += float64(v) * math.Cos(math.Pi/64*float64(2*k+1)*float64(j))
		}
		near(t, "y", got[j], want, 2e-6)
	}
}

// slowIMDCT is 2.4.3.4.10.2 and .3: n samples, windowed, of n/2 lines.
func slowIMDCT(lines []float32, window func(i int) float64) []float64 {
	n := 2 * len(lines)
	x := make([]float64, n)
	for i := range x {
		for k, v := range lines {
			x[i] += float64(v) * math.Cos(math.Pi/float64(2*n)*float64(2*i+1+n/2)*float64(2*k+1))
		}
		x[i] *= window(i)
	}
	return x
}

// slowHybrid is the inverse transform of one subband, to 36 samples.
func slowHybrid(lines []float32, block int) []float64 {
	if block != 2 {
		return slowIMDCT(lines, func(i int) float64 { return slowWindow(block, i) })
	}
	x := make([]float64, 36)
	for window := range 3 {
		part := make([]float32, 6)
		for k := range part {
			part[k] = lines[3*k+window]
		}
		for i, v := range slowIMDCT(part, func(i int) float64 { return math.Sin(math.Pi / 12 * (float64(i) + 0.5)) }) {
			x[6+6*window+i] += v
		}
	}
	return x
}

func slowWindow(block, i int) float64 {
	long, short := math.Sin(math.Pi/36*(float64(i)+0.5)), math.Sin(math.Pi/12*(float64(i%18-6)+0.5))
	switch block*6 + i/6 {
	case 1*6 + 3, 3*6 + 2:
		return 1
	case 1*6 + 4, 3*6 + 1:
		if block == 1 {
			return math.Sin(math.Pi / 12 * (float64(i-18) + 0.5))
		}
		return short
	case 1*6 + 5, 3*6 + 0:
		return 0
	}
	return long
}

func TestHybrid(t *testing.T) {
	tab, r := shared(), rand.New(rand.NewPCG(2, 0))
	for block := range 4 {
		for _, sb := range []int{2, 5} { // odd ones are inverted
			var out samples18
			lines := noise(r, 18)
			over := noise(r, 18)
			in, tail := [18]float32(lines), [18]float32(over)
			if block == 2 {
				tab.imdctShort(&out, sb, &in, &tail)
			} else {
				imdctLong(&out, sb, &in, &tail, &tab.mdct[sb&1][block])
			}
			want := slowHybrid(lines, block)
			for i := range 18 {
				sign := 1.0
				if sb&i&1 == 1 {
					sign = -1
				}
				near(t, "sample", out[i][sb], sign*want[i]+float64(over[i]), 1e-5)
				near(t, "overlap", tail[i], sign*want[18+i], 2e-5)
			}
		}
	}
}

func TestSynth(t *testing.T) {
	tab, r := shared(), rand.New(rand.NewPCG(3, 0))
	var s synth
	v := make([]float64, 1024)
	for slot := range 40 {
		in := [32]float32(noise(r, 32))
		copy(v[64:], v[:960]) // Annex A, figure 3-A.2
		for i := range 64 {
			v[i] = 0
			for k := range 32 {
				v[i] += math.Cos(float64(16+i)*float64(2*k+1)*math.Pi/64) * float64(in[k])
			}
		}
		var out [32]float32
		s.run(tab, &in, &out)
		for j := range 32 {
			want := 0.0
			for i := range 8 {
				want += v[128*i+j]*float64(windowD(64*i+j)) + v[128*i+96+j]*float64(windowD(64*i+32+j))
			}
			near(t, "sample", out[j], want, 1e-5)
		}
		if t.Failed() {
			t.Fatalf("in slot %d", slot)
		}
	}
}
