// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"io"
	"time"
)

// gifReader reads the blocks of a GIF (GIF89a specification) without decoding
// pixels. It is as lenient as browsers are: if data end early, the picture ends
// after its last complete header. image/gif is not: it refuses such a file
// whole, and one with a frame that reaches over the canvas, and has the pixels
// of all frames in memory at once.
type gifReader struct {
	size    image.Point // of the canvas; known with the first frame, which enlarges it
	palette []byte      // global, 3 bytes a colour; nil = none
	loops   int         // times to play, 0 = for ever; as read so far
	rest    []byte
	started bool // the first frame has been read
	ended   bool // by its trailer
}

// gifFrame is one image as the file describes it.
type gifFrame struct {
	rect        image.Rectangle // where it goes; may reach over the canvas
	palette     []byte
	interlaced  bool
	transparent int // palette index, -1 = none
	disposal    byte
	delay       time.Duration
	width       int    // bits of the smallest LZW code
	blocks      []byte // its data as sub-blocks
}

var errShortGIF = errors.New("gif: ends within its header")

func newGIF(data []byte) (*gifReader, error) {
	if len(data) < 13 || string(data[:6]) != "GIF87a" && string(data[:6]) != "GIF89a" {
		return nil, errShortGIF
	}
	g := &gifReader{size: point(data[6:]), loops: 1, rest: data[13:]}
	if flags := data[10]; flags&0x80 != 0 {
		if g.palette = g.take(3 << (1 + flags&7)); g.palette == nil {
			return nil, errShortGIF
		}
	}
	return g, nil
}

func point(b []byte) image.Point {
	return image.Pt(int(binary.LittleEndian.Uint16(b)), int(binary.LittleEndian.Uint16(b[2:])))
}

// take returns the next n bytes, nil if there are fewer.
func (g *gifReader) take(n int) []byte {
	if n > len(g.rest) {
		g.rest = nil
		return nil
	}
	b := g.rest[:n:n]
	g.rest = g.rest[n:]
	return b
}

// takeBlocks returns the sub-blocks up to their terminator, or up to the end of
// the data.
func (g *gifReader) takeBlocks() []byte {
	n := 0
	for n < len(g.rest) && g.rest[n] != 0 {
		n += 1 + int(g.rest[n])
	}
	return g.take(min(n+1, len(g.rest)))
}

// next returns the next frame, io.EOF after the last.
func (g *gifReader) next() (gifFrame, error) {
	f := gifFrame{transparent: -1, delay: gifDelay(0)}
	for {
		b := g.take(1)
		switch {
		case b == nil:
			return gifFrame{}, io.EOF
		case b[0] == 0x3B: // trailer
			g.ended = true
			return gifFrame{}, io.EOF
		case b[0] == 0x21:
			g.extension(&f)
		case b[0] == 0x2C:
			return f, g.image(&f)
		default:
			return gifFrame{}, io.EOF // browsers stop here as well
		}
	}
}

func (g *gifReader) extension(f *gifFrame) {
	label := g.take(1)
	b := g.takeBlocks()
	switch {
	case label == nil:
	case label[0] == 0xF9 && len(b) >= 5 && b[0] >= 4: // graphic control
		f.disposal = b[1] >> 2 & 7
		f.delay = gifDelay(binary.LittleEndian.Uint16(b[2:]))
		f.transparent = -1
		if b[1]&1 != 0 {
			f.transparent = int(b[4])
		}
	case label[0] == 0xFF && isLoop(b):
		g.loops = int(binary.LittleEndian.Uint16(b[14:]))
		if g.loops != 0 {
			g.loops++ // it counts the repetitions after the first pass
		}
	}
}

func isLoop(b []byte) bool {
	name := bytes.HasPrefix(b, []byte("\x0bNETSCAPE2.0")) || bytes.HasPrefix(b, []byte("\x0bANIMEXTS1.0"))
	return name && len(b) >= 16 && b[12] == 3 && b[13]&7 == 1
}

// gifDelay turns hundredths of a second into a duration; browsers show 0 and 1
// as a tenth of a second.
func gifDelay(hundredths uint16) time.Duration {
	if hundredths <= 1 {
		hundredths = 10
	}
	return time.Duration(hundredths) * 10 * time.Millisecond
}

// image reads an image descriptor, its palette and where its data are.
func (g *gifReader) image(f *gifFrame) error {
	d := g.take(9)
	if d == nil {
		return io.EOF
	}
	at := point(d)
	f.rect = image.Rectangle{at, at.Add(point(d[4:]))}
	f.palette, f.interlaced = g.palette, d[8]&0x40 != 0
	if d[8]&0x80 != 0 {
		if f.palette = g.take(3 << (1 + d[8]&7)); f.palette == nil {
			return io.EOF
		}
	}
	w := g.take(1)
	if w == nil {
		return io.EOF
	}
	f.width, f.blocks = int(w[0]), g.takeBlocks()
	if f.rect.Dx() > MaxSide || f.rect.Dy() > MaxSide {
		return checkSize(f.rect.Size())
	}
	if !g.started {
		g.size.X, g.size.Y = max(g.size.X, f.rect.Max.X), max(g.size.Y, f.rect.Max.Y)
		g.started = true
		return checkSize(g.size)
	}
	return nil
}
