// SPDX-License-Identifier: Apache-2.0

// Package pixelfont makes a TrueType font whose letters are pictures of square pixels. The
// page's headings have one of the project's own letters.
package pixelfont

import (
	"bytes"
	"encoding/binary"
	"image"
	"maps"
	"slices"
	"time"
)

// Font describes the font to be made.
type Font struct {
	Name            string
	Em              int // rows of the em square, 1 to 1000
	Ascent, Descent int // rows above and below the baseline
	Cap, Small      int // rows of a capital and of an x
	Gap             int // columns behind each glyph
	Glyphs          map[rune]*image.Alpha
}

// unit is the side of a pixel in the units of the font. The lengths within a letter of 15
// pixels take one byte each.
const unit = 16

// TTF returns the font as a file. The same font gives the same bytes.
func (f *Font) TTF() []byte {
	runes := slices.Sorted(maps.Keys(f.Glyphs))
	glyf, loca, hmtx := []byte{}, be(uint32(0)), []byte{}
	box, most := image.Rectangle{}, [2]int{} // of all glyphs; points and contours of the largest
	add := func(m *image.Alpha, columns int) {
		data, bounds, points, contours := f.outline(m)
		glyf = append(glyf, data...)
		loca = append(loca, be(uint32(len(glyf)))...)
		hmtx = append(hmtx, be(uint16((columns+f.Gap)*unit), int16(bounds.Min.X))...)
		box, most = box.Union(bounds), [2]int{max(most[0], points), max(most[1], contours)}
	}
	add(nil, f.Small) // glyph 0 stands for what the font lacks
	for _, r := range runes {
		add(f.Glyphs[r], f.Glyphs[r].Rect.Dx())
	}
	n := uint16(len(runes) + 1)
	up, down := int16(f.Ascent*unit), int16(f.Descent*unit)
	return file(map[string][]byte{
		"glyf": glyf, "loca": loca, "hmtx": hmtx, "cmap": cmap(runes), "name": name(f.Name),
		"head": be(uint32(0x10000), uint32(0x10000), uint32(0), uint32(0x5F0F3CF5), uint16(3), uint16(f.Em*unit), made, made,
			int16(box.Min.X), int16(box.Min.Y), int16(box.Max.X), int16(box.Max.Y), uint16(0), uint16(8), int16(2),
			int16(1), int16(0)),
		"hhea": be(uint32(0x10000), up, -down, int16(0), uint16(box.Max.X+f.Gap*unit), int16(0), int16(0), int16(box.Max.X),
			int16(1), [6]int16{}, int16(0), n),
		"maxp": be(uint32(0x10000), n, uint16(most[0]), uint16(most[1]), [2]uint16{}, uint16(2), [8]uint16{}),
		"post": be(uint32(0x30000), uint32(0), int16(-unit), int16(unit), uint32(0), [4]uint32{}),
		"OS/2": be(uint16(4), int16(6*unit), uint16(400), uint16(5), uint16(0), [10]int16{}, int16(0), [10]byte{},
			[4]uint32{}, []byte("LEDP"), uint16(0x40),
			uint16(runes[0]), uint16(runes[len(runes)-1]), up, -down, int16(0), uint16(up), uint16(down), [2]uint32{},
			int16(f.Small*unit), int16(f.Cap*unit), uint16(0), uint16(' '), uint16(1)),
	})
}

// made is the time in the file, in seconds since 1904; the same for every font.
var made = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Unix() - time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC).Unix()

// be returns values, of fixed size, as the big-endian bytes of a table.
func be(values ...any) []byte {
	var b bytes.Buffer
	for _, v := range values {
		_ = binary.Write(&b, binary.BigEndian, v) // to memory
	}
	return b.Bytes()
}

// name returns the table of names: family, style, full name.
func name(family string) []byte {
	var records, texts []byte
	for _, one := range []struct {
		id   uint16
		text string
	}{{1, family}, {2, "Regular"}, {4, family}} {
		var utf16 []byte
		for _, r := range one.text {
			utf16 = append(utf16, be(uint16(r))...)
		}
		records = append(records, be([]uint16{3, 1, 0x409, one.id, uint16(len(utf16)), uint16(len(texts))})...)
		texts = append(texts, utf16...)
	}
	return append(append(be([]uint16{0, 3, 6 + 3*12}), records...), texts...)
}

// cmap maps characters to glyphs, by format 4 (OpenType 1.9, "cmap"): a segment for each
// run of neighbours, and the last that the format wants.
func cmap(runes []rune) []byte {
	type segment struct{ from, to, glyph uint16 }
	var all []segment
	for i, r := range runes {
		if n := len(all); n > 0 && all[n-1].to+1 == uint16(r) {
			all[n-1].to++
			continue
		}
		all = append(all, segment{uint16(r), uint16(r), uint16(i + 1)})
	}
	all = append(all, segment{0xFFFF, 0xFFFF, 0})
	var ends, starts, deltas []uint16
	for _, s := range all {
		ends, starts, deltas = append(ends, s.to), append(starts, s.from), append(deltas, s.glyph-s.from)
	}
	n := len(all)
	deltas[n-1] = 1
	log := 0
	for 2<<log <= n {
		log++
	}
	body := be(uint16(2*n), uint16(2<<log), uint16(log), uint16(2*n-2<<log), ends, uint16(0), starts, deltas,
		make([]uint16, n))
	return append(be([]uint16{0, 1, 3, 1}, uint32(12), []uint16{4, uint16(len(body) + 6), 0}), body...)
}

// file joins tables to a file, with their checksums.
func file(tables map[string][]byte) []byte {
	names := slices.Sorted(maps.Keys(tables))
	log := 0
	for 2<<log <= len(names) {
		log++
	}
	head := be(uint32(0x10000), uint16(len(names)), uint16(16<<log), uint16(log), uint16(16*len(names)-16<<log))
	var body []byte
	at, headAt := len(head)+16*len(names), 0
	for _, name := range names {
		data := tables[name]
		if name == "head" {
			headAt = at + len(body)
		}
		head = append(head, name...)
		head = append(head, be(sum(data), uint32(at+len(body)), uint32(len(data)))...)
		body = append(body, data...)
		body = append(body, make([]byte, -len(data)&3)...)
	}
	out := append(head, body...)
	binary.BigEndian.PutUint32(out[headAt+8:], 0xB1B0AFBA-sum(out))
	return out
}

// sum is the checksum of a table.
func sum(data []byte) (s uint32) {
	for i := 0; i < len(data); i += 4 {
		var word [4]byte
		copy(word[:], data[i:])
		s += binary.BigEndian.Uint32(word[:])
	}
	return s
}
