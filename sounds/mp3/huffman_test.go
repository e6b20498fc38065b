// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"slices"
	"testing"
)

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
