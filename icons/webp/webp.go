// SPDX-License-Identifier: Apache-2.0

// Package webp reads pictures in WebP, still and animated, as servers of pixel art
// send them. golang.org/x/image decodes the data of one frame but knows no animation
// and leaves lossy frames in the colours of video: this package takes the container
// apart (RIFF, RFC 9649 section 2), has each frame decoded, turns lossy ones into red,
// green and blue, and composites them. Lossless frames come out exactly as they went in.
package webp

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"time"

	"golang.org/x/image/webp"
)

const (
	// frameSlack is how much more than raw pixels the data of a frame may be: the
	// tables of a lossless frame cost the decoder up to 150 times their length.
	frameSlack = 16 << 10

	// unsaid is how long a frame stands that names no time, as in browsers.
	unsaid = 100 * time.Millisecond
)

var (
	errFormat = errors.New("webp: not a WebP picture")

	// ErrCut is returned for a file that ends before its first frame does.
	ErrCut = errors.New("webp: the file ends early")
)

// Info comes from the headers of a picture.
type Info struct {
	Size   image.Point // pixels
	Frames int         // at least 1
	Whole  bool        // the file does not end early, nor before a broken frame
}

// Begins reports whether data begin as a WebP does.
func Begins(data []byte) bool {
	return len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP"
}

// Inspect reads the headers of all frames and decodes no pixel. A file that ends early has the
// frames that came whole; ErrCut if none did. Any goroutine may call it.
func Inspect(data []byte) (Info, error) {
	f, err := parse(data)
	return Info{f.size, len(f.pieces), !f.cut}, err
}

// Frame is one picture as it is seen.
type Frame struct {
	Image   *image.RGBA     // premultiplied; valid during the call
	Changed image.Rectangle // since the frame before
	Delay   time.Duration   // 0 in a still picture
}

// Walk calls visit with each frame in turn and returns how often to play them (0 = for
// ever). It ends before a frame with broken data, unless that is the first. An error of visit
// ends it and is returned as it is. Any goroutine may call it.
func Walk(data []byte, visit func(Frame) error) (loops int, err error) {
	f, err := parse(data)
	if err != nil {
		return 0, err
	}
	canvas := image.NewRGBA(image.Rectangle{Max: f.size})
	var cleared image.Rectangle
	for i, p := range f.pieces {
		m, err := p.decode()
		if err != nil && i > 0 {
			break
		}
		if err != nil {
			return 0, fmt.Errorf("webp: frame %d: %w", i, err)
		}
		op := draw.Src
		if p.blend {
			op = draw.Over
		}
		draw.Draw(canvas, p.at, m, m.Bounds().Min, op)
		if err := visit(Frame{canvas, cleared.Union(p.at), p.delay}); err != nil {
			return 0, err
		}
		if cleared = (image.Rectangle{}); p.dispose {
			cleared = p.at
			draw.Draw(canvas, p.at, image.Transparent, image.Point{}, draw.Src)
		}
	}
	return f.loops, nil
}

// piece is the picture of one frame, still encoded.
type piece struct {
	at             image.Rectangle // within the canvas
	delay          time.Duration
	blend, dispose bool   // over the picture before; to clear afterwards
	alpha, data    []byte // chunks with their headers; alpha of a lossy frame, or nil
}

// check checks p, which belongs within size, and decodes no pixel.
func (p *piece) check(size image.Point) error {
	if !p.at.In(image.Rectangle{Max: size}) {
		return errors.New("it lies outside the picture")
	}
	if len(p.data)+len(p.alpha) > 4*p.at.Dx()*p.at.Dy()+frameSlack {
		return fmt.Errorf("%d bytes are too many for %v pixels", len(p.data)+len(p.alpha), p.at.Size())
	}
	cfg, err := webp.DecodeConfig(bytes.NewReader(p.file()))
	if err != nil {
		return err
	}
	if s := p.at.Size(); cfg.Width != s.X || cfg.Height != s.Y {
		return fmt.Errorf("a picture of %d×%d in a frame of %d×%d", cfg.Width, cfg.Height, s.X, s.Y)
	}
	return nil
}

func (p *piece) decode() (image.Image, error) {
	m, err := webp.Decode(bytes.NewReader(p.file()))
	switch m := m.(type) {
	case *image.YCbCr:
		return colours(m, nil, 0), err
	case *image.NYCbCrA:
		return colours(&m.YCbCr, m.A, m.AStride), err
	}
	return m, err
}

// sizeOf reads the size of a still picture from its header.
func sizeOf(p piece) (image.Point, error) {
	p.alpha = nil // its chunk needs the size
	cfg, err := webp.DecodeConfig(bytes.NewReader(p.file()))
	if err != nil {
		return image.Point{}, fmt.Errorf("webp: %w", err)
	}
	return image.Pt(cfg.Width, cfg.Height), nil
}
