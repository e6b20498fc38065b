// SPDX-License-Identifier: Apache-2.0

package mp3

// shortAt is where the factors of short blocks begin in scaleFactors.
const shortAt = lastLong + 1

// scaleFactors are the scale factors of a channel: the long bands, then the short ones,
// three windows each. Long blocks use the first part, short blocks the second,
// mixed ones the low bands of the first and the high ones of the second. The
// last band of each part has no factor: it stays 0.
type scaleFactors struct {
	factor [shortAt + 3*(lastShort+1)]uint8
	// illegal holds, for the right channel in intensity stereo, the positions
	// from which on a band is not coded in intensity stereo.
	illegal [shortAt + 3*(lastShort+1)]uint8
}

// scaleBits holds the lengths slen1 and slen2 by scalefac_compress (2.4.2.7).
var scaleBits = [16][2]int{
	{0, 0}, {0, 1}, {0, 2}, {0, 3}, {3, 0}, {1, 1}, {1, 2}, {1, 3},
	{2, 1}, {2, 2}, {2, 3}, {3, 1}, {3, 2}, {3, 3}, {4, 2}, {4, 3},
}

// read reads the factors of an MPEG-1 granule. share says which groups of
// bands keep the factors of the first granule (scfsi).
func (s *scaleFactors) read(r *bitReader, g *granule, share *[4]bool) {
	for i := range s.illegal {
		s.illegal[i] = 7 // 2.4.3.4: position 7
	}
	length := scaleBits[g.compress]
	switch {
	case g.block == 2 && g.mixed:
		s.fill(r, 0, 8, length[0])
		s.fill(r, shortAt+3*mixedShort, shortAt+3*6, length[0])
		s.fill(r, shortAt+3*6, shortAt+3*lastShort, length[1])
	case g.block == 2:
		s.fill(r, shortAt, shortAt+3*6, length[0])
		s.fill(r, shortAt+3*6, shortAt+3*lastShort, length[1])
	default:
		groups := [5]int{0, 6, 11, 16, lastLong}
		for i, shared := range share {
			if !shared {
				s.fill(r, groups[i], groups[i+1], length[i/2])
			}
		}
	}
}

// fill reads the factors from up to to, length bits each.
func (s *scaleFactors) fill(r *bitReader, from, to, length int) {
	for i := from; i < to; i++ {
		s.factor[i] = uint8(r.read(length))
	}
}

// lsfGroups is nr_of_sfb: how many factors each of four lengths is for, by
// block_number and by block type: long, short, mixed (ISO 13818-3, 2.4.3.2).
var lsfGroups = [6][3][4]int{
	{{6, 5, 5, 5}, {9, 9, 9, 9}, {6, 9, 9, 9}},
	{{6, 5, 7, 3}, {9, 9, 12, 6}, {6, 9, 12, 6}},
	{{11, 10, 0, 0}, {18, 18, 0, 0}, {15, 18, 0, 0}},
	{{7, 7, 7, 0}, {12, 12, 12, 0}, {6, 15, 12, 0}},
	{{6, 6, 6, 3}, {12, 9, 9, 6}, {6, 12, 9, 6}},
	{{8, 8, 5, 0}, {15, 12, 9, 0}, {6, 18, 9, 0}},
}

// lsfLengths splits scalefac_compress into the row of lsfGroups and the four
// lengths. intensity is set for the right channel of intensity stereo.
func lsfLengths(compress int, intensity bool) (row int, length [4]int) {
	if !intensity {
		switch c := compress; {
		case c < 400:
			return 0, [4]int{c >> 4 / 5, c >> 4 % 5, c >> 2 & 3, c & 3}
		case c < 500:
			c -= 400
			return 1, [4]int{c >> 2 / 5, c >> 2 % 5, c & 3, 0}
		default:
			c -= 500
			return 2, [4]int{c / 3, c % 3, 0, 0}
		}
	}
	switch c := compress >> 1; {
	case c < 180:
		return 3, [4]int{c / 36, c % 36 / 6, c % 6, 0}
	case c < 244:
		c -= 180
		return 4, [4]int{c >> 4 & 3, c >> 2 & 3, c & 3, 0}
	default:
		c -= 244
		return 5, [4]int{c / 3, c % 3, 0, 0}
	}
}

// readLSF reads the factors of a granule of MPEG-2 or MPEG-2.5. The illegal
// intensity position is the largest number its length can hold.
func (s *scaleFactors) readLSF(r *bitReader, g *granule, intensity bool) {
	row, lengths := lsfLengths(g.compress, intensity)
	kind, at := 0, 0
	if g.block == 2 {
		kind, at = 1, shortAt
		if g.mixed {
			kind, at = 2, 0
		}
	}
	for i, count := range lsfGroups[row][kind] {
		illegal := uint8(1)<<lengths[i] - 1
		if lengths[i] == 0 {
			illegal = 255 // nothing was sent: position 0, the middle
		}
		for range count {
			if kind == 2 && at == 6 { // the six long bands are through
				at = shortAt + 3*mixedShort
			}
			s.factor[at], s.illegal[at] = uint8(r.read(lengths[i])), illegal
			at++
		}
	}
}
