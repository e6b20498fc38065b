// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
)

// input is a window of bytes that moves over a source.
type input struct {
	r    io.Reader
	seek io.Seeker // nil where the source cannot seek
	size int64     // of the source; -1 where it cannot seek
	pos  int64     // in the source, of the first byte of the window
	buf  [16 << 10]byte
	lo   int // buf[lo:hi] is the window
	hi   int
	err  error // why the source ended, io.EOF included
}

// newInput returns an input that reads r from where it stands, and calls that
// position 0.
func newInput(r io.Reader) *input {
	in := &input{r: r, size: -1}
	s, ok := r.(io.Seeker)
	if !ok {
		return in
	}
	start, err := s.Seek(0, io.SeekCurrent)
	if err != nil { // a pipe, say
		return in
	}
	end, err := s.Seek(0, io.SeekEnd)
	if err != nil {
		return in
	}
	if _, err = s.Seek(start, io.SeekStart); err != nil {
		in.err = fmt.Errorf("mp3: seek: %w", err)
		return in
	}
	in.seek, in.size, in.pos = s, end, start
	return in
}

// peek returns the next n bytes without taking them, n at most half of buf;
// fewer only where the source ends.
func (in *input) peek(n int) []byte {
	if in.lo+n > len(in.buf) {
		in.hi = copy(in.buf[:], in.buf[in.lo:in.hi])
		in.lo = 0
	}
	for empty := 0; in.hi-in.lo < n && in.err == nil; {
		got, err := in.r.Read(in.buf[in.hi:])
		in.hi += got
		switch {
		case err == io.EOF:
			in.err = err
		case err != nil:
			in.err = fmt.Errorf("mp3: read: %w", err)
		case got > 0:
			empty = 0
		default:
			if empty++; empty == 100 {
				in.err = fmt.Errorf("mp3: read: %w", io.ErrNoProgress)
			}
		}
	}
	return in.buf[in.lo:min(in.hi, in.lo+n)]
}

// skip takes n bytes, fewer where the source ends.
func (in *input) skip(n int64) {
	if n > int64(in.hi-in.lo) && in.seek != nil && in.err == nil {
		in.moveTo(in.pos + n)
		return
	}
	for n > 0 {
		k := int(min(n, int64(len(in.peek(int(min(n, int64(len(in.buf)/2))))))))
		if k == 0 {
			return
		}
		in.lo += k
		in.pos += int64(k)
		n -= int64(k)
	}
}

// moveTo puts the window at pos. The source must be able to seek.
func (in *input) moveTo(pos int64) {
	in.lo, in.hi, in.pos, in.err = 0, 0, pos, nil
	if _, err := in.seek.Seek(pos, io.SeekStart); err != nil {
		in.err = fmt.Errorf("mp3: seek: %w", err)
	}
}

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
