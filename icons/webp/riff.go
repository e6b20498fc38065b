// SPDX-License-Identifier: Apache-2.0

package webp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"time"
)

// file is the content of the container, in its order.
type file struct {
	size   image.Point // of the canvas, pixels
	loops  int         // 0 = for ever
	pieces []piece     // each checked
	cut    bool        // the file ends early, or with a broken frame
}

// chunk is a piece of RIFF: a name, a length and so many bytes.
type chunk struct {
	name  string
	body  []byte
	whole []byte // with name and length, and padding if there is any
}

// next returns the first chunk of b and the rest.
func next(b []byte) (c chunk, rest []byte, err error) {
	if len(b) < 8 {
		return c, nil, ErrCut
	}
	n := int64(binary.LittleEndian.Uint32(b[4:]))
	if n > int64(len(b)-8) {
		return c, nil, ErrCut
	}
	end := 8 + int(n)
	padded := min(end+end%2, len(b)) // some writers leave out the last one's padding
	return chunk{string(b[:4]), b[8:end], b[:padded]}, b[padded:], nil
}

// parse reads the container and checks every frame. It copies nothing.
func parse(data []byte) (f file, err error) {
	if !Begins(data) {
		return f, errFormat
	}
	n := int64(binary.LittleEndian.Uint32(data[4:])) + 8
	f.cut = n > int64(len(data))
	var still piece
	for rest := data[12:max(12, min(n, int64(len(data))))]; len(rest) >= 8; {
		var c chunk
		if c, rest, err = next(rest); err == nil {
			err = f.take(c, &still)
		}
		if err == ErrCut || err != nil && len(f.pieces) > 0 {
			f.cut = true
			break
		}
		if err != nil {
			return f, err
		}
	}
	if len(f.pieces) > 0 {
		return f, nil
	}
	return f.still(still)
}

// take reads a chunk: of f, of a frame, or of the still picture.
func (f *file) take(c chunk, still *piece) error {
	switch c.name {
	case "VP8X": // flags, 3 reserved, width and height less one
		if len(c.body) < 10 {
			return ErrCut
		}
		f.size = image.Pt(1+uint24(c.body[4:]), 1+uint24(c.body[7:]))
	case "ANIM": // background colour, which viewers leave clear, and loops
		if len(c.body) < 6 {
			return ErrCut
		}
		f.loops = int(binary.LittleEndian.Uint16(c.body[4:]))
	case "ANMF":
		p, err := parseFrame(c.body)
		if err == nil {
			err = p.check(f.size)
		}
		if err == ErrCut {
			return err
		}
		if err != nil {
			return fmt.Errorf("webp: frame %d: %w", len(f.pieces), err)
		}
		f.pieces = append(f.pieces, p)
	default:
		still.take(c)
	}
	return nil
}

// still returns f with p as its only picture, whose header has the size.
func (f file) still(p piece) (file, error) {
	if p.data == nil && f.cut {
		return f, ErrCut
	}
	if p.data == nil {
		return f, errFormat
	}
	size, err := sizeOf(p)
	if err != nil {
		return f, err
	}
	f.size, f.loops, p.at = size, 0, image.Rectangle{Max: size}
	f.pieces = []piece{p}
	if err := p.check(size); err != nil {
		return f, fmt.Errorf("webp: %w", err)
	}
	return f, nil
}

// parseFrame reads the body of ANMF: x/2, y/2, width and height less one, ms, flags,
// and the chunks of the picture.
func parseFrame(b []byte) (p piece, err error) {
	const header = 16
	if len(b) < header {
		return p, ErrCut
	}
	at := image.Pt(2*uint24(b), 2*uint24(b[3:]))
	p.at = image.Rectangle{at, at.Add(image.Pt(1+uint24(b[6:]), 1+uint24(b[9:])))}
	if p.delay = time.Duration(uint24(b[12:])) * time.Millisecond; p.delay == 0 {
		p.delay = unsaid
	}
	p.blend, p.dispose = b[15]&2 == 0, b[15]&1 != 0
	for rest := b[header:]; len(rest) >= 8; {
		var c chunk
		if c, rest, err = next(rest); err != nil {
			return p, err
		}
		p.take(c)
	}
	if p.data == nil {
		return p, errors.New("it has no picture")
	}
	return p, nil
}

// take keeps a chunk that belongs to a picture; the first of each kind counts.
func (p *piece) take(c chunk) {
	switch {
	case c.name == "ALPH" && p.alpha == nil:
		p.alpha = c.whole
	case (c.name == "VP8 " || c.name == "VP8L") && p.data == nil:
		p.data = c.whole
	}
}

// file is the picture as a separate file, which the decoder wants.
func (p *piece) file() []byte {
	var body []byte
	if p.alpha != nil && string(p.data[:4]) == "VP8 " {
		const alphaFlag = 0x10
		head := make([]byte, 18)
		copy(head, "VP8X")
		head[4], head[8] = 10, alphaFlag
		putUint24(head[12:], p.at.Dx()-1)
		putUint24(head[15:], p.at.Dy()-1)
		body = append(head, pad(p.alpha)...)
	}
	body = append(body, pad(p.data)...)
	out := make([]byte, 12, 12+len(body))
	copy(out, "RIFF")
	binary.LittleEndian.PutUint32(out[4:], uint32(4+len(body)))
	copy(out[8:], "WEBP")
	return append(out, body...)
}

// pad is b with an even length.
func pad(b []byte) []byte {
	if len(b)%2 != 0 {
		return append(b[:len(b):len(b)], 0)
	}
	return b
}

func uint24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

func putUint24(b []byte, v int) { b[0], b[1], b[2] = byte(v), byte(v>>8), byte(v>>16) }
