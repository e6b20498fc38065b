// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"bytes"
	"encoding/binary"
)

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
