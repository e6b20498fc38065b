// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"math"
	"slices"
	"testing"
)

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
