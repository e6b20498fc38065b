// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"io"
	"sort"
	"sync"
)

// cjkPacked holds the pictures of cjk, compressed by DEFLATE. Their authors and licences
// stand in data/cjk/README.md; TestCharactersAreBitmapfonts compares each with its source and writes the file.
//
//go:embed data/cjk/glyphs.deflate
var cjkPacked []byte

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
	records, err := io.ReadAll(flate.NewReader(bytes.NewReader(cjkPacked)))
	if err != nil {
		panic(err)
	}
	return records
})

// cjk is the face that panels of 16 rows and more have built in: characters of East Asian
// width, 6 or 12 columns in cells of 16 rows. Characters above U+FFFF are not in it.
type cjk struct{}

func (cjk) cell() (ascent, descent int) { return cjkBaseline, cjkCellRows - cjkBaseline }

func (cjk) find(r rune) (*glyph, bool) {
	record, ok := cjkFind(r)
	if !ok {
		return nil, false
	}
	g := &glyph{w: cjkColumns(r), top: cjkBaseline, rows: make([]uint32, cjkCellRows)}
	for y := range g.rows {
		g.rows[y] = uint32(binary.BigEndian.Uint16(record[2+2*y:])) << 16
	}
	if _, to := g.ink(); to < g.w { // the gap between characters is not part of a glyph
		g.w--
	}
	return g, true
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
		return 12
	}
	return 6
}
