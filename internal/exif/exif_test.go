// SPDX-License-Identifier: Apache-2.0

package exif

import (
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// orders are the two byte orders of TIFF, by the mark with which each begins.
var orders = map[string]interface {
	binary.ByteOrder
	binary.AppendByteOrder
}{"II": binary.LittleEndian, "MM": binary.BigEndian}

// tiff returns EXIF data with that orientation, behind an entry of another tag.
func tiff(mark string, how uint16) []byte {
	o := orders[mark]
	out := o.AppendUint32(o.AppendUint16([]byte(mark), 42), 8)
	out = o.AppendUint16(out, 2)
	for _, entry := range [][2]uint16{{0x010f, 7}, {0x0112, how}} {
		out = o.AppendUint32(o.AppendUint16(o.AppendUint16(out, entry[0]), 3), 1)
		out = o.AppendUint16(o.AppendUint16(out, entry[1]), 0)
	}
	return o.AppendUint32(out, 8) // the next directory is this one again
}

// jpegOf and pngOf return the beginning of a file with EXIF data behind another segment or chunk.
func jpegOf(data []byte) []byte {
	out := []byte("\xff\xd8\xff\xe1\x00\x06http\xff\xe1")
	out = binary.BigEndian.AppendUint16(out, uint16(2+6+len(data)))
	return append(append(append(out, "Exif\x00\x00"...), data...), "\xff\xda\x00\x02"...)
}

func pngOf(data []byte) []byte {
	out := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x01sRGB\x00"), "crc."...)
	out = append(binary.BigEndian.AppendUint32(out, uint32(len(data))), "eXIf"...)
	return append(append(out, data...), "crc."...)
}

// TestOrientations: every number in both byte orders, in each kind of file.
func TestOrientations(t *testing.T) {
	for mark := range orders {
		for how := uint16(1); how <= 8; how++ {
			for kind, file := range map[string][]byte{"JPEG": jpegOf(tiff(mark, how)), "PNG": pngOf(tiff(mark, how))} {
				must.Equal(t, Orientation(file), int(how), kind, mark, how)
			}
		}
	}
}

// TestFillBytes: a marker may have any number of bytes FF before it.
func TestFillBytes(t *testing.T) {
	file := string(jpegOf(tiff("MM", 6)))
	for _, fill := range []string{"\xff", "\xff\xff", strings.Repeat("\xff", 1000)} {
		for at := range 2 { // before the first segment, and before the one of EXIF
			filled := strings.Replace(file, "\xff\xe1", "\x00", at)
			filled = strings.Replace(filled, "\xff\xe1", fill+"\xff\xe1", 1)
			filled = strings.Replace(filled, "\x00\x00\x06http", "\xff\xe1\x00\x06http", at)
			if got := Orientation([]byte(filled)); got != quarter {
				t.Errorf("%d bytes before segment %d: %d, want %d", len(fill), at, got, quarter)
			}
		}
	}
	for n := range 9 {
		if got := Orientation([]byte("\xff\xd8" + strings.Repeat("\xff", n))); got != upright {
			t.Errorf("%d of them alone: %d", n, got)
		}
	}
}

// TestStand: where the first pixel of the file is seen, and whether columns are rows, tells the eight ways apart.
func TestStand(t *testing.T) {
	for how, corner := range map[int]image.Point{
		-1: {}, 0: {}, 1: {}, 9: {}, 2: {X: 1}, 3: {X: 1, Y: 2}, 4: {Y: 2}, 5: {}, 6: {X: 2}, 7: {X: 2, Y: 1}, 8: {Y: 1},
	} {
		m := image.NewGray(image.Rect(5, 7, 7, 10)) // the first pixel of the file
		m.SetGray(5, 7, color.Gray{Y: 255})
		got := Stand(m, how)
		at := corner.Add(got.Bounds().Min)
		if lit := litOf(got); !slices.Equal(lit, []image.Point{at}) || got.Bounds().Size() != Size(m.Rect.Size(), how) {
			t.Errorf("%d: %v lit of %v, want %v", how, lit, got.Bounds(), at)
		}
		if turns := got.Bounds().Dx() == 3; turns != (how >= swapped && how <= backwards) {
			t.Errorf("%d: %v", how, got.Bounds())
		}
	}
}

// litOf returns the pixels of m that are not black.
func litOf(m image.Image) (lit []image.Point) {
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if r, _, _, _ := m.At(x, y).RGBA(); r > 0 {
				lit = append(lit, image.Pt(x, y))
			}
		}
	}
	return lit
}

// TestFaultyData: what cannot be read is upright.
func TestFaultyData(t *testing.T) {
	for mark, o := range orders {
		long := tiff(mark, 6)
		o.PutUint16(long[24:], 4) // its type is that of 32 bits
		for why, data := range map[string][]byte{
			"nothing": {}, "a mark alone": []byte(mark),
			"a directory beyond the end":       o.AppendUint32(o.AppendUint16([]byte(mark), 42), 1<<20),
			"a directory of the last offset":   o.AppendUint32(o.AppendUint16([]byte(mark), 42), 1<<32-1),
			"a directory at the end":           o.AppendUint32(o.AppendUint16([]byte(mark), 42), 8),
			"a directory at the offset itself": o.AppendUint32(o.AppendUint16([]byte(mark), 42), 4),
			"more entries than data":           o.AppendUint16(o.AppendUint32(o.AppendUint16([]byte(mark), 42), 8), 1<<16-1),
			"another type":                     long,
		} {
			for kind, file := range map[string][]byte{"JPEG": jpegOf(data), "PNG": pngOf(data)} {
				must.Equal(t, Orientation(file), upright, kind, mark, why)
			}
		}
		for kind, file := range map[string][]byte{"JPEG": jpegOf(tiff(mark, 6)), "PNG": pngOf(tiff(mark, 6))} {
			for n := range file {
				if got := Orientation(file[:n]); got != upright && got != quarter {
					t.Errorf("%s, %s, %d bytes of it: %d", kind, mark, n, got)
				}
			}
		}
	}
	for why, file := range map[string]string{
		"a segment of no length":         "\xff\xd8\xff\xe1\x00\x00Exif",
		"a segment beyond the end":       "\xff\xd8\xff\xe1\xff\xffExif",
		"a chunk of the largest length":  "\x89PNG\r\n\x1a\n\xff\xff\xff\xffeXIfMM",
		"behind the picture of the JPEG": "\xff\xd8\xff\xda\x00\x02" + string(jpegOf(tiff("MM", 6))[2:]),
	} {
		must.Equal(t, Orientation([]byte(file)), upright, why)
	}
}

// FuzzOrientation: no file costs memory, and each ends.
func FuzzOrientation(f *testing.F) {
	for mark := range orders {
		f.Add(jpegOf(tiff(mark, 6)))
		f.Add(pngOf(tiff(mark, 8)))
	}
	m := image.NewGray(image.Rect(0, 0, 3, 2))
	f.Fuzz(func(t *testing.T, file []byte) {
		how := 0
		memtest.AtMost(t, 64<<10, func() { how = Orientation(file) })
		must.Equal(t, fmt.Sprint(Stand(m, how).Bounds().Size()), fmt.Sprint(Size(m.Rect.Size(), how)), how)
	})
}
