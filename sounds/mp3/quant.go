// SPDX-License-Identifier: Apache-2.0

package mp3

// pretab is added to the scale factors of long bands where preflag is set
// (ISO 11172-3, table B.6).
var pretab = [lastLong + 1]uint8{11: 1, 1, 1, 1, 2, 2, 3, 3, 3, 2, 0}

// requantize scales the lines that the Huffman decoder left in from, and puts
// them into to in order of frequency. lines of them may be other than 0; it
// returns how many of to may be. bias is added to the gain, in units of 2^(1/4).
func (t *tables) requantize(to, from *[granuleLines]float32, lines int, h header, g *granule, s *scaleFactors, bias int) int {
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
func (t *tables) longLines(to, from *[granuleLines]float32, lines, count int, h header, g *granule, s *scaleFactors, gain, step int) int {
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
func (t *tables) shortLines(to, from *[granuleLines]float32, lines, first int, h header, g *granule, s *scaleFactors, gain, step int) int {
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
