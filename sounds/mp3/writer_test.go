// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"math"
	"math/rand/v2"
)

// A streamWriter makes valid streams that no encoder makes: random numbers in
// every field of the side information, every Huffman table, all block types.
type streamWriter struct {
	r    *rand.Rand
	head header // of all frames
	// What the granules may have: block types other than 0, and mixed ones of
	// them. Orderly, the types follow each other as an encoder's do, and only
	// short ones are mixed; otherwise anything may follow anything.
	short, mixed, orderly bool

	frames [][]byte // header and side information of each
	main   []byte   // main data of all
	ends   []int    // in main, where the space of each frame ends
}

// bitWriter writes fields, most significant bit first.
type bitWriter struct {
	b []byte
	n int
}

func (w *bitWriter) put(v, n int) {
	for i := n - 1; i >= 0; i-- {
		if w.n&7 == 0 {
			w.b = append(w.b, 0)
		}
		w.b[w.n>>3] |= byte(v>>i&1) << (7 - w.n&7)
		w.n++
	}
}

func (w *bitWriter) flag(v bool) {
	if v {
		w.put(1, 1)
	} else {
		w.put(0, 1)
	}
}

// code is a Huffman code: its bits and their number.
type code struct{ bits, n int }

// codeOf maps the symbols of a table to their codes.
func codeOf(codes []uint16) map[int]code {
	m, at := make(map[int]code), 0
	for _, c := range codes {
		n := int(c >> 8)
		m[int(c&255)] = code{at >> (maxCode - n), n}
		at += 1 << (maxCode - n)
	}
	return m
}

var (
	bookOf = map[int]map[int]code{}
	quadOf = [2]map[int]code{codeOf(codesA), codeOf(codesB)}
)

func init() {
	for i, codes := range [][]uint16{1: codes1, 2: codes2, 3: codes3, 5: codes5, 6: codes6, 7: codes7, 8: codes8,
		9: codes9, 10: codes10, 11: codes11, 12: codes12, 13: codes13, 15: codes15, 16: codes16, 31: nil} {
		switch {
		case i > 24:
			bookOf[i] = bookOf[24]
		case i == 24:
			bookOf[i] = codeOf(codes24)
		case i > 16:
			bookOf[i] = bookOf[16]
		case codes != nil:
			bookOf[i] = codeOf(codes)
		}
	}
}

// frame adds a random frame.
func (w *streamWriter) frame() {
	h := w.head
	size := h.size(0)
	space := size - h.body() - h.side()
	limit := map[bool]int{true: 255, false: 511}[h.lsf()]
	start := 0 // of the space of this frame
	if n := len(w.ends); n > 0 {
		start = w.ends[n-1]
	}
	for len(w.main) < start-limit {
		w.main = append(w.main, 0)
	}
	var s sideInfo
	s.begin = start - len(w.main)
	end := start + space
	budget := 8 * (end - len(w.main))
	if w.r.IntN(3) == 0 {
		budget /= 2 // leave something for the next
	}
	parts := h.granules() * h.channels()
	var m bitWriter
	for gr := range h.granules() {
		for ch := range h.channels() {
			if gr == 1 {
				for i := range s.share[ch] {
					s.share[ch][i] = w.r.IntN(2) == 0 && s.granule[0][ch].block != 2
				}
			}
			w.granule(&m, &s, gr, ch, min((budget-m.n)/parts, 4095))
			parts--
		}
	}
	w.main = append(w.main, m.b...)
	w.ends = append(w.ends, end)
	w.frames = append(w.frames, w.sideBytes(&s))
}

// stream returns n random frames with the main data spread over them.
func (w *streamWriter) stream(n int) []byte {
	for range n {
		w.frame()
	}
	for len(w.main) < w.ends[len(w.ends)-1] {
		w.main = append(w.main, 0)
	}
	var out []byte
	start := 0
	for i, f := range w.frames {
		out = append(append(out, f...), w.main[start:w.ends[i]]...)
		start = w.ends[i]
	}
	return out
}

// sideBytes is the header, the CRC and the side information.
func (w *streamWriter) sideBytes(s *sideInfo) []byte {
	h, b := w.head, bitWriter{}
	if h.lsf() {
		b.put(s.begin, 8)
		b.put(0, h.channels())
	} else {
		b.put(s.begin, 9)
		b.put(0, 7-2*h.channels())
		for ch := range h.channels() {
			for _, v := range s.share[ch] {
				b.flag(v)
			}
		}
	}
	for gr := range h.granules() {
		for ch := range h.channels() {
			putGranule(&b, h, &s.granule[gr][ch])
		}
	}
	out := []byte{byte(h >> 24), byte(h >> 16), byte(h >> 8), byte(h)}
	if h.crc() {
		sum := slowCRC(append(out[2:4:4], b.b...))
		out = append(out, byte(sum>>8), byte(sum))
	}
	return append(out, b.b...)
}

// slowCRC is 2.4.3.1 as the standard draws it: a shift register, bit by bit.
func slowCRC(b []byte) uint {
	sum := uint(0xffff)
	for i := range 8 * len(b) {
		bit := uint(b[i/8]) >> (7 - i%8) & 1
		out := sum >> 15 & 1
		sum = sum << 1 & 0xffff
		if bit != out {
			sum ^= 0x8005
		}
	}
	return sum
}

func putGranule(b *bitWriter, h header, g *granule) {
	b.put(g.bits, 12)
	b.put(g.bigValues, 9)
	b.put(g.gain, 8)
	b.put(g.compress, map[bool]int{true: 9, false: 4}[h.lsf()])
	b.flag(g.block != 0)
	if g.block != 0 {
		b.put(g.block, 2)
		b.flag(g.mixed)
		b.put(g.table[0], 5)
		b.put(g.table[1], 5)
		for _, v := range g.subGain {
			b.put(v, 3)
		}
	} else {
		for _, v := range g.table {
			b.put(v, 5)
		}
		b.put(g.region[0], 4) // counts, here
		b.put(g.region[1], 3)
	}
	if !h.lsf() {
		b.flag(g.preflag)
	}
	b.flag(g.coarse)
	b.flag(g.count1B)
}

// granule writes a random granule of at most budget bits.
func (w *streamWriter) granule(m *bitWriter, s *sideInfo, gr, ch, budget int) {
	h, g, r := w.head, &s.granule[gr][ch], w.r
	_, intensity := h.joint()
	*g = granule{preflag: r.IntN(4) == 0, coarse: r.IntN(8) == 0, count1B: r.IntN(2) == 0}
	if ch == 1 && h.mode() == 1 { // joint stereo: both channels alike
		first := s.granule[gr][0]
		g.block, g.mixed, g.subGain = first.block, first.mixed, first.subGain
	} else if w.short && r.IntN(2) == 0 {
		g.block = 1 + r.IntN(3)
		g.mixed = w.mixed && r.IntN(2) == 0
		g.subGain = [3]int{r.IntN(3), r.IntN(3), r.IntN(3)}
	}
	if w.orderly {
		n := len(w.frames)*h.granules() + gr
		g.block = []int{0, 1, 2, 2, 3}[n%5]
		g.mixed = g.block == 2 && n/5%3 > 0
	}
	if g.block == 2 {
		s.share[ch] = [4]bool{}
	}
	start := m.n
	right := intensity && ch == 1
	w.factors(m, g, &s.share[ch], gr, right)
	big, lines := 288, granuleLines
	if right {
		big = r.IntN(60)
		lines = 2*big + r.IntN(60)
	}
	w.lines(m, g, big, lines, start+budget)
	g.bits = m.n - start
}

// factors writes the scale factors.
func (w *streamWriter) factors(m *bitWriter, g *granule, share *[4]bool, gr int, right bool) {
	put := func(n, length int) {
		for range n {
			v := 0
			switch {
			case right:
				v = w.position(length)
			case w.r.IntN(3) == 0:
				v = w.r.IntN(min(1<<length, 4))
			}
			m.put(v, length)
		}
	}
	if w.head.lsf() {
		g.compress = w.r.IntN(512)
		row, length := lsfLengths(g.compress, right)
		kind := 0
		if g.block == 2 {
			kind = 1
			if g.mixed {
				kind = 2
			}
		}
		for i, n := range lsfGroups[row][kind] {
			put(n, length[i])
		}
		return
	}
	g.compress = w.r.IntN(16)
	length := scaleBits[g.compress]
	switch {
	case g.block == 2 && g.mixed:
		put(8+3*3, length[0])
		put(6*3, length[1])
	case g.block == 2:
		put(6*3, length[0])
		put(6*3, length[1])
	default:
		for i, n := range []int{6, 5, 5, 5} {
			if gr == 0 || !share[i] {
				put(n, length[i/2])
			}
		}
	}
}

// position returns an intensity position of length bits on which decoders
// agree: in MPEG-2 some take 7 for illegal and some the largest of its length,
// and some know no more than 16.
func (w *streamWriter) position(length int) int {
	if !w.head.lsf() {
		return w.r.IntN(min(1<<length, 8))
	}
	for {
		if v := w.r.IntN(min(1<<length, 16)); v == 0 || v != 7 && v != 1<<length-1 {
			return v
		}
	}
}

// lines writes random lines: big pairs at most, then fours up to count lines,
// as many as there are bits for up to bit limit.
func (w *streamWriter) lines(m *bitWriter, g *granule, big, count, limit int) {
	r := w.r
	bound := w.regions(g)
	for i := range g.table {
		for g.table[i] = r.IntN(32); g.table[i] == 4 || g.table[i] == 14; {
			g.table[i] = r.IntN(32)
		}
	}
	if w.head.rate() >= 6 && g.mixed {
		g.table[1] = g.table[0] // where the second region begins in MPEG-2.5 is disputed
	}
	energy := 0.0
	line := 0
	for ; g.bigValues < big && m.n < limit-60; g.bigValues++ {
		table := g.table[2]
		if line < bound[0] {
			table = g.table[0]
		} else if line < bound[1] {
			table = g.table[1]
		}
		energy += w.pair(m, table)
		line += 2
	}
	for ; line+4 <= count && m.n < limit-20; line += 4 {
		bits := r.IntN(16) & r.IntN(16)
		c := quadOf[map[bool]int{true: 1}[g.count1B]][bits]
		m.put(c.bits, c.n)
		for i := 3; i >= 0; i-- {
			if bits>>i&1 == 1 {
				m.put(r.IntN(2), 1)
				energy++
			}
		}
	}
	g.gain = 210 - int(math.Ceil(2*math.Log2(energy+1))) - 4 - r.IntN(4)
}

// pair writes two random values with a table and returns their energy.
func (w *streamWriter) pair(m *bitWriter, table int) (energy float64) {
	book := bookOf[table]
	if book == nil {
		return 0
	}
	top, linbits := 0, 0
	for symbol := range book {
		top = max(top, symbol>>4)
	}
	if table >= 16 {
		linbits = int(shared().books[table].linbits)
	}
	var v [2]int
	for i := range v {
		v[i] = w.r.IntN(top + 1)
	}
	c := book[v[0]<<4|v[1]]
	m.put(c.bits, c.n)
	for _, x := range v {
		if x == 15 && linbits > 0 {
			more := w.r.IntN(1 << w.r.IntN(linbits+1))
			m.put(more, linbits)
			x += more
		}
		if x > 0 {
			m.put(w.r.IntN(2), 1)
		}
		energy += math.Pow(float64(x), 8.0/3)
	}
	return energy
}

// regions chooses the regions and returns their bounds.
func (w *streamWriter) regions(g *granule) [2]int {
	long := &longBands[w.head.rate()]
	switch {
	case g.block == 2:
		return [2]int{3 * int(shortBands[w.head.rate()][3]), granuleLines}
	case g.block != 0:
		return [2]int{int(long[8]), granuleLines}
	}
	g.region = [2]int{w.r.IntN(16), w.r.IntN(8)}
	first := g.region[0] + 1
	return [2]int{int(long[first]), int(long[min(first+g.region[1]+1, 22)])}
}
