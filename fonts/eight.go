// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"slices"
	"sync"
)

// A picture of eight has 8 rows, 7 of them above the baseline, and is a byte a row, bit 7 the leftmost column.
const (
	eightRows   = 8
	eightAscent = 7
)

// eightTable is what eightPacked unpacks to: the characters in their order, and the rows of all pictures, first the
// uppermost of each.
type eightTable struct {
	runes []uint16
	rows  []byte
}

// eights unpacks the pictures (0.3 MB) when a character first needs them. The data is part of the program: an error
// in it is a bug and panics.
var eights = sync.OnceValue(func() eightTable {
	all, err := io.ReadAll(flate.NewReader(bytes.NewReader(eightPacked())))
	if err != nil {
		panic(err)
	}
	n, at := binary.Uvarint(all)
	t := eightTable{runes: make([]uint16, n)}
	last := uint16(0)
	for i := range t.runes {
		step, size := binary.Uvarint(all[at:])
		at += size
		last += uint16(step)
		t.runes[i] = last
	}
	t.rows = all[at:]
	return t
})

// eight is the face of Chinese, Japanese and Korean characters that every panel has built in: as high as the capitals
// of Normal, in cells of 8 columns. Larger faces enlarge it where cjk lacks a character.
type eight struct{}

func (eight) cell() (ascent, descent int) { return eightAscent, eightRows - eightAscent }

func (eight) suits(int) bool { return true }

func (eight) find(r rune) (*glyph, bool) {
	if r < 0x3000 || r > 0xFFFF { // most of all text: nothing to unpack
		return nil, false
	}
	t := eights()
	i, ok := slices.BinarySearch(t.runes, uint16(r))
	if !ok {
		return nil, false
	}
	g := &glyph{w: eightRows, top: eightAscent, rows: make([]uint32, eightRows)}
	for y := range g.rows {
		g.rows[y] = uint32(t.rows[y*len(t.runes)+i]) << 24
	}
	if _, to := g.ink(); to < g.w { // the gap between characters is not part of a glyph
		g.w--
	}
	return g, true
}
