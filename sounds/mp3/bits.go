// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"encoding/binary"
	"math/bits"
)

// bitReader reads small fields, most significant bit first. Past the end it
// reads zeros.
type bitReader struct {
	b   []byte
	pos int // in bits
}

// read returns the next n bits, n at most 16.
func (r *bitReader) read(n int) int {
	var word [4]byte
	if at := r.pos >> 3; at < len(r.b) {
		copy(word[:], r.b[at:])
	}
	v := binary.BigEndian.Uint32(word[:]) << (r.pos & 7)
	r.pos += n
	return int(v >> (32 - n))
}

// flag returns the next bit.
func (r *bitReader) flag() bool { return r.read(1) == 1 }

// wordBits is the width of a bitCache: 64, or 32 where the machine's words are.
const wordBits = bits.UintSize

// bitCache reads code words: the next bits stand at the top of word.
type bitCache struct {
	b    []byte
	next int  // the byte after those in word
	word uint // the bits below the top n are zero
	n    int  // may be more than the bits left of b: see fill
}

// newBitCache returns a cache that starts at bit pos of b.
func newBitCache(b []byte, pos int) bitCache {
	c := bitCache{b: b, next: pos >> 3}
	c.next, c.word, c.n = fill(c.b, c.next, 0, 0)
	c.word <<= pos & 7
	c.n -= pos & 7
	return c
}

// pos is the position in b, in bits.
func (c *bitCache) pos() int { return c.next<<3 - c.n }

// fill tops up word, which holds n bits, to at least 25 bits from b[next:].
// The caller sees to it that four more bytes are there.
func fill(b []byte, next int, word uint, n int) (int, uint, int) {
	if wordBits == 64 {
		if n <= 32 {
			word |= uint(binary.BigEndian.Uint32(b[next:])) << ((32 - n) & 63)
			return next + 4, word, n + 32
		}
		return next, word, n
	}
	for n <= 24 {
		word |= uint(b[next]) << ((24 - n) & 31)
		next++
		n += 8
	}
	return next, word, n
}
