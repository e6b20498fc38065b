// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
)

// Limits of one picture from outside. They are checked from the headers,
// before any pixel is allocated.
const (
	MaxBytes  = 256 << 10 // of the file
	MaxSide   = 1024      // pixels, width and height
	MaxFrames = 512       // of a GIF
)

var errTooLong = fmt.Errorf("larger than %d KiB", MaxBytes>>10)

var errNoFrame = errors.New("gif: no frame")

// isCut reports whether err of inspect may be due to data that end early.
func isCut(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, errShortGIF) || errors.Is(err, errNoFrame)
}

// errFormat is returned for anything other than PNG and GIF.
var errFormat = errors.New("neither PNG nor GIF")

// Check reports whether data is a PNG or a GIF within MaxBytes, MaxSide and
// MaxFrames whose headers can be read. It decodes no pixel.
func Check(data []byte) error {
	_, err := inspect(data)
	return err
}

// facts are what the headers of a picture say.
type facts struct {
	ext    string // "png" or "gif"
	size   image.Point
	frames int
	ended  bool // there is nothing more to come; of a PNG only decoding it shows
	work   int  // what decoding it all costs, in pixels of a GIF
	deep   bool // a PNG of 16 bits a channel
}

// Info is what the headers of a picture say.
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

// bytes returns what decoding takes. A pixel of a GIF is on the canvas, in what was there
// before, and an index; one of a PNG is as it was in the file, interlaced twice, and on the canvas.
func (f *facts) bytes() int64 {
	each := 2*4 + 4
	switch {
	case f.ext == "gif":
		each = 4 + 4 + 1
	case f.deep:
		each = 2*8 + 4
	}
	return int64(each * f.size.X * f.size.Y)
}

// What decoding costs, in pixels of a GIF.
const (
	frameWork = 256 // a frame more
	pngWork   = 4   // a pixel of a PNG, at worst: 16 bits a channel, interlaced
)

func inspect(data []byte) (facts, error) {
	switch {
	case len(data) > MaxBytes:
		return facts{}, errTooLong
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return inspectPNG(data)
	case bytes.HasPrefix(data, []byte("GIF8")):
		return inspectGIF(data)
	}
	return facts{}, errFormat
}

func inspectPNG(data []byte) (facts, error) {
	c, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return facts{}, err
	}
	f := facts{ext: "png", size: image.Pt(c.Width, c.Height), frames: 1, ended: true,
		work: c.Width*c.Height*pngWork + frameWork}
	switch c.ColorModel {
	case color.Gray16Model, color.RGBA64Model, color.NRGBA64Model:
		f.deep = true
	}
	return f, checkSize(f.size)
}

func inspectGIF(data []byte) (facts, error) {
	g, err := newGIF(data)
	if err != nil {
		return facts{}, err
	}
	f := facts{ext: "gif"}
	for {
		frame, err := g.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return facts{}, err
		}
		if f.frames++; f.frames > MaxFrames {
			return facts{}, fmt.Errorf("gif: more than %d frames", MaxFrames)
		}
		r := frame.rect.Intersect(image.Rectangle{Max: g.size})
		f.work += r.Dx()*r.Dy() + frameWork
	}
	if f.frames == 0 {
		return facts{}, errNoFrame
	}
	f.size, f.ended = g.size, g.ended
	return f, nil
}

func checkSize(p image.Point) error {
	if p.X < 1 || p.Y < 1 || p.X > MaxSide || p.Y > MaxSide {
		return fmt.Errorf("%d×%d pixels, want 1 to %d each way", p.X, p.Y, MaxSide)
	}
	return nil
}
