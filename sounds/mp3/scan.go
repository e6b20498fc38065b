// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// ErrNoFrame is the error for a source that is not MPEG audio Layer III, and for a
// source that stops being it: no frame within 1 MiB.
var ErrNoFrame = errors.New("mp3: no Layer III frame found")

// maxJunk is how many bytes that belong to no frame and no tag a scanner
// searches before it gives up.
const maxJunk = 1 << 20

// A scanner finds the frames of a source.
type scanner struct {
	in   *input
	head header // of the frame it stands at
	size int    // of that frame; 0 before the first
	lost bool   // bytes before this frame belonged to none
	cut  bool   // nothing known follows this frame: its end may be something else
	// last is the header of the frame that ends where this one begins, 0 if
	// none does: without it a frame must be confirmed by those after it.
	last header
	free int // bytes of an unpadded frame in free format, 0 if not known
	// noFree is the position below which free format is not looked for: a
	// search at every byte would take long if it fails.
	noFree int64
}

// next goes to the next frame. It returns false if there is none; in.err says
// why.
func (s *scanner) next() bool {
	switch {
	case s.cut: // the next may begin within it
		s.in.skip(headerBytes)
		s.last = 0
	case s.size > 0:
		s.in.skip(int64(s.size))
		s.last = s.head
	}
	s.size, s.lost, s.cut = 0, s.cut, false
	for junk := 0; junk < maxJunk; {
		b := s.in.peek(headerBytes)
		if len(b) < headerBytes {
			return false
		}
		h := header(binary.BigEndian.Uint32(b))
		if s.size = s.measure(h); s.size > 0 {
			s.head = h
			return true
		}
		if n := s.tag(); n > 0 {
			s.in.skip(n)
			continue
		}
		s.last, s.lost = 0, true
		junk += s.seekSync()
	}
	s.in.err = ErrNoFrame
	return false
}

// seekSync skips one byte and those up to the next that could start a frame or
// a tag, as far as they are in the window. It returns how many.
func (s *scanner) seekSync() int {
	b := s.in.buf[s.in.lo:s.in.hi]
	n := bytes.IndexByte(b[1:], 0xff) + 1
	if n == 0 {
		n = len(b)
	}
	s.in.skip(int64(n))
	return n
}

// tag returns the length of the tag at this place, 0 if there is none. It looks
// only where a frame could begin.
func (s *scanner) tag() int64 {
	if s.lost {
		return 0
	}
	n := tagSize(s.in.peek(32))
	if n > maxTag || s.in.size >= 0 && s.in.pos+n > s.in.size {
		return 0
	}
	return n
}

// measure returns the length of the frame at this place, whose header would be
// h; 0 if there is none.
func (s *scanner) measure(h header) int {
	if !h.valid() {
		return 0
	}
	size := h.size(s.free)
	switch {
	case s.last != 0 && h.like(s.last):
		b := s.in.peek(size + headerBytes)
		if len(b) < size {
			return 0 // the source ends in it
		}
		s.cut = len(b) == size+headerBytes && !header(binary.BigEndian.Uint32(b[size:])).valid() && !isTag(b[size:])
	case h.free():
		size = s.measureFree(h)
	case !s.follows(h, size, 0):
		return 0
	}
	if size < h.body()+h.side() {
		return 0 // free format: too short for what the header says
	}
	return size
}

// follows reports whether what stands at offset confirms a frame with header h
// before it: two more such frames, one or none and a tag or the end.
func (s *scanner) follows(h header, offset, free int) bool {
	for range 2 {
		b := s.in.peek(offset + headerBytes)
		if len(b) < offset+headerBytes {
			return len(b) >= offset
		}
		next := header(binary.BigEndian.Uint32(b[offset:]))
		if !next.valid() || !next.like(h) {
			return isTag(b[offset:])
		}
		offset += next.size(free)
	}
	return true
}

// measureFree is measure for free format: a frame is as long as the distance
// to the next one, and all are, but for padding.
func (s *scanner) measureFree(h header) int {
	if s.in.pos < s.noFree {
		return 0
	}
	b := s.in.peek(maxFrame + headerBytes)
	for size := h.body() + h.side(); size+headerBytes <= len(b); size++ {
		if b[size] != 0xff {
			continue
		}
		next := header(binary.BigEndian.Uint32(b[size:]))
		if !next.valid() || !next.like(h) {
			continue
		}
		if free := size - h.padding(); s.follows(h, size, free) {
			s.free = free
			return size
		}
		b = s.in.peek(maxFrame + headerBytes) // follows may have moved it
	}
	s.noFree = s.in.pos + maxFrame/8
	return 0
}
