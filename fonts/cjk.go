// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"io"
	"slices"
	"sort"
	"sync"
	"unicode"
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

// pictograph reports whether r is shown as a colour picture unless U+FE0E
// follows: below U+1F000 by Emoji_Presentation of emoji-data.txt; characters
// above have no other look here.
func pictograph(r rune) bool { return r >= 0x1F000 || unicode.Is(pictographs, r) }

var pictographs = &unicode.RangeTable{R16: []unicode.Range16{
	{0x231A, 0x231B, 1}, {0x23E9, 0x23EC, 1}, {0x23F0, 0x23F3, 3}, {0x25FD, 0x25FE, 1},
	{0x2614, 0x2615, 1}, {0x2648, 0x2653, 1}, {0x267F, 0x2693, 0x14}, {0x26A1, 0x26AA, 9},
	{0x26AB, 0x26BD, 0x12}, {0x26BE, 0x26C4, 6}, {0x26C5, 0x26CE, 9}, {0x26D4, 0x26EA, 0x16},
	{0x26F2, 0x26F3, 1}, {0x26F5, 0x26FA, 5}, {0x26FD, 0x2705, 8}, {0x270A, 0x270B, 1},
	{0x2728, 0x274C, 0x24}, {0x274E, 0x2753, 5}, {0x2754, 0x2755, 1}, {0x2757, 0x2795, 0x3E},
	{0x2796, 0x2797, 1}, {0x27B0, 0x27BF, 0xF}, {0x2B1B, 0x2B1C, 1}, {0x2B50, 0x2B55, 5},
}}

// emoji returns the pictographs, for lines of 8 rows.
func emoji() *book { return load(&book{ascent: 7, descent: 1, cap: 7}, "emoji") }

// squeeze returns the pictographs of b for lines of 7 rows: each loses the row
// that is most like the one below it.
func squeeze(b *book) *book {
	s := &book{ascent: b.ascent - 1, descent: b.descent, cap: b.cap, glyphs: map[key]*glyph{}}
	for k, g := range b.glyphs {
		y := spare(g)
		s.glyphs[k] = &glyph{
			w:    g.w,
			top:  g.top - 1,
			rows: slices.Delete(slices.Clone(g.rows), y, y+1),
			pix:  slices.Delete(slices.Clone(g.pix), y*g.w, (y+1)*g.w),
		}
	}
	return s
}

// spare returns the row of g whose loss changes least: an empty one at an edge,
// else one near the middle.
func spare(g *glyph) int {
	last := len(g.rows) - 1
	if g.rows[last] == 0 {
		return last
	}
	if g.rows[0] == 0 {
		return 0
	}
	best, least := last/2, g.w+1
	for _, y := range []int{3, 4, 2, 5, 1, 6, 0} {
		n := 0
		for x := range g.w {
			if g.pix[y*g.w+x] != g.pix[(y+1)*g.w+x] {
				n++
			}
		}
		if n < least {
			best, least = y, n
		}
	}
	return best
}
