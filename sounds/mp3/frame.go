// SPDX-License-Identifier: Apache-2.0

package mp3

const (
	// reservoirBytes is how far main_data_begin, 9 bits, can reach back.
	reservoirBytes = 511
	// mainBytes holds the reservoir, one frame, and what the Huffman decoder
	// may read past the end of a damaged one before it notices: 288 pairs of
	// up to 47 bits, or 144 fours of 10, and a word.
	mainBytes = reservoirBytes + maxFrame + 2048
)

// A frameDecoder turns frames into samples. The zero value with t set is
// ready.
type frameDecoder struct {
	t    *tables
	side sideInfo
	// main[:have] is the main data not yet out of reach.
	main [mainBytes]byte
	have int
	// crcSeen says that a CRC was right once: some encoders' never are.
	crcSeen bool

	coded   [granuleLines]float32
	lines   [2][granuleLines]float32
	tail    [2][granuleLines]float32
	subband samples18
	scale   [2]scaleFactors
	synth   [2]synth
	// pcm holds the samples of the frame, full scale 1; of mono the first only.
	pcm [2][2 * granuleLines]float32
}

// reset forgets all that earlier frames left behind.
func (d *frameDecoder) reset() {
	d.have = 0
	d.tail = [2][granuleLines]float32{}
	d.synth = [2]synth{}
}

// gap notes that frames are missing: the next frame does not refer to the main
// data that was kept.
func (d *frameDecoder) gap() { d.have = 0 }

// decode decodes the frame b, header included, to pcm. Whatever is damaged, or
// refers to missing main data, becomes silence; so does a frame that is not
// whole.
func (d *frameDecoder) decode(h header, b []byte, whole bool) {
	body := b[h.body():]
	ok := d.side.parse(h, body[:h.side()]) && d.checked(h, b) && whole
	data := body[h.side():]
	begin := d.have - d.side.begin
	copy(d.main[d.have:], data)
	d.have += len(data)
	r := bitReader{b: d.main[:d.have], pos: 8 * begin}
	for gr := range h.granules() {
		ok = d.granule(h, gr, &r, ok && begin >= 0) && ok
	}
	if keep := min(d.have, reservoirBytes); keep < d.have {
		copy(d.main[:], d.main[d.have-keep:d.have])
		d.have = keep
	}
}

// checked reports whether the CRC, if there is one, is right: the CRC of the
// header's last two bytes and the side information (2.4.3.1).
func (d *frameDecoder) checked(h header, b []byte) bool {
	if !h.crc() {
		return true
	}
	sum := crc16(crc16(0xffff, b[2:headerBytes]), b[h.body():h.body()+h.side()])
	ok := sum == uint16(b[headerBytes])<<8|uint16(b[headerBytes+1])
	d.crcSeen = d.crcSeen || ok
	return ok || !d.crcSeen
}

// crc16 continues a CRC with the polynomial x^16 + x^15 + x^2 + 1.
func crc16(sum uint16, b []byte) uint16 {
	for _, v := range b {
		sum ^= uint16(v) << 8
		for range 8 {
			carry := sum >> 15
			sum = sum<<1 ^ 0x8005*carry
		}
	}
	return sum
}

// granule decodes granule gr of both channels into pcm: silence unless ok. It
// reports whether it was good.
func (d *frameDecoder) granule(h header, gr int, r *bitReader, ok bool) bool {
	g := &d.side.granule[gr]
	ms, intensity := h.joint()
	bias := 0
	if ms {
		bias = -2 // 1/sqrt(2)
	}
	var lines [2]int
	for ch := range h.channels() {
		start := r.pos
		n := 0
		if ok {
			n, ok = d.spectrum(h, gr, ch, r, intensity && ch == 1)
		}
		if ok {
			lines[ch] = d.t.requantize(&d.lines[ch], &d.coded, n, h, &g[ch], &d.scale[ch], bias)
			ok = energy(d.lines[ch][:lines[ch]]) < maxEnergy
		}
		r.pos = start + g[ch].bits
	}
	if !ok {
		lines = [2]int{}
		d.lines = [2][granuleLines]float32{}
	}
	if ms || intensity {
		d.join(h, g, &lines, ms, intensity)
	}
	for ch := range h.channels() {
		d.t.hybrid(&d.subband, &d.lines[ch], &d.tail[ch], lines[ch], &g[ch])
		out := d.pcm[ch][gr*granuleLines:]
		for i := range d.subband {
			d.synth[ch].run(d.t, &d.subband[i], (*[subbands]float32)(out[subbands*i:]))
		}
	}
	return ok
}

// maxEnergy is more than any granule of sound has: a square wave of full scale
// has 7, the loudest music 2. A granule with more is damaged, and would be a
// bang.
const maxEnergy = 32

// energy is the sum of the squares of x.
func energy(x []float32) (sum float32) {
	for _, v := range x {
		sum += v * v
	}
	return sum
}

// join decodes joint stereo.
func (d *frameDecoder) join(h header, g *[2]granule, lines *[2]int, ms, intensity bool) {
	n := max(lines[0], lines[1])
	*lines = [2]int{n, n}
	j := joiner{l: &d.lines[0], r: &d.lines[1], lines: n, ms: ms, s: &d.scale[1]}
	if !intensity {
		j.midSide()
		return
	}
	half, row := 0, 0
	if ms {
		half = 1
	}
	if h.lsf() {
		row = 1 + g[1].compress&1
	}
	j.gains = &d.t.ratio[half][row]
	j.intensity(h, &g[1])
}

// spectrum reads the main data of a granule of one channel: the scale factors
// and, into coded, the lines before requantization. It returns how many of
// them may be other than 0, and whether the data was good.
func (d *frameDecoder) spectrum(h header, gr, ch int, r *bitReader, intensity bool) (lines int, ok bool) {
	g := &d.side.granule[gr][ch]
	end := r.pos + g.bits
	if end > 8*d.have {
		return 0, false
	}
	if h.lsf() {
		d.scale[ch].readLSF(r, g, intensity)
	} else {
		share := d.side.share[ch]
		if gr == 0 {
			share = [4]bool{}
		}
		d.scale[ch].read(r, g, &share)
	}
	return d.huffman(g, r.pos, end)
}

// huffman decodes the lines of a granule from the bits pos to end of main.
func (d *frameDecoder) huffman(g *granule, pos, end int) (lines int, ok bool) {
	clear(d.coded[:])
	if pos > end {
		return 0, false
	}
	c := newBitCache(d.main[:], pos)
	big := 2 * g.bigValues
	from := 0
	for i, to := range [3]int{min(g.region[0], big), min(g.region[1], big), big} {
		book := d.t.books[g.table[i]]
		switch {
		case from >= to:
			continue
		case book == nil && g.table[i] != 0:
			return 0, false // 4 and 14 do not exist
		case book == nil:
		case book.linbits > 0:
			c.pairsEscaped(d.coded[from:to], book, &d.t.power)
		default:
			c.pairs(d.coded[from:to], book, &d.t.power)
		}
		from = to
	}
	if c.pos() > end {
		return 0, false
	}
	count1 := &d.t.count1[0]
	if g.count1B {
		count1 = &d.t.count1[1]
	}
	return big + c.quads(d.coded[big:], count1, end), true
}
