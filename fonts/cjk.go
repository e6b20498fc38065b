// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"sort"
	"sync"
)

// A picture of cjk is a record of big-endian 16-bit words: the character, then each row
// from the top, bit 15 the leftmost column. Records are in the order of their characters.
const (
	cjkCellRows = 16
	cjkBaseline = 12 // row of a cell
	cjkRecord   = 2 * (1 + cjkCellRows)
)

// cjkRecords unpacks the pictures (0.6 MB) when a character first needs them. The data is
// part of the program: an error in it is a bug and panics.
var cjkRecords = sync.OnceValue(func() []byte {
	records, err := io.ReadAll(flate.NewReader(bytes.NewReader(cjkPacked())))
	if err != nil {
		panic(err)
	}
	return records
})

// cjk is the face that panels of 16 rows and more have built in: characters of East Asian
// width and Arabic ones, 6 or 12 columns in cells of 16 rows. Characters above U+FFFF are not in it.
type cjk struct{}

func (cjk) cell() (ascent, descent int) { return cjkBaseline, cjkCellRows - cjkBaseline }

func (cjk) suits(rows int) bool { return rows >= cjkCellRows }

func (cjk) find(r rune) (*glyph, bool) {
	if _, ok := formOf[r]; ok {
		if g, ok := forms12().glyphs[single(r)]; ok {
			return g, true
		}
	}
	record, ok := cjkFind(r)
	if !ok {
		return nil, false
	}
	g := &glyph{w: cjkColumns(r), top: cjkBaseline, rows: make([]uint32, cjkCellRows)}
	for y := range g.rows {
		g.rows[y] = uint32(binary.BigEndian.Uint16(record[2+2*y:])) << 16
	}
	g.trim(r)
	return g, true
}

// trim takes the gap between characters off the cell of r: the last column of Chinese ones, and of Arabic ones all
// dark columns of a side that does not join.
func (g *glyph) trim(r rune) {
	if !arabicScript(r) {
		if _, to := g.ink(); to < g.w {
			g.w--
		}
		return
	}
	g.w = 2 * half
	from, to := g.ink()
	if form, ok := formOf[r]; ok {
		g.join = []side{isolated: 0, final: right, initial: left, medial: both}[form]
	}
	if g.w = half; to > half {
		g.w = 2 * half
	}
	if g.join&right == 0 {
		g.w = to
	}
	if g.join&left == 0 {
		g.w -= from
		for y := range g.rows {
			g.rows[y] <<= from
		}
	}
}

// arabicScript reports whether r is a letter, digit or sign of the Arabic script.
func arabicScript(r rune) bool {
	return r >= 0x600 && r < 0x700 || r >= 0xFB50 && r < 0xFC00 || r >= 0xFE70 && r < 0xFEFF
}

// cjkFind returns the record of r.
func cjkFind(r rune) (record []byte, ok bool) {
	records := cjkRecords()
	at := func(i int) rune { return rune(binary.BigEndian.Uint16(records[i*cjkRecord:])) }
	n := len(records) / cjkRecord
	i := sort.Search(n, func(i int) bool { return at(i) >= r })
	if i == n || at(i) != r {
		return nil, false
	}
	return records[i*cjkRecord : (i+1)*cjkRecord], true
}

// cjkColumns is the width of r's cell: half for the halfwidth forms of katakana and Hangul.
func cjkColumns(r rune) int {
	if wide(r) {
		return 2 * half
	}
	return half
}

// half is the columns of a narrow cell.
const half = 6
