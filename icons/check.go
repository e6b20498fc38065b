// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"errors"
	"fmt"
	"image"
	"io"
)

// Limits of one picture from outside. They are checked from the headers,
// before any pixel is allocated.
const (
	MaxBytes  = 256 << 10 // of the file
	MaxSide   = 1024      // pixels, width and height
	MaxFrames = 512
)

// MaxSent is how many pixels of a data URI are decoded, of all frames together: of an animation with more, the first
// frames show, at least one. A Mi takes up to 40 ms of an x86 server.
const MaxSent = 1 << 20

// limit is the error of a picture that is beyond one of them, and names it.
type limit string

func (l limit) Error() string { return string(l) }

var errTooLong = limit(fmt.Sprintf("larger than %d KiB", MaxBytes>>10))

var errNoFrame = errors.New("gif: no frame")

// isCut reports whether err of inspect may be due to data that end early.
func isCut(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, errShortGIF) || errors.Is(err, errNoFrame)
}

// Check reports whether data is a PNG, GIF, JPEG or WebP within MaxBytes, MaxSide and
// MaxFrames whose headers can be read. It decodes no pixel.
func Check(data []byte) error {
	_, err := inspect(data)
	return err
}

// facts are what the headers of a picture say.
type facts struct {
	ext    string // of its kind
	size   image.Point
	frames int
	ended  bool // there is nothing more to come; of a still picture only decoding it shows
	work   int  // what decoding it all costs, in pixels of a GIF
	first  int  // frames that have MaxSent pixels together, at least one
	dear   int  // how many pixels of a GIF one of these costs; 0 = 1
	pixels int  // of these frames, as they cost
	each   int  // bytes of memory that a pixel takes at most while it is decoded
}

// Info comes from the headers of a picture.
type Info struct {
	Size   image.Point // pixels
	Frames int
	Bytes  int64 // of memory that it takes at most while it is decoded, one frame after the other
}

// Inspect is Check that also says what it has read.
func Inspect(data []byte) (Info, error) {
	f, err := inspect(data)
	return Info{f.size, f.frames, f.bytes()}, err
}

// bytes returns what decoding takes.
func (f *facts) bytes() int64 { return int64(f.each * f.size.X * f.size.Y) }

// frameWork is what a frame costs beside its pixels, in pixels of a GIF.
const frameWork = 256

// inspect is look within MaxBytes and MaxFrames.
func inspect(data []byte) (facts, error) {
	if len(data) > MaxBytes {
		return facts{}, errTooLong
	}
	f, err := look(data)
	if area := f.size.X * f.size.Y; err == nil && f.first == 0 { // all frames have one size
		f.first = max(1, min(f.frames, MaxSent/area))
		f.pixels = f.first * area * max(1, f.dear)
	}
	if err == nil && f.frames > MaxFrames {
		err = limit(fmt.Sprintf("more than %d frames", MaxFrames))
	}
	return f, err
}

func inspectGIF(data []byte) (facts, error) {
	g, err := newGIF(data)
	if err != nil {
		return facts{}, err
	}
	f := facts{each: 4 + 4 + 1} // the canvas, what was there before, and an index
	for {
		frame, err := g.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return facts{}, err
		}
		f.frames++
		r := frame.rect.Intersect(image.Rectangle{Max: g.size})
		f.work += r.Dx()*r.Dy() + frameWork
		f.count(r.Dx() * r.Dy())
	}
	if f.frames == 0 {
		return facts{}, errNoFrame
	}
	f.size, f.ended = g.size, g.ended
	return f, nil
}

// count adds the next frame, of so many pixels, to those that are decoded of a data URI.
func (f *facts) count(pixels int) {
	if f.first == 0 || f.first == f.frames-1 && f.pixels+pixels <= MaxSent {
		f.first, f.pixels = f.first+1, f.pixels+pixels
	}
}

func checkSize(p image.Point) error {
	if p.X < 1 || p.Y < 1 || p.X > MaxSide || p.Y > MaxSide {
		return limit(fmt.Sprintf("%d×%d pixels, want 1 to %d each way", p.X, p.Y, MaxSide))
	}
	return nil
}
