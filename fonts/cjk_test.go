// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"image"
	"os"
	"reflect"
	"testing"
	"unicode"

	"github.com/hajimehoshi/bitmapfont/v4"
	"github.com/ledpost/ledpost/internal/must"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/width"
)

// TestCharactersAreBitmapfonts compares each built-in character with bitmapfont, the
// library that its picture comes from, and asks that no other is there.
func TestCharactersAreBitmapfonts(t *testing.T) {
	if *update {
		writeCJK(t)
		t.Skip("written: the next run compares it")
	}
	n := 0
	for r := rune(0); r < 0x11000; r++ {
		want, drawn := fromBitmapfont(r)
		if drawn {
			want.trim(r)
		}
		got, ok := cjk{}.find(r)
		if _, own := forms12().glyphs[single(r)]; own {
			continue
		}
		if drawn != ok || drawn && !reflect.DeepEqual(got, want) {
			t.Fatalf("%U is not as bitmapfont draws it (go test ./fonts -run TestCharactersAreBitmapfonts -update)", r)
		}
		if drawn {
			n++
		}
	}
	if n < 17000 {
		t.Errorf("%d characters, want more than 17000", n)
	}
}

// writeCJK renews data/cjk/glyphs.deflate.
func writeCJK(t *testing.T) {
	var packed bytes.Buffer
	z := must.Get(flate.NewWriter(&packed, flate.BestCompression))(t)
	for r := rune(0); r < 0x10000; r++ {
		g, ok := fromBitmapfont(r)
		if !ok {
			continue
		}
		record := binary.BigEndian.AppendUint16(nil, uint16(r))
		for _, row := range g.rows {
			record = binary.BigEndian.AppendUint16(record, uint16(row>>16))
		}
		must.Get(z.Write(record))(t)
	}
	must.Do(t, z.Close())
	must.Do(t, os.WriteFile("data/cjk/glyphs.deflate", packed.Bytes(), 0o644))
}

// fromBitmapfont returns the whole cell of the library's picture of r if it has one and r has East Asian
// width or is of the Arabic script.
func fromBitmapfont(r rune) (*glyph, bool) {
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth, width.EastAsianHalfwidth:
	default:
		if !arabicScript(r) || !unicode.In(r, unicode.L, unicode.N, unicode.P) {
			return nil, false
		}
	}
	cell, mask, at, advance, ok := bitmapfont.Face.Glyph(fixed.Point26_6{}, r)
	if !ok {
		return nil, false
	}
	g := &glyph{w: advance.Floor(), top: -cell.Min.Y, rows: make([]uint32, cell.Dy())}
	for y := range g.rows {
		g.rows[y] = maskRow(mask, at.Add(image.Pt(0, y)), g.w)
	}
	from, to := g.ink()
	if from == to || g.lit() == 12*12 { // the library has blanks and blocks for the characters it lacks
		return nil, false
	}
	return g, true
}

func maskRow(mask image.Image, at image.Point, w int) (row uint32) {
	for x := range w {
		if _, _, _, a := mask.At(at.X+x, at.Y).RGBA(); a != 0 {
			row |= bit(x)
		}
	}
	return row
}

// BenchmarkUnpack is what the first Chinese character costs.
func BenchmarkUnpack(b *testing.B) {
	for b.Loop() {
		z := flate.NewReader(bytes.NewReader(cjkPacked()))
		var into bytes.Buffer
		must.Get(into.ReadFrom(z))(b)
	}
}
