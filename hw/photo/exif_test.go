// SPDX-License-Identifier: Apache-2.0

package photo_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/hw/photo"
	"github.com/ledpost/ledpost/internal/must"
)

// letter is what is photographed: an "F" of 3 by 5 squares.
var letter = []string{"###", "#..", "##.", "#..", "#.."}

// held is how the file of the letter looks, by the number of EXIF for how the camera was
// held; with any other it is upright.
var held = map[uint16][]string{
	0: letter, 1: letter, 9: letter,
	2: {"###", "..#", ".##", "..#", "..#"},
	3: {"..#", "..#", ".##", "..#", "###"},
	4: {"#..", "#..", "##.", "#..", "###"},
	5: {"#####", "#.#..", "#...."},
	6: {"#....", "#.#..", "#####"},
	7: {"....#", "..#.#", "#####"},
	8: {"#####", "..#.#", "....#"},
}

// side is how many pixels a square has: as many as a block of JPEG.
const side = 8

func squares(rows []string) image.Image {
	m := image.NewGray(image.Rect(0, 0, side*len(rows[0]), side*len(rows)))
	for i := range m.Pix {
		if rows[i/m.Stride/side][i%m.Stride/side] == '#' {
			m.Pix[i] = 255
		}
	}
	return m
}

func text(m image.Image) (rows []string) {
	for y := side / 2; y < m.Bounds().Dy(); y += side {
		row := ""
		for x := side / 2; x < m.Bounds().Dx(); x += side {
			row += map[bool]string{true: "#", false: "."}[color.GrayModel.Convert(m.At(x, y)).(color.Gray).Y > 128]
		}
		rows = append(rows, row)
	}
	return rows
}

// exif is EXIF data with the orientation as their second entry.
func exif(order binary.AppendByteOrder, how uint16) []byte {
	mark := "MM"
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		mark = "II"
	}
	out := order.AppendUint16([]byte(mark), 42)
	out = order.AppendUint32(out, 8)
	out = order.AppendUint16(out, 2)
	for _, entry := range [][2]uint16{{0x0100, 7}, {0x0112, how}} {
		out = order.AppendUint16(order.AppendUint16(out, entry[0]), 3)
		out = order.AppendUint16(order.AppendUint32(out, 1), entry[1])
		out = order.AppendUint16(out, 0)
	}
	return order.AppendUint32(out, 0)
}

// asJPEG writes a picture with EXIF data behind JFIF's segment, as cameras do.
func asJPEG(t *testing.T, m image.Image, tiff []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, jpeg.Encode(&b, m, nil))
	segment := func(marker byte, data string) []byte {
		return append(binary.BigEndian.AppendUint16([]byte{0xFF, marker}, uint16(len(data)+2)), data...)
	}
	return slices.Concat(b.Bytes()[:2], segment(0xE0, "JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"),
		segment(0xE1, "http://ns.adobe.com/xap/1.0/\x00"), segment(0xE1, "Exif\x00\x00"+string(tiff)), b.Bytes()[2:])
}

// asPNG writes a picture with EXIF data behind its header.
func asPNG(t *testing.T, m image.Image, tiff []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, png.Encode(&b, m))
	const head = 8 + 8 + 13 + 4 // the signature and IHDR
	named := append([]byte("eXIf"), tiff...)
	chunk := append(binary.BigEndian.AppendUint32(nil, uint32(len(tiff))), named...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(named))
	return slices.Concat(b.Bytes()[:head], chunk, b.Bytes()[head:])
}

// TestOrientation: however the camera was held, the photograph stands upright.
func TestOrientation(t *testing.T) {
	for how, rows := range held {
		for name, order := range map[string]binary.AppendByteOrder{"II": binary.LittleEndian, "MM": binary.BigEndian} {
			for kind, file := range map[string][]byte{"JPEG": asJPEG(t, squares(rows), exif(order, how)),
				"PNG": asPNG(t, squares(rows), exif(order, how))} {
				m := must.Get(photo.Decode(bytes.NewReader(file)))(t)
				if got := text(m); !slices.Equal(got, letter) {
					t.Errorf("%s, %s, %d: %q", kind, name, how, got)
				}
			}
		}
	}
}

// TestOrientationCut: EXIF data that end early are none, and the photograph is read.
func TestOrientationCut(t *testing.T) {
	whole := exif(binary.BigEndian, 6)
	for n := range len(whole) - 4 - 4 { // without the end of the second entry's value
		for kind, file := range map[string][]byte{"JPEG": asJPEG(t, squares(letter), whole[:n]),
			"PNG": asPNG(t, squares(letter), whole[:n])} {
			if m, err := photo.Decode(bytes.NewReader(file)); err != nil || !slices.Equal(text(m), letter) {
				t.Errorf("%s with %d bytes: %v", kind, n, err)
			}
		}
	}
	for _, far := range []uint32{8, 1 << 31, 1<<32 - 1} { // where the first list of entries is
		tiff := binary.BigEndian.AppendUint32([]byte("MM\x00*"), far)
		if _, err := photo.Decode(bytes.NewReader(asJPEG(t, squares(letter), tiff))); err != nil {
			t.Error(fmt.Sprint(far), err)
		}
	}
}
