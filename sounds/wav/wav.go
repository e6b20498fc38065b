// SPDX-License-Identifier: Apache-2.0

// Package wav reads and writes RIFF WAVE files of linear PCM and 32-bit float
// (Multimedia Programming Interface and Data Specifications 1.0, 1991;
// WAVEFORMATEXTENSIBLE: Microsoft, Multiple Channel Audio Data and WAVE Files).
package wav

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// MaxData is the most sample data a file can hold: sizes have 32 bits.
const MaxData = 1<<32 - 1 - 50

// ErrFull is returned when a file would grow above MaxData.
var ErrFull = errors.New("wav: the file is full: at most 4 GiB")

// Format is how the samples of a file are stored.
type Format struct {
	Rate     int  // frames a second, 1 to 768000
	Channels int  // 1 to 32
	Bits     int  // a sample: 8 (unsigned), 16, 24, 32
	Float    bool // IEEE 754 with 32 bits
}

// Frame returns the bytes of one sample of every channel.
func (f Format) Frame() int { return f.Channels * f.Bits / 8 }

const (
	tagPCM        = 1
	tagFloat      = 3
	tagExtensible = 0xFFFE
)

func (f Format) check() error {
	switch {
	case f.Rate < 1 || f.Rate > 768000:
		return fmt.Errorf("wav: rate %d, want 1 to 768000", f.Rate)
	case f.Channels < 1 || f.Channels > 32:
		return fmt.Errorf("wav: %d channels, want 1 to 32", f.Channels)
	case f.Float && f.Bits != 32:
		return fmt.Errorf("wav: float of %d bits, want 32", f.Bits)
	case f.Bits != 8 && f.Bits != 16 && f.Bits != 24 && f.Bits != 32:
		return fmt.Errorf("wav: samples of %d bits, want 8, 16, 24 or 32", f.Bits)
	}
	return nil
}

// HeaderSize is the length of what Header returns, floatHeaderSize with Float.
const (
	HeaderSize      = 44
	floatHeaderSize = 58
)

// headerSize is the length of Header.
func (f Format) headerSize() int {
	if f.Float {
		return floatHeaderSize
	}
	return HeaderSize
}

// Header returns the start of a file whose data chunk holds size bytes. A
// format other than PCM has an empty format extension and a fact chunk with the
// number of frames (New Multimedia Data Types and Data Techniques 3.0, 1994).
func Header(f Format, size uint32) []byte {
	tag, format := uint16(tagPCM), uint32(16)
	if f.Float {
		tag, format = tagFloat, 18
	}
	le := binary.LittleEndian
	h := make([]byte, 0, f.headerSize())
	h = le.AppendUint32(append(h, "RIFF"...), size+uint32(f.headerSize())-8)
	h = le.AppendUint32(append(h, "WAVEfmt "...), format)
	h = le.AppendUint16(h, tag)
	h = le.AppendUint16(h, uint16(f.Channels))
	h = le.AppendUint32(h, uint32(f.Rate))
	h = le.AppendUint32(h, uint32(f.Rate*f.Frame()))
	h = le.AppendUint16(h, uint16(f.Frame()))
	h = le.AppendUint16(h, uint16(f.Bits))
	if f.Float {
		h = le.AppendUint16(h, 0)
		h = le.AppendUint32(append(h, "fact"...), 4)
		h = le.AppendUint32(h, size/uint32(f.Frame()))
	}
	return le.AppendUint32(append(h, "data"...), size)
}
