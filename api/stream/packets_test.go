// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// Senders of the tests. Each builds what the protocol's own page shows, field by
// field.

// lmspPacket has areas of raw pixels or pictures; length is what the length field
// says, -1 for the truth.
func lmspPacket(id SessionID, encoding uint8, areas ...lmspTestArea) []byte {
	b := append([]byte("lmsp\x01\x00"), id[:]...)
	b = append(b, encoding, 0, uint8(len(areas)), 0)
	for _, a := range areas {
		length := a.length
		if length < 0 {
			length = len(a.data)
		}
		for _, v := range []int{a.r.Min.X, a.r.Min.Y, a.r.Dx(), a.r.Dy(), length} {
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		}
		b = append(b, a.data...)
	}
	return b
}

type lmspTestArea struct {
	r      image.Rectangle
	data   []byte
	length int
}

func area(x, y, w, h int, data []byte) lmspTestArea {
	return lmspTestArea{image.Rect(x, y, x+w, y+h), data, -1}
}

// fill is n pixels of one colour.
func fill(n int, r, g, b byte) []byte { return bytes.Repeat([]byte{r, g, b}, n) }

// encoded is a red picture in the encoding.
func encoded(t testing.TB, encoding uint8, w, h int) []byte {
	t.Helper()
	m := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.RGBA{255, 0, 0, 255}})
	var b bytes.Buffer
	var err error
	switch encoding {
	case encodingPNG:
		err = png.Encode(&b, m)
	case encodingJPEG:
		err = jpeg.Encode(&b, m, &jpeg.Options{Quality: 100})
	case encodingGIF:
		err = gif.Encode(&b, m, nil)
	}
	must.Do(t, err)
	return b.Bytes()
}

func ddpPacket(flags, sequence, kind, to uint8, offset uint32, data []byte) []byte {
	b := []byte{flags, sequence, kind, to}
	b = binary.BigEndian.AppendUint32(b, offset)
	b = binary.BigEndian.AppendUint16(b, uint16(len(data)))
	return append(b, data...)
}

func artnetPacket(sequence uint8, universe int, data []byte) []byte {
	b := append([]byte("Art-Net\x00\x00\x50\x00\x0e"), sequence, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(universe))
	b = binary.BigEndian.AppendUint16(b, uint16(len(data)))
	return append(b, data...)
}

func sacnPacket(source, priority, sequence, options uint8, universe int, data []byte) []byte {
	b := make([]byte, 126)
	copy(b, acnName)
	binary.BigEndian.PutUint16(b[16:], 0x7000|uint16(110+len(data)))
	binary.BigEndian.PutUint32(b[18:], 4)
	b[22] = source
	binary.BigEndian.PutUint16(b[38:], 0x7000|uint16(88+len(data)))
	binary.BigEndian.PutUint32(b[40:], 2)
	copy(b[44:], "a test")
	b[108], b[111], b[112] = priority, sequence, options
	binary.BigEndian.PutUint16(b[113:], uint16(universe))
	binary.BigEndian.PutUint16(b[115:], 0x7000|uint16(11+len(data)))
	b[117], b[118] = 2, 0xa1
	binary.BigEndian.PutUint16(b[121:], 1)
	binary.BigEndian.PutUint16(b[123:], uint16(1+len(data)))
	return append(b, data...)
}
