// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"bytes"
	"encoding/binary"
)

// extent returns how many bytes of data the picture at its beginning takes. PNG, GIF and
// JPEG delimit themselves: it walks over chunks, blocks or segments and decodes nothing,
// so it allocates nothing and takes time linear in data, which one packet bounds. It
// returns errShort if data ends before the picture, and errEncoding if data is no picture
// of the encoding.
func extent(encoding uint8, data []byte) (int, error) {
	s := span{data: data}
	switch encoding {
	case encodingPNG:
		s.png()
	case encodingGIF:
		s.gif()
	case encodingJPEG:
		s.jpeg()
	default:
		s.err = errEncoding
	}
	return s.at, s.err
}

// span walks over data. After an error nothing moves it.
type span struct {
	data []byte
	at   int
	err  error
}

// take returns the next n bytes; zeros after an error, of which at most 8 are needed.
func (s *span) take(n int) []byte {
	if s.err == nil && (n < 0 || n > len(s.data)-s.at) {
		s.err = errShort
	}
	if s.err != nil {
		return zeros[:min(max(n, 0), len(zeros))]
	}
	s.at += n
	return s.data[s.at-n : s.at]
}

var zeros [16]byte

// begins skips the signature.
func (s *span) begins(signatures ...string) {
	for _, g := range signatures {
		if bytes.HasPrefix(s.data, []byte(g)) {
			s.at = len(g)
			return
		}
	}
	s.err = errEncoding
}

// png walks over chunks: u32 length, type, data, u32 checksum (PNG, third edition, 5.3).
func (s *span) png() {
	s.begins("\x89PNG\r\n\x1a\n")
	for s.err == nil {
		head := s.take(8)
		length := binary.BigEndian.Uint32(head)
		if length > 1<<31-1 { // the most that PNG allows; int may have 32 bits
			s.err = errEncoding
			return
		}
		s.take(int(length))
		s.take(4)
		if string(head[4:]) == "IEND" {
			return
		}
	}
}

// gif walks over blocks until the trailer (GIF89a, sections 17 to 27).
func (s *span) gif() {
	s.begins("GIF87a", "GIF89a")
	s.colors(s.take(7)[4])
	for s.err == nil {
		switch s.take(1)[0] {
		case 0x3b: // trailer
			return
		case 0x21: // an extension: its label, then blocks
			s.take(1)
		case 0x2c: // an image: its place, its colours, the size of its first code, then blocks
			s.colors(s.take(9)[8])
			s.take(1)
		default:
			if s.err == nil {
				s.err = errEncoding
			}
			return
		}
		for n := s.take(1)[0]; n != 0; n = s.take(1)[0] {
			s.take(int(n))
		}
	}
}

// colors skips a table of colours if the flags announce one.
func (s *span) colors(flags byte) {
	if flags&0x80 != 0 {
		s.take(3 << (flags&7 + 1)) // three bytes for each of 2 to 256 colours (GIF89a, 18 and 21)
	}
}

// jpeg walks over segments until the end of the image (ITU T.81, annex B).
func (s *span) jpeg() {
	s.begins("\xff\xd8")
	for s.err == nil {
		switch marker := s.marker(); {
		case marker == 0xd9: // end of image
			return
		case marker == 0x01 || marker >= 0xd0 && marker <= 0xd7: // these stand alone
		default:
			length := int(binary.BigEndian.Uint16(s.take(2))) // counts itself
			if s.err == nil && length < 2 {
				s.err = errEncoding
			}
			s.take(max(length, 2) - 2)
			if marker == 0xda { // start of scan: coded data follow
				s.scan()
			}
		}
	}
}

// marker returns the next marker, which any number of 0xff may precede.
func (s *span) marker() byte {
	b := s.take(1)[0]
	if s.err == nil && b != 0xff {
		s.err = errEncoding
	}
	for s.err == nil && b == 0xff {
		b = s.take(1)[0]
	}
	return b
}

// scan skips coded data: up to a 0xff that neither stands for itself (0xff00) nor begins
// a restart marker.
func (s *span) scan() {
	for s.err == nil {
		i := bytes.IndexByte(s.data[s.at:], 0xff)
		if i < 0 || s.at+i+1 >= len(s.data) {
			s.err = errShort
			return
		}
		s.at += i
		// RST0 to RST7 stand within the coded data.
		if next := s.data[s.at+1]; next != 0 && (next < 0xd0 || next > 0xd7) {
			return
		}
		s.at += 2
	}
}
