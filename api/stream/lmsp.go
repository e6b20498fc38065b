// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"github.com/ledpost/ledpost/internal/scans"
)

// Encodings of areas in LMSP.
const (
	encodingRaw = iota // RGB888
	encodingPNG
	encodingJPEG
	encodingGIF
)

// A SessionID identifies one LMSP stream. Whoever knows it may send pixels.
type SessionID [16]byte

// lmsp is one packet (docs/api.md, Streaming). Little endian: "lmsp", u16
// version, 16 bytes session, u8 encoding, u8 reserved, u8 number of areas, u8
// reserved, then the areas: u16 x, y, width, height, length, and the data.
type lmsp struct {
	session  SessionID
	encoding uint8
	areas    int
	rest     []byte
}

const (
	lmspHeader = 26
	lmspArea   = 10
)

// parseLMSP reads the header. The reserved bytes may have any value, because
// senders do not set them to 0.
func parseLMSP(packet []byte) (p lmsp, err error) {
	if !bytes.HasPrefix(packet, []byte("lmsp")) {
		return p, errForeign
	}
	if len(packet) < lmspHeader {
		return p, errShort
	}
	if binary.LittleEndian.Uint16(packet[4:]) != 1 {
		return p, errForeign
	}
	// Offsets of the header: 4 version, 6 session, 22 encoding, 24 number of areas.
	p = lmsp{encoding: packet[22], areas: int(packet[24]), rest: packet[lmspHeader:]}
	copy(p.session[:], packet[6:])
	if p.encoding > encodingGIF || p.areas == 0 {
		return p, errForeign
	}
	return p, nil
}

// next reads the next area of the packet. The data of a raw area has the length
// that its size requires. A picture ends where its own format says, because
// senders write the length of the raw pixels in the length field; the last one may
// have all that is left.
func (p *lmsp) next() (r image.Rectangle, data []byte, err error) {
	if len(p.rest) < lmspArea {
		return r, nil, errShort
	}
	field := func(i int) int { return int(binary.LittleEndian.Uint16(p.rest[2*i:])) }
	r = image.Rect(field(0), field(1), field(0)+field(2), field(1)+field(3))
	length := field(4)
	p.rest = p.rest[lmspArea:]
	p.areas--
	if p.encoding == encodingRaw {
		if need := 3 * r.Dx() * r.Dy(); length < need || len(p.rest) < need {
			return r, nil, errShort
		}
	}
	// With no area left, bytes after this one are ignored.
	end := min(length, len(p.rest))
	switch {
	case p.encoding == encodingRaw:
	case p.areas == 0:
		end = len(p.rest)
	default:
		if end, err = extent(p.encoding, p.rest); err != nil {
			return r, nil, err
		}
	}
	data, p.rest = p.rest[:end], p.rest[end:]
	return r, data, nil
}

// check returns an error if an area is invalid for a canvas of bounds.
func (p lmsp) check(bounds image.Rectangle) error {
	for p.areas > 0 {
		r, data, err := p.next()
		if err != nil {
			return err
		}
		if r.Empty() || !r.In(bounds) {
			return errOutside
		}
		if err := checkPicture(p.encoding, data, r.Size()); err != nil {
			return err
		}
	}
	return nil
}

// draw draws the areas, which have been checked, on c. It stops at the first
// picture whose data after the header is broken.
func (p lmsp) draw(c canvas) error {
	for p.areas > 0 {
		r, data, err := p.next()
		if err == nil && p.encoding == encodingRaw {
			c.rgb(r, data)
		} else if err == nil {
			err = c.picture(p.encoding, r, data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// codecs read the encodings other than raw.
var codecs = [...]struct {
	head    func(io.Reader) (image.Config, error)
	picture func(io.Reader) (image.Image, error)
}{
	encodingPNG: {png.DecodeConfig, png.Decode}, encodingJPEG: {jpeg.DecodeConfig, jpeg.Decode},
	encodingGIF: {gif.DecodeConfig, gif.Decode},
}

// checkPicture reads the header of an encoded area before any memory is
// allocated for it: the picture must have the size of the area. Raw areas pass.
func checkPicture(encoding uint8, data []byte, size image.Point) error {
	if encoding == encodingRaw {
		return nil
	}
	head, err := codecs[encoding].head(bytes.NewReader(data))
	if err != nil {
		return errEncoding
	}
	if head.Width != size.X || head.Height != size.Y {
		return errOutside
	}
	if encoding == encodingJPEG && scans.In(data) > scans.Most { // each may cost as much as the picture
		return errEncoding
	}
	return nil
}

// picture decodes an area, only the first frame of a GIF, and draws it into r.
func (c canvas) picture(encoding uint8, r image.Rectangle, data []byte) error {
	m, err := codecs[encoding].picture(bytes.NewReader(data))
	if err != nil {
		return errEncoding
	}
	draw.Draw(c.RGBA, r, image.Black, image.Point{}, draw.Src)
	draw.Draw(c.RGBA, r, m, m.Bounds().Min, draw.Over)
	return nil
}
