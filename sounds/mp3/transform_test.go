// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"math"
	"math/rand/v2"
	"slices"
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

// TestPositions decodes one band whose left line is 1 and right line 0, above
// the last line of the right channel.
func TestPositions(t *testing.T) {
	half := math.Sqrt2 / 2
	tan1 := math.Tan(math.Pi / 12)
	for _, c := range []struct {
		name         string
		row          int // of ratio
		ms           bool
		pos, illegal uint8
		l, r         float64
	}{
		{"MPEG-1, all on the right", 0, false, 0, 7, 0, 1},
		{"MPEG-1, a little left", 0, false, 1, 7, tan1 / (1 + tan1), 1 / (1 + tan1)},
		{"MPEG-1, the middle", 0, false, 3, 7, 0.5, 0.5},
		{"MPEG-1, all on the left", 0, false, 6, 7, 1, 0},
		{"MPEG-1, illegal: as it is", 0, false, 7, 7, 1, 0},
		{"MPEG-1, larger than illegal", 0, false, 15, 7, 1, 0},
		{"MPEG-1, illegal: mid/side, scaled before", 0, true, 7, 7, 1, 1},
		{"MPEG-1, with mid/side elsewhere", 0, true, 3, 7, half, half},
		{"MPEG-2, the middle", 1, false, 0, 15, 1, 1},
		{"MPEG-2, odd: left is less", 1, false, 3, 15, math.Exp2(-0.5), 1},
		{"MPEG-2, even: right is less", 1, false, 4, 15, 1, math.Exp2(-0.5)},
		{"MPEG-2, even, the larger scale", 2, false, 4, 15, 1, 0.5},
		{"MPEG-2, largest of 4 bits: illegal", 1, false, 15, 15, 1, 0},
		{"MPEG-2, 7 of 4 bits", 2, false, 7, 15, 0.25, 1},
		{"MPEG-2, nothing sent", 1, false, 0, 255, 1, 1},
	} {
		var l, r [granuleLines]float32
		var s scaleFactors
		l[20] = 1 // in long band 5 at 44.1 kHz
		s.factor[5], s.illegal[5] = c.pos, c.illegal
		half := map[bool]int{true: 1}[c.ms]
		j := joiner{l: &l, r: &r, lines: 24, ms: c.ms, gains: &shared().ratio[half][c.row], s: &s}
		j.intensity(0xfffb9000, &granule{})
		if math.Abs(float64(l[20])-c.l) > 1e-6 || math.Abs(float64(r[20])-c.r) > 1e-6 {
			t.Errorf("%s: %.4f, %.4f, want %.4f, %.4f", c.name, l[20], r[20], c.l, c.r)
		}
	}
}

// TestCodebooks looks up every code of every table, and checks that the codes
// of a table leave no gap.
func TestCodebooks(t *testing.T) {
	for i, codes := range [][]uint16{codes1, codes2, codes3, codes5, codes6, codes7, codes8, codes9, codes10,
		codes11, codes12, codes13, codes15, codes16, codes24, codesA, codesB} {
		book := newCodebook(codes)
		code := uint(0) // at the top of a word
		for _, c := range codes {
			if e := book.find(code); e != uint(c) {
				t.Errorf("table %d: code %b is %#x, want %#x", i, code, e, c)
			}
			code += 1 << (wordBits - c>>8)
		}
		if code != 0 {
			t.Errorf("table %d: the codes end at %b", i, code)
		}
	}
}

// TestQuads checks that a code that reaches past the end of its granule does not
// count (ISO 11172-3, 2.4.3.4.6).
func TestQuads(t *testing.T) {
	b := []byte{0b1_0101_1_01, 0b10_1_00000, 0, 0, 0, 0, 0, 0, 0, 0} // table A: 0000, 0001 with a sign, 0100 with a sign
	for end, want := range map[int][]float32{
		1:  {0, 0, 0, 0},
		5:  {0, 0, 0, 0}, // the sign is behind the end
		6:  {0, 0, 0, 0, 0, 0, 0, -1},
		7:  {0, 0, 0, 0, 0, 0, 0, -1},
		10: {0, 0, 0, 0, 0, 0, 0, -1},
		11: {0, 0, 0, 0, 0, 0, 0, -1, 0, -1, 0, 0},
	} {
		var got [12]float32
		c := newBitCache(b, 0)
		n := c.quads(got[:], &shared().count1[0], end)
		if n != len(want) || !slices.Equal(got[:n], want) {
			t.Errorf("up to bit %d: %v, want %v", end, got[:n], want)
		}
	}
}
