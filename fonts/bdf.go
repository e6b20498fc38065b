// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

// Bounds of a BDF file: it comes from outside.
const (
	maxBDF    = 64 << 20 // bytes; GNU Unifont has 10 MB
	maxGlyphs = 1 << 17
	maxLine   = 4096
	maxOffset = 64 // columns and rows that a glyph may be off its origin
)

// bdf is a face in the Glyph Bitmap Distribution Format 2.1 (Adobe technical
// note 5005). Its pictures follow one another in bits.
type bdf struct {
	ascent, descent int
	glyphs          map[rune]bdfGlyph
	bits            []byte
}

// bdfGlyph is a glyph's place in bdf.bits and its boxes: DWIDTH and BBX.
type bdfGlyph struct {
	at      uint32
	advance uint8
	w, h    uint8
	x, y    int8 // of the lower left corner of the picture from the origin
}

// openBDF reads the file at path.
func openBDF(path string) (*bdf, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("fonts: %w", err)
	}
	defer f.Close()
	return readBDF(path, f)
}

// readBDF reads a face. An error names the file and its line.
func readBDF(name string, r io.Reader) (*bdf, error) {
	limited := &io.LimitedReader{R: r, N: maxBDF + 1}
	scan := bufio.NewScanner(limited)
	scan.Buffer(make([]byte, maxLine), maxLine)
	p := bdfParser{face: &bdf{glyphs: map[rune]bdfGlyph{}}}
	line := 0
	for !p.done && scan.Scan() {
		line++
		if err := p.line(scan.Text()); err != nil {
			return nil, fmt.Errorf("fonts: %s:%d: %w", name, line, err)
		}
	}
	if err := p.fault(scan.Err(), limited.N <= 0); err != nil {
		return nil, fmt.Errorf("fonts: %s:%d: %w", name, line+1, err)
	}
	return p.face, nil
}

// find returns the glyph of r. Its last column is dropped if it is dark,
// because the gap to the next glyph takes its place.
func (b *bdf) find(r rune) (*glyph, bool) {
	d, ok := b.glyphs[r]
	if !ok {
		return nil, false
	}
	x := max(0, int(d.x))
	g := &glyph{w: min(maxColumns, max(int(d.advance), x+int(d.w))), top: int(d.h) + int(d.y), rows: make([]uint32, d.h)}
	n := (int(d.w) + 7) / 8
	for y := range g.rows {
		for i, v := range b.bits[int(d.at)+y*n:][:n] {
			g.rows[y] |= uint32(v) << (24 - 8*i)
		}
		g.rows[y] = g.rows[y] & (^uint32(0) << (32 - d.w)) >> x
	}
	if _, to := g.ink(); g.w > 1 && to < g.w {
		g.w--
	}
	return g, true
}

func (b *bdf) cell() (ascent, descent int) { return b.ascent, b.descent }
