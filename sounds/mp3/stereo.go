// SPDX-License-Identifier: Apache-2.0

package mp3

import "math"

// positions is the number of legal intensity positions: 0 to 6 in MPEG-1, up
// to five bits in MPEG-2.
const positions = 32

// makeRatios computes the gains of left and right by intensity position: first
// MPEG-1, then MPEG-2 by intensity_scale. In the second half, for use with
// mid/side, they undo the scaling by 1/sqrt(2) that all lines have there.
func (t *tables) makeRatios() {
	for ms, undo := range [2]float64{1, math.Sqrt2} {
		for pos := range positions {
			tan := math.Tan(float64(min(pos, 6)) * math.Pi / 12) // ISO 11172-3, 2.4.3.4
			t.ratio[ms][0][pos] = [2]float32{float32(undo * tan / (1 + tan)), float32(undo / (1 + tan))}
			for scale, base := range [2]float64{math.Exp2(-0.25), math.Sqrt2 / 2} { // ISO 13818-3, 2.4.3.2
				gain := [2]float32{float32(undo), float32(undo)}
				gain[(pos+1)&1] *= float32(math.Pow(base, float64((pos+1)/2)))
				t.ratio[ms][1+scale][pos] = gain
			}
		}
	}
}

// A joiner turns the lines of joint stereo into left and right.
type joiner struct {
	l, r  *[granuleLines]float32
	lines int  // those above are 0 in both
	ms    bool // the lines are mid and side, scaled by 1/sqrt(2)
	gains *[positions][2]float32
	s     *scaleFactors // of the right channel: the intensity positions
}

// midSide decodes mid/side without intensity stereo.
func (j *joiner) midSide() {
	l, r := j.l[:j.lines], j.r[:j.lines]
	for i, m := range l {
		s := r[i]
		l[i], r[i] = m+s, m-s
	}
}

// intensity decodes intensity stereo: bands above the last line of the right
// channel that is not 0, in each window separately, are the left channel's,
// divided by the position that stands in place of the scale factor. Other
// bands, and bands with an illegal position, are mid/side or plain.
func (j *joiner) intensity(h header, g *granule) {
	if g.block != 2 {
		j.long(&longBands[h.rate()], lastLong+1, j.top(0, granuleLines, 1))
		return
	}
	first, top := 0, 0 // top is the top of the short bands: of all windows
	if g.mixed {
		first = mixedShort
	}
	bands := &shortBands[h.rate()]
	for window := range 3 {
		end := j.top(3*int(bands[first])+window, granuleLines, 3)
		top = max(top, end)
		j.short(bands, first, window, end)
	}
	if g.mixed {
		count, end := mixedLong(h), granuleLines
		if top == 0 {
			end = j.top(0, int(longBands[h.rate()][count]), 1)
		}
		j.long(&longBands[h.rate()], count, end)
	}
}

// top returns the end of the lines from, from+step and so on, below to, that
// are not 0 in the right channel; 0 if all are.
func (j *joiner) top(from, to, step int) int {
	end := 0
	for i := from; i < min(to, j.lines); i += step {
		if j.r[i] != 0 {
			end = i + 1
		}
	}
	return end
}

// long decodes the first count long bands. Those that start at top or above
// have positions; the last band has the position of the band below.
func (j *joiner) long(bands *[23]uint16, count, top int) {
	for band := range count {
		start, end := int(bands[band]), int(bands[band+1])
		j.strip(start, end, 1, min(band, lastLong-1), start >= top)
	}
}

// short decodes one window of the short bands from first on.
func (j *joiner) short(bands *[14]uint16, first, window, top int) {
	for band := first; band <= lastShort; band++ {
		start, end := 3*int(bands[band])+window, 3*int(bands[band+1])
		j.strip(start, end, 3, shortAt+3*min(band, lastShort-1)+window, start >= top)
	}
}

// strip decodes the lines of one band in one window. at is where its position
// stands, if it has one.
func (j *joiner) strip(start, end, step, at int, positioned bool) {
	end = min(end, j.lines)
	switch pos := j.s.factor[at]; {
	case positioned && pos < j.s.illegal[at]:
		gain := &j.gains[pos&(positions-1)]
		for i := start; i < end; i += step {
			j.l[i], j.r[i] = j.l[i]*gain[0], j.l[i]*gain[1]
		}
	case j.ms:
		for i := start; i < end; i += step {
			j.l[i], j.r[i] = j.l[i]+j.r[i], j.l[i]-j.r[i]
		}
	}
}
