// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// bdfParser reads line by line.
type bdfParser struct {
	face    *bdf
	begun   bool // STARTFONT was there
	done    bool // ENDFONT was there
	inGlyph bool
	bitmap  bool // the next lines are rows
	rows    int  // rows read

	charset, encoding string // of the character set
	code              int    // ENCODING, -1 for none
	hasDWidth, hasBBX bool
	glyph             bdfGlyph
}

// fault returns the fault after the last line.
func (p *bdfParser) fault(err error, tooLong bool) error {
	switch {
	case tooLong:
		return fmt.Errorf("the file is longer than %d bytes", maxBDF)
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("the line is longer than %d bytes", maxLine)
	case err != nil:
		return err
	case !p.begun:
		return errors.New("the file is empty")
	case !p.done:
		return errors.New("the file ends before ENDFONT")
	case len(p.face.glyphs) == 0:
		return errors.New("the face has no character")
	}
	return nil
}

func (p *bdfParser) line(s string) error {
	f := strings.Fields(s)
	switch {
	case !p.begun:
		if len(f) != 2 || f[0] != "STARTFONT" {
			return errors.New("not a BDF file: it does not begin with STARTFONT")
		}
		p.begun = true
		return nil
	case len(f) == 0:
		return nil
	case p.bitmap && f[0] != "ENDCHAR":
		return p.row(f[0])
	case p.inGlyph:
		return p.inside(f[0], f[1:])
	}
	return p.outside(f[0], f[1:])
}

// outside reads a line of the face itself.
func (p *bdfParser) outside(word string, args []string) error {
	switch word {
	case "FONT": // X logical font description: the character set is at its end
		if xlfd := strings.Split(strings.Join(args, " "), "-"); len(xlfd) == 15 {
			return p.setCharset(xlfd[13], xlfd[14])
		}
	case "CHARSET_REGISTRY":
		return p.setCharset(strings.Trim(strings.Join(args, ""), `"`), p.encoding)
	case "CHARSET_ENCODING":
		return p.setCharset(p.charset, strings.Trim(strings.Join(args, ""), `"`))
	case "FONT_ASCENT":
		return numbers(args, 0, maxColumns, &p.face.ascent)
	case "FONT_DESCENT":
		return numbers(args, -maxColumns, maxColumns, &p.face.descent)
	case "STARTCHAR":
		if len(p.face.glyphs) == maxGlyphs {
			return fmt.Errorf("more than %d characters", maxGlyphs)
		}
		p.inGlyph, p.hasBBX, p.hasDWidth, p.rows = true, false, false, 0
		p.code, p.glyph = -1, bdfGlyph{}
	case "ENDFONT":
		p.done = true
	case "BITMAP", "ENDCHAR", "BBX", "DWIDTH", "ENCODING":
		return fmt.Errorf("%s outside a character", word)
	}
	return nil
}

// inside reads a line of a character.
func (p *bdfParser) inside(word string, args []string) error {
	switch word {
	case "ENCODING":
		if len(args) > 1 { // "-1 n" has a code of a private kind
			args = args[:1]
		}
		return numbers(args, -1, 0x10FFFF, &p.code)
	case "DWIDTH":
		var w, unused int
		err := numbers(args, 0, maxColumns, &w, &unused)
		p.glyph.advance, p.hasDWidth = uint8(w), true
		return err
	case "BBX":
		return p.box(args)
	case "BITMAP":
		if !p.hasBBX {
			return errors.New("BITMAP before BBX")
		}
		p.bitmap = true
		p.glyph.at = uint32(len(p.face.bits))
	case "ENDCHAR":
		return p.end()
	case "STARTCHAR", "ENDFONT":
		return fmt.Errorf("%s inside a character", word)
	}
	return nil
}

func (p *bdfParser) box(args []string) error {
	var w, h, x, y int
	if len(args) != 4 {
		return fmt.Errorf("BBX has %d numbers, want 4", len(args))
	}
	if err := numbers(args[:2], 0, maxColumns, &w, &h); err != nil {
		return err
	}
	if err := numbers(args[2:], -maxOffset, maxOffset, &x, &y); err != nil {
		return err
	}
	p.glyph.w, p.glyph.h, p.glyph.x, p.glyph.y = uint8(w), uint8(h), int8(x), int8(y)
	p.hasBBX = true
	return nil
}

// row reads a row of a picture: hexadecimal, padded to whole bytes.
func (p *bdfParser) row(s string) error {
	n := (int(p.glyph.w) + 7) / 8
	switch {
	case p.rows == int(p.glyph.h):
		return fmt.Errorf("more rows than the %d of BBX", p.glyph.h)
	case len(s) < 2*n:
		return fmt.Errorf("row %q is shorter than the %d columns of BBX", s, p.glyph.w)
	}
	bits, err := hex.DecodeString(s[:2*n])
	if err != nil {
		return fmt.Errorf("row %q is not hexadecimal", s)
	}
	p.face.bits = append(p.face.bits, bits...)
	p.rows++
	return nil
}

// end closes a character and keeps it if its code stands for one of Unicode.
func (p *bdfParser) end() error {
	switch {
	case !p.bitmap && p.hasBBX && p.glyph.h > 0:
		return errors.New("the character has no BITMAP")
	case !p.hasBBX || !p.hasDWidth:
		return errors.New("the character has no BBX or no DWIDTH")
	case p.rows != int(p.glyph.h):
		return fmt.Errorf("%d rows, want the %d of BBX", p.rows, p.glyph.h)
	}
	p.inGlyph, p.bitmap = false, false
	if r := p.unicode(); r >= 0 {
		p.face.glyphs[r] = p.glyph
	}
	return nil
}

// setCharset notes the character set and reports one that cannot be expressed in
// Unicode.
func (p *bdfParser) setCharset(registry, encoding string) error {
	p.charset, p.encoding = strings.ToUpper(registry), encoding
	known := []string{"", "ISO10646", "ISO8859", "ASCII", "JISX0201", "JISX0208"}
	for _, k := range known {
		if p.charset == k || k != "" && strings.HasPrefix(p.charset, k+".") {
			return nil
		}
	}
	return fmt.Errorf("character set %q: want ISO10646 (Unicode), ISO8859-1, JISX0201 or JISX0208", registry)
}

// unicode returns the character that the code stands for, -1 for none.
func (p *bdfParser) unicode() rune {
	set, _, _ := strings.Cut(p.charset, ".")
	switch {
	case p.code < 0:
		return -1
	case set == "JISX0208":
		return eucJP(byte(p.code>>8)|0x80, byte(p.code)|0x80)
	case set == "JISX0201" && p.code >= 0xA1 && p.code <= 0xDF:
		return 0xFF61 + rune(p.code) - 0xA1 // half-width katakana
	case set == "ISO8859" && p.encoding != "1" && p.code >= 0xA0:
		return -1 // only ISO 8859-1 is the start of Unicode
	}
	return rune(p.code)
}

// numbers reads decimal numbers between low and high.
func numbers(args []string, low, high int, into ...*int) error {
	if len(args) < len(into) {
		return fmt.Errorf("%d numbers, want %d", len(args), len(into))
	}
	for i, v := range into {
		n, err := strconv.Atoi(args[i])
		if err != nil || n < low || n > high {
			return fmt.Errorf("%q: want a number from %d to %d", args[i], low, high)
		}
		*v = n
	}
	return nil
}

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

func (b *bdf) suits(int) bool { return true }
