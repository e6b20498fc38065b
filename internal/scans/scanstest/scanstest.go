// SPDX-License-Identifier: Apache-2.0

// Package scanstest makes JPEG files that cost more to decode than they look, for tests.
package scanstest

import "bytes"

// JPEG returns a progressive file of a grey square with a side of so many pixels, at most 65535.
// After its first scan, each of the further ones goes over all of it, in 13 bytes (ITU-T T.81,
// G.1.2.3).
func JPEG(side, scans int) []byte {
	var out bytes.Buffer
	segment := func(marker byte, data ...byte) {
		out.Write([]byte{0xFF, marker, 0, byte(2 + len(data))})
		out.Write(data)
	}
	one := func(id, symbol byte) { // a table with one code, of one bit
		segment(0xC4, append(append([]byte{id, 1}, make([]byte, 15)...), symbol)...)
	}
	const endOf16384 = 0xE0 // so many blocks, and more by 14 bits
	high, low := byte(side>>8), byte(side)
	out.WriteString("\xff\xd8")
	segment(0xDB, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
	segment(0xC2, 8, high, low, high, low, 1, 1, 0x11, 0)
	one(0x00, 0)
	one(0x10, endOf16384)
	segment(0xDA, 1, 1, 0, 0, 0, 0)
	blocks := (side + 7) / 8 * ((side + 7) / 8)
	out.Write(make([]byte, (blocks+7)/8))
	for range scans - 1 {
		segment(0xDA, 1, 1, 0, 1, 63, 0x10)
		out.WriteString("\x7f\x3f")
	}
	out.WriteString("\xff\xd9")
	return out.Bytes()
}
