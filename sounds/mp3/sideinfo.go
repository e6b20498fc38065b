// SPDX-License-Identifier: Apache-2.0

package mp3

// granule is the side information of one granule of one channel
// (ISO 11172-3, 2.4.1.7 and 2.4.2.7).
type granule struct {
	bits      int // of scale factors and Huffman codes: part2_3_length
	bigValues int // pairs of lines in the big value regions
	gain      int // global_gain
	compress  int // scalefac_compress
	block     int // block type: 0 normal, 1 start, 2 short, 3 stop
	mixed     bool
	table     [3]int // of each region
	region    [2]int // lines at which the second and third begin
	subGain   [3]int // subblock_gain of each window
	preflag   bool
	coarse    bool // scalefac_scale
	count1B   bool // count1table_select
}

// sideInfo is the side information of a whole frame.
type sideInfo struct {
	begin   int        // main_data_begin: bytes of main data in earlier frames
	share   [2][4]bool // scfsi: scale factors of granule 0 hold for granule 1
	granule [2][2]granule
}

// parse reads the side information b of a frame. It reports whether a valid
// frame can have it.
func (s *sideInfo) parse(h header, b []byte) bool {
	r := bitReader{b: b}
	if h.lsf() {
		s.begin = r.read(8)
		r.read(h.channels()) // private
	} else {
		s.begin = r.read(9)
		r.read(7 - 2*h.channels()) // private: 5 or 3
		for ch := range h.channels() {
			for i := range s.share[ch] {
				s.share[ch][i] = r.flag()
			}
		}
	}
	ok := true
	for gr := range h.granules() {
		for ch := range h.channels() {
			ok = s.granule[gr][ch].parse(h, ch, &r) && ok
		}
	}
	return ok
}

func (g *granule) parse(h header, ch int, r *bitReader) bool {
	*g = granule{bits: r.read(12), bigValues: r.read(9), gain: r.read(8)}
	if h.lsf() {
		g.compress = r.read(9)
		_, intensity := h.joint()
		g.preflag = g.compress >= 500 && !(intensity && ch == 1) // ISO 13818-3, 2.4.3.2
	} else {
		g.compress = r.read(4)
	}
	switching := r.flag()
	if switching {
		g.switched(h, r)
	} else {
		g.normal(h, r)
	}
	if !h.lsf() {
		g.preflag = r.flag()
	}
	g.coarse = r.flag()
	g.count1B = r.flag()
	return 2*g.bigValues <= granuleLines && (!switching || g.block != 0)
}

// switched reads what only granules with window switching have. Their regions
// are implicit.
func (g *granule) switched(h header, r *bitReader) {
	g.block = r.read(2)
	g.mixed = r.flag()
	for i := range 2 {
		g.table[i] = r.read(5)
	}
	for i := range g.subGain {
		g.subGain[i] = r.read(3)
	}
	g.region = [2]int{int(longBands[h.rate()][8]), granuleLines}
	if g.block == 2 {
		g.region[0] = 3 * int(shortBands[h.rate()][mixedShort])
	}
}

// normal reads what only granules of a normal long block have.
func (g *granule) normal(h header, r *bitReader) {
	for i := range g.table {
		g.table[i] = r.read(5)
	}
	first := r.read(4) + 1
	second := first + r.read(3) + 1
	bands := &longBands[h.rate()]
	g.region = [2]int{int(bands[first]), int(bands[min(second, lastLong+1)])}
}
