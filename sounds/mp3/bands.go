// SPDX-License-Identifier: Apache-2.0

package mp3

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
