// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"encoding/binary"
	"image"
	"math/bits"
	"unsafe"
)

// A row has a word of bytes for each column: in byte i the index of the column's word
// in plane i.
type row [][16]uint8

// eight is the indices of eight columns in a plane, each 16 bytes after the one before.
type eight [7*16 + 1]uint8

func (r row) eight(plane int) *eight {
	return (*eight)(unsafe.Add(unsafe.Pointer(&(*[8][16]uint8)(r)[0]), plane))
}

// put writes a line of the first chain. Eight columns at a time, with places that
// are known in advance, since this is the inner loop of all.
func put(line []uint32, row row, plane int, words *table) {
	for row = row[:len(line)]; len(line) >= 8; line, row = line[8:], row[8:] {
		l, r := (*[8]uint32)(line), row.eight(plane)
		l[0], l[1] = words[r[0]], words[r[16]] // a column has 16 bytes, of which the plane is one
		l[2], l[3] = words[r[32]], words[r[48]]
		l[4], l[5] = words[r[64]], words[r[80]]
		l[6], l[7] = words[r[96]], words[r[112]]
	}
	for x := range line { // the columns that are left, fewer than eight
		line[x] = words[row[x][plane]]
	}
}

// add adds a line of a further chain.
func add(line []uint32, row row, plane int, words *table) {
	for row = row[:len(line)]; len(line) >= 8; line, row = line[8:], row[8:] {
		l, r := (*[8]uint32)(line), row.eight(plane)
		l[0], l[1] = l[0]|words[r[0]], l[1]|words[r[16]]
		l[2], l[3] = l[2]|words[r[32]], l[3]|words[r[48]]
		l[4], l[5] = l[4]|words[r[64]], l[5]|words[r[80]]
		l[6], l[7] = l[6]|words[r[96]], l[7]|words[r[112]]
	}
	for x := range line {
		line[x] |= words[row[x][plane]]
	}
}

// columns spreads the columns of an address; source is the pixel of the upper
// and the lower half of each, or -1 where it is dark.
func (e *encoder) columns(source []int32, m *image.RGBA, address uint32) {
	var tables [maxPhases]*[256]planes // of neighbours
	for i := range tables {
		tables[i] = &e.spread[e.phase[(uint32(i)+address)%maxPhases]%maxPhases]
	}
	if bits.UintSize == 32 {
		e.narrow(source, m, tables)
	} else {
		e.wide(source, colours(m), &tables)
	}
}

// wide is columns in words of 64 bits. Each channel brings a bit for each plane,
// in a separate byte; shifted by its place, the six channels make the index of a word in
// each byte.
func (e *encoder) wide(source []int32, pixels []uint32, tables *[maxPhases]*[256]planes) {
	source = source[:2*len(e.row)]
	for x := range e.row {
		var l, h uint64
		if s := source[2*x]; s >= 0 {
			p, t := pixels[s], tables[uint32(s)%maxPhases]
			r, g, b := &t[uint8(p)], &t[uint8(p>>8)], &t[uint8(p>>16)]
			l = r[0] | g[0]<<1 | b[0]<<2
			h = r[1] | g[1]<<1 | b[1]<<2
		}
		if s := source[2*x+1]; s >= 0 {
			p, t := pixels[s], tables[uint32(s)%maxPhases]
			r, g, b := &t[uint8(p)], &t[uint8(p>>8)], &t[uint8(p>>16)]
			l |= r[0]<<3 | g[0]<<4 | b[0]<<5
			h |= r[1]<<3 | g[1]<<4 | b[1]<<5
		}
		to := &e.row[x]
		binary.LittleEndian.PutUint64(to[:8], l)
		binary.LittleEndian.PutUint64(to[8:], h)
	}
}

// quarters is planes in words of 32 bits; the last one is of planes that there are
// not.
type quarters [4]uint32

// narrow is wide in words of 32 bits. It counts addresses itself: there are too few
// registers for slices, and without them a column takes half of the instructions.
// newGeometry has source within the picture, and pack the picture within m.
func (e *encoder) narrow(source []int32, m *image.RGBA, tables [maxPhases]*[256]planes) {
	src, pixels := unsafe.Pointer(unsafe.SliceData(source)), unsafe.Pointer(unsafe.SliceData(m.Pix))
	row := unsafe.Pointer(unsafe.SliceData(e.row))
	n := len(source) / 2
	if n == 0 {
		return
	}
	for {
		var a, b, c uint32
		if s := *(*int32)(src); s >= 0 {
			p, t := (*[4]uint8)(unsafe.Add(pixels, 4*s)), (*[256]quarters)(unsafe.Pointer(tables[uint32(s)%maxPhases]))
			q := &t[p[0]]
			a, b, c = q[0], q[1], q[2]
			q = &t[p[1]]
			a, b, c = a|q[0]<<1, b|q[1]<<1, c|q[2]<<1
			q = &t[p[2]]
			a, b, c = a|q[0]<<2, b|q[1]<<2, c|q[2]<<2
		}
		if s := *(*int32)(unsafe.Add(src, 4)); s >= 0 {
			p, t := (*[4]uint8)(unsafe.Add(pixels, 4*s)), (*[256]quarters)(unsafe.Pointer(tables[uint32(s)%maxPhases]))
			q := &t[p[0]]
			a, b, c = a|q[0]<<3, b|q[1]<<3, c|q[2]<<3
			q = &t[p[1]]
			a, b, c = a|q[0]<<4, b|q[1]<<4, c|q[2]<<4
			q = &t[p[2]]
			a, b, c = a|q[0]<<5, b|q[1]<<5, c|q[2]<<5
		}
		*(*[3]uint32)(row) = [3]uint32{a, b, c}
		if n--; n == 0 {
			return // before the addresses point behind their slices, at what the collector may not know
		}
		src, row = unsafe.Add(src, 8), unsafe.Add(row, 16)
	}
}
