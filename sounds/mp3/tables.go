// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"math"
	"sync"
)

// maxValue is the largest quantised value: 15 and 13 bits of escape.
const maxValue = 15 + 1<<13 - 1

// tables are computed from the standard's formulas once, when first needed,
// and only read afterwards.
type tables struct {
	books   [32]*codebook // nil where there are no codes
	count1  [2]codebook
	power   [maxValue + 1]float32       // x^(4/3)
	quarter [4]float32                  // 2^(i/4)
	mdct    [2][4][36]float32           // window by subband parity and block type; see imdct36
	short   [2][12]float32              // window of short blocks by subband parity; see imdct12
	window  [17]synthWindow             // see synth
	ratio   [2][3][positions][2]float32 // see makeRatios
}

// shared returns the tables.
var shared = sync.OnceValue(newTables)

func newTables() *tables {
	t := new(tables)
	t.makeBooks()
	for i := range t.power {
		t.power[i] = float32(float64(i) * math.Cbrt(float64(i)))
	}
	for i := range t.quarter {
		t.quarter[i] = float32(math.Exp2(float64(i) / 4))
	}
	t.makeMDCT()
	t.makeWindow()
	t.makeRatios()
	return t
}

// makeBooks builds the Huffman tables; linbits are from table B.7.
func (t *tables) makeBooks() {
	for i, codes := range [][]uint16{1: codes1, 2: codes2, 3: codes3, 5: codes5, 6: codes6, 7: codes7, 8: codes8,
		9: codes9, 10: codes10, 11: codes11, 12: codes12, 13: codes13, 15: codes15} {
		if codes != nil {
			b := newCodebook(codes)
			t.books[i] = &b
		}
	}
	for half, codes := range [][]uint16{codes16, codes24} {
		b := newCodebook(codes)
		for i, linbits := range [2][8]uint{{1, 2, 3, 4, 6, 8, 10, 13}, {4, 5, 6, 7, 8, 9, 11, 13}}[half] {
			with := b // shares long
			with.linbits = linbits
			t.books[16+8*half+i] = &with
		}
	}
	t.count1 = [2]codebook{newCodebook(codesA), newCodebook(codesB)}
}

// exp returns 2^(e/4), e from -400 to 400.
func (t *tables) exp(e int) float32 {
	return t.quarter[e&3] * math.Float32frombits(uint32(127+e>>2)<<23)
}
