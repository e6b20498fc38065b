// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"bytes"
	"cmp"
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
	n = cmp.Or(n, len(b))
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

// Sniff reports whether head is the beginning of a stream: a Layer III frame and
// the header of a second one like it. It returns how many bytes of the source
// show that: 0 if head begins with no such frame, more than len(head) if head is
// too short to say. Free format is not recognised.
func Sniff(head []byte) int {
	if len(head) < headerBytes {
		return 0
	}
	h := header(binary.BigEndian.Uint32(head))
	if !h.valid() || h.free() {
		return 0
	}
	size := h.size(0)
	if len(head) >= size+headerBytes {
		next := header(binary.BigEndian.Uint32(head[size:]))
		if !next.valid() || !next.like(h) {
			return 0
		}
	}
	return size + headerBytes
}

// maxTag bounds a tag that is skipped, in bytes. A tag that claims more, or
// more than is left of the file, is not taken for one.
const maxTag = 16 << 20

// isTag reports whether b, at least three bytes, begins like a tag.
func isTag(b []byte) bool {
	switch string(b[:3]) {
	case "ID3", "TAG", "APE", "LYR": // the last is LYRICSBEGIN
		return true
	}
	return false
}

// tagSize returns the length of the tag that starts b, of which it needs 32
// bytes; 0 if none does.
func tagSize(b []byte) int64 {
	switch {
	case bytes.HasPrefix(b, []byte("TAG")): // ID3v1: always the same length
		return 128
	case bytes.HasPrefix(b, []byte("ID3")):
		return id3Size(b)
	case bytes.HasPrefix(b, []byte("APETAGEX")):
		return apeSize(b)
	}
	return 0
}

// id3Size is the length of an ID3v2 tag (id3.org, id3v2.4.0-structure, 3.1).
func id3Size(b []byte) int64 {
	if len(b) < 10 || b[3] == 0xff || b[4] == 0xff {
		return 0
	}
	size := int64(10)
	if b[5]&0x10 != 0 {
		size += 10 // a footer
	}
	n := int64(0)
	for _, v := range b[6:10] {
		if v >= 0x80 {
			return 0
		}
		n = n<<7 | int64(v)
	}
	return size + n
}

// apeSize is the length of an APE tag that starts with a header or is only a
// footer (wiki.hydrogenaud.io, APE Tags Header: the size field leaves out the
// header; bit 29 of the flags distinguishes the two).
func apeSize(b []byte) int64 {
	if len(b) < 32 {
		return 0
	}
	if flags := binary.LittleEndian.Uint32(b[20:]); flags>>29&1 == 0 {
		return 32
	}
	return 32 + int64(binary.LittleEndian.Uint32(b[12:]))
}
