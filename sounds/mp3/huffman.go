// SPDX-License-Identifier: Apache-2.0

package mp3

import "math"

// A codebook looks up Huffman codes by their first eight bits; longer codes go
// on in long. An entry of either is length<<8 | x<<4 | y or a link: bit 15, the
// number of further bits<<11, the offset in long.
type codebook struct {
	root    [256]uint16
	long    []uint16
	linbits uint // escape bits after a value of 15 (table B.7)
}

const (
	link     = 0x8000
	rootBits = 8
	longBits = 5  // at most, of a table in long
	maxCode  = 19 // bits
)

// newCodebook builds the tables for codes in the order that codes.go states.
func newCodebook(codes []uint16) codebook {
	var t codebook
	t.level(t.root[:], codes, 0, rootBits)
	return t
}

// level fills table, which looks up width bits, with codes, all that begin with
// the same skip bits.
func (t *codebook) level(table, codes []uint16, skip, width int) {
	for at := 0; len(codes) > 0; {
		if spare := skip + width - int(codes[0]>>8); spare >= 0 {
			for range 1 << spare {
				table[at] = codes[0]
				at++
			}
			codes = codes[1:]
			continue
		}
		n, deepest := 0, 0 // of the codes that share this entry
		for room := 1 << (maxCode - skip - width); room > 0; n++ {
			length := int(codes[n] >> 8)
			room -= 1 << (maxCode - length)
			deepest = max(deepest, length)
		}
		more := min(deepest-skip-width, longBits)
		table[at] = link | uint16(more<<11|len(t.long))
		at++
		offset := len(t.long)
		t.long = append(t.long, make([]uint16, 1<<more)...)
		sub := make([]uint16, 1<<more) // long may move while it is filled
		t.level(sub, codes[:n], skip+width, more)
		copy(t.long[offset:], sub)
		codes = codes[n:]
	}
}

// find looks up the code at the top of word.
func (t *codebook) find(word uint) uint {
	e := uint(t.root[word>>(wordBits-rootBits)])
	for taken := uint(rootBits); e&link != 0; {
		more := e >> 11 & 15
		e = uint(t.long[e&0x7ff+word<<(taken&31)>>((wordBits-more)&(wordBits-1))])
		taken += more
	}
	return e
}

// pairs decodes big values into dst, two lines a code: |x|^(4/3) with the sign.
func (c *bitCache) pairs(dst []float32, t *codebook, power *[maxValue + 1]float32) {
	b, next, word, n := c.b, c.next, c.word, c.n
	for ; len(dst) >= 2; dst = dst[2:] {
		next, word, n = fill(b, next, word, n)
		e := uint(t.root[word>>(wordBits-rootBits)])
		if e&link != 0 {
			e = t.find(word)
		}
		word <<= e >> 8 & 31
		x, y := e>>4&15, e&15
		nx, ny := (x+15)>>4, (y+15)>>4 // sign bits: none for 0
		dst[0] = signed(power[x], word)
		word <<= nx & 31
		dst[1] = signed(power[y], word)
		word <<= ny & 31
		n -= int(e>>8 + nx + ny)
	}
	c.next, c.word, c.n = next, word, n
}

// pairsEscaped is pairs for the tables with escapes: 15 is followed by linbits.
func (c *bitCache) pairsEscaped(dst []float32, t *codebook, power *[maxValue + 1]float32) {
	for ; len(dst) >= 2; dst = dst[2:] {
		c.next, c.word, c.n = fill(c.b, c.next, c.word, c.n)
		e := t.find(c.word)
		c.drop(e >> 8)
		dst[0] = c.escaped(e>>4&15, t.linbits, power)
		dst[1] = c.escaped(e&15, t.linbits, power)
	}
}

// escaped finishes the value v: its escape and its sign.
func (c *bitCache) escaped(v, linbits uint, power *[maxValue + 1]float32) float32 {
	if v == 0 {
		return 0
	}
	c.next, c.word, c.n = fill(c.b, c.next, c.word, c.n)
	if v == 15 {
		v += c.word >> ((wordBits - linbits) & (wordBits - 1))
		c.drop(linbits)
	}
	value := signed(power[v], c.word)
	c.drop(1)
	return value
}

// drop takes k bits, at most 24.
func (c *bitCache) drop(k uint) {
	c.word <<= k & 31
	c.n -= int(k)
}

// quads decodes the count1 region, values of 0 and 1 in fours, into dst until
// it or the bits before end are used up. It returns the number of lines; the
// last code may reach past end, and then does not count.
func (c *bitCache) quads(dst []float32, t *codebook, end int) int {
	i := 0
	for ; i+4 <= len(dst) && c.pos() < end; i += 4 {
		c.next, c.word, c.n = fill(c.b, c.next, c.word, c.n)
		e := t.find(c.word)
		c.drop(e >> 8)
		q := (*[4]float32)(dst[i:])
		for j := range q {
			bit := e >> (3 - j) & 1
			q[j] = signed(float32(bit), c.word)
			c.drop(bit)
		}
		if c.pos() > end {
			*q = [4]float32{}
			break
		}
	}
	return i
}

// signed returns v, negated when the top bit of word is set.
func signed(v float32, word uint) float32 {
	return math.Float32frombits(math.Float32bits(v) ^ uint32(word>>(wordBits-1))<<31)
}
