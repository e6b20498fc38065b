// SPDX-License-Identifier: Apache-2.0

package mp3

// pretab is added to the scale factors of long bands where preflag is set
// (ISO 11172-3, table B.6).
var pretab = [lastLong + 1]uint8{11: 1, 1, 1, 1, 2, 2, 3, 3, 3, 2, 0}

// requantize scales the lines that the Huffman decoder left in from, and puts
// them into to in order of frequency. lines of them may be other than 0; it
// returns how many of to may be. bias is added to the gain, in units of 2^(1/4).
func (t *tables) requantize(
	to, from *[granuleLines]float32, lines int, h header, g *granule, s *scaleFactors, bias int,
) int {
	clear(to[:])
	step := 2 // scale factors count in 2^(1/2), or 2^1 with scalefac_scale
	if g.coarse {
		step = 4
	}
	gain := g.gain - 210 + bias
	if g.block != 2 {
		return t.longLines(to, from, lines, lastLong+1, h, g, s, gain, step)
	}
	if !g.mixed {
		return t.shortLines(to, from, lines, 0, h, g, s, gain, step)
	}
	low := t.longLines(to, from, lines, mixedLong(h), h, g, s, gain, step)
	return max(low, t.shortLines(to, from, lines, mixedShort, h, g, s, gain, step))
}

// longLines scales the first count long bands.
func (t *tables) longLines(
	to, from *[granuleLines]float32, lines, count int, h header, g *granule, s *scaleFactors, gain, step int,
) int {
	bands := &longBands[h.rate()]
	end := 0
	for band := 0; band < count && end < lines; band++ {
		factor := int(s.factor[band])
		if band == lastLong {
			factor = 0
		}
		if g.preflag {
			factor += int(pretab[band])
		}
		scale := t.exp(gain - step*factor)
		start := end
		end = int(bands[band+1])
		src, dst := from[start:end], to[start:end]
		for i, v := range src {
			dst[i] = v * scale
		}
	}
	return end
}

// shortLines scales the short bands from first on. They come window by window
// and go to every third line.
func (t *tables) shortLines(
	to, from *[granuleLines]float32, lines, first int, h header, g *granule, s *scaleFactors, gain, step int,
) int {
	bands := &shortBands[h.rate()]
	at := 3 * int(bands[first])
	for band := first; band <= lastShort && at < lines; band++ {
		start, width := 3*int(bands[band]), int(bands[band+1]-bands[band])
		for window := range 3 {
			factor := int(s.factor[shortAt+3*band+window])
			if band == lastShort {
				factor = 0
			}
			scale := t.exp(gain - 8*g.subGain[window] - step*factor)
			src, dst := from[at:at+width], to[start+window:]
			for i, v := range src {
				dst[3*i] = v * scale
			}
			at += width
		}
	}
	return at
}

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
