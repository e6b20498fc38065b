// SPDX-License-Identifier: Apache-2.0

package mp3

import "encoding/binary"

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
