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
			t.books[i] = new(newCodebook(codes))
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

// granuleLines is the number of frequency lines, and of samples, in a granule
// of one channel: 32 subbands of 18 lines.
const (
	granuleLines = 576
	subbands     = 32
	subbandLines = 18
)

// longBands and shortBands start the scale factor bands of long blocks and of
// one window of short blocks: ISO 11172-3, table B.8; ISO 13818-3, table B.2,
// whose 330 at 24 kHz is read as 332 by the encoders and decoders in use;
// MPEG-2.5 has no standard: its 11.025 and 12 kHz use the bands of 16 kHz, its
// 8 kHz bands are in use by every encoder. The rows are in the order of hertz.
var longBands = [9][23]uint16{
	{0, 4, 8, 12, 16, 20, 24, 30, 36, 44, 52, 62, 74, 90, 110, 134, 162, 196, 238, 288, 342, 418, 576},
	{0, 4, 8, 12, 16, 20, 24, 30, 36, 42, 50, 60, 72, 88, 106, 128, 156, 190, 230, 276, 330, 384, 576},
	{0, 4, 8, 12, 16, 20, 24, 30, 36, 44, 54, 66, 82, 102, 126, 156, 194, 240, 296, 364, 448, 550, 576},
	{0, 6, 12, 18, 24, 30, 36, 44, 54, 66, 80, 96, 116, 140, 168, 200, 238, 284, 336, 396, 464, 522, 576},
	{0, 6, 12, 18, 24, 30, 36, 44, 54, 66, 80, 96, 114, 136, 162, 194, 232, 278, 332, 394, 464, 540, 576},
	{0, 6, 12, 18, 24, 30, 36, 44, 54, 66, 80, 96, 116, 140, 168, 200, 238, 284, 336, 396, 464, 522, 576},
	{0, 6, 12, 18, 24, 30, 36, 44, 54, 66, 80, 96, 116, 140, 168, 200, 238, 284, 336, 396, 464, 522, 576},
	{0, 6, 12, 18, 24, 30, 36, 44, 54, 66, 80, 96, 116, 140, 168, 200, 238, 284, 336, 396, 464, 522, 576},
	{0, 12, 24, 36, 48, 60, 72, 88, 108, 132, 160, 192, 232, 280, 336, 400, 476, 566, 568, 570, 572, 574, 576},
}

var shortBands = [9][14]uint16{
	{0, 4, 8, 12, 16, 22, 30, 40, 52, 66, 84, 106, 136, 192},
	{0, 4, 8, 12, 16, 22, 28, 38, 50, 64, 80, 100, 126, 192},
	{0, 4, 8, 12, 16, 22, 30, 42, 58, 78, 104, 138, 180, 192},
	{0, 4, 8, 12, 18, 24, 32, 42, 56, 74, 100, 132, 174, 192},
	{0, 4, 8, 12, 18, 26, 36, 48, 62, 80, 104, 136, 180, 192},
	{0, 4, 8, 12, 18, 26, 36, 48, 62, 80, 104, 134, 174, 192},
	{0, 4, 8, 12, 18, 26, 36, 48, 62, 80, 104, 134, 174, 192},
	{0, 4, 8, 12, 18, 26, 36, 48, 62, 80, 104, 134, 174, 192},
	{0, 8, 16, 24, 36, 52, 72, 96, 124, 160, 162, 164, 166, 192},
}

const (
	lastLong  = 21 // the last long band; no scale factor is sent for it
	lastShort = 12 // the last short band, likewise
	// mixedShort is the first short band of a mixed block: below it, up to
	// line 36 (72 at 8 kHz), the bands are long.
	mixedShort = 3
)

// mixedLong is the number of long bands in a mixed block.
func mixedLong(h header) int {
	if h.lsf() {
		return 6
	}
	return 8
}

// synthesisWindow is the first half of the window D of ISO 11172-3, table B.3,
// in units of 1/65536. The other half mirrors it: D[512-i] = -D[i], but
// D[512-i] = D[i] where i is a multiple of 64.
var synthesisWindow = [257]int32{
	0, -1, -1, -1, -1, -1, -1, -2, -2, -2, -2, -3,
	-3, -4, -4, -5, -5, -6, -7, -7, -8, -9, -10, -11,
	-13, -14, -16, -17, -19, -21, -24, -26, -29, -31, -35, -38,
	-41, -45, -49, -53, -58, -63, -68, -73, -79, -85, -91, -97,
	-104, -111, -117, -125, -132, -139, -147, -154, -161, -169, -176, -183,
	-190, -196, -202, -208, 213, 218, 222, 225, 227, 228, 228, 227,
	224, 221, 215, 208, 200, 189, 177, 163, 146, 127, 106, 83,
	57, 29, -2, -36, -72, -111, -153, -197, -244, -294, -347, -401,
	-459, -519, -581, -645, -711, -779, -848, -919, -991, -1064, -1137, -1210,
	-1283, -1356, -1428, -1498, -1567, -1634, -1698, -1759, -1817, -1870, -1919, -1962,
	-2001, -2032, -2057, -2075, -2085, -2087, -2080, -2063, 2037, 2000, 1952, 1893,
	1822, 1739, 1644, 1535, 1414, 1280, 1131, 970, 794, 605, 402, 185,
	-45, -288, -545, -814, -1095, -1388, -1692, -2006, -2330, -2663, -3004, -3351,
	-3705, -4063, -4425, -4788, -5153, -5517, -5879, -6237, -6589, -6935, -7271, -7597,
	-7910, -8209, -8491, -8755, -8998, -9219, -9416, -9585, -9727, -9838, -9916, -9959,
	-9966, -9935, -9863, -9750, -9592, -9389, -9139, -8840, -8492, -8092, -7640, -7134,
	6574, 5959, 5288, 4561, 3776, 2935, 2037, 1082, 70, -998, -2122, -3300,
	-4533, -5818, -7154, -8540, -9975, -11455, -12980, -14548, -16155, -17799, -19478, -21189,
	-22929, -24694, -26482, -28289, -30112, -31947, -33791, -35640, -37489, -39336, -41176, -43006,
	-44821, -46617, -48390, -50137, -51853, -53534, -55178, -56778, -58333, -59838, -61289, -62684,
	-64019, -65290, -66494, -67629, -68692, -69679, -70590, -71420, -72169, -72835, -73415, -73908,
	-74313, -74630, -74856, -74992, 75038,
}
