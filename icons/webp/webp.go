// SPDX-License-Identifier: Apache-2.0

// Package webp reads pictures in WebP, still and animated, as servers of pixel art
// send them. golang.org/x/image/webp decodes a picture but knows no animation: this
// package takes the container apart (RIFF, RFC 9649 section 2), has each frame
// decoded and composites them. Lossless frames come out exactly as they went in.
package webp

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"time"

	"golang.org/x/image/webp"

	"github.com/ledpost/ledpost/icons"
)

// Limits of one picture, checked before anything is decoded.
const (
	MaxBytes  = 1 << 20 // of the file
	MaxSide   = 512     // pixels
	MaxFrames = 1024
	MaxPixels = 4 << 20 // of all frames together: 16 MiB

	// frameSlack is how much more than raw pixels the data of a frame may be: the
	// tables of a lossless frame cost the decoder up to 150 times their length.
	frameSlack = 16 << 10
)

var (
	errLarge  = fmt.Errorf("webp: larger than %d KiB", MaxBytes>>10)
	errFormat = errors.New("webp: not a WebP picture")
	errCut    = errors.New("webp: the file ends early")
)

// Decode returns all frames of data as they are seen, premultiplied and at
// their own size. An animation that plays n times has Loops n. Any goroutine
// may call it. Broken data and data beyond the limits are errors.
func Decode(data []byte) (*icons.Icon, error) {
	if len(data) > MaxBytes {
		return nil, errLarge
	}
	f, err := parse(data)
	if err != nil {
		return nil, err
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	out := &icons.Icon{Loops: f.loops}
	canvas := image.NewRGBA(image.Rectangle{Max: f.size})
	for i, p := range f.pieces {
		m, err := p.decode()
		if err != nil {
			return nil, fmt.Errorf("webp: frame %d: %w", i, err)
		}
		op := draw.Src
		if p.blend {
			op = draw.Over
		}
		draw.Draw(canvas, p.at, m, m.Bounds().Min, op)
		out.Frames = append(out.Frames, icons.Frame{Image: clone(canvas), Delay: p.delay})
		if p.dispose {
			draw.Draw(canvas, p.at, image.Transparent, image.Point{}, draw.Src)
		}
	}
	return out, nil
}

// Cost returns the bytes of memory that Decode takes for data at most, or its error. It
// decodes no pixel.
func Cost(data []byte) (int64, error) {
	if len(data) > MaxBytes {
		return 0, errLarge
	}
	f, err := parse(data)
	if err != nil {
		return 0, err
	}
	const canvas, piece = 1, 2 // pictures of the size of a frame: the canvas, and the frame and the tables of its decoder
	return 4 * int64(f.size.X*f.size.Y) * int64(len(f.pieces)+canvas+piece), f.check()
}

// piece is the picture of one frame, still encoded.
type piece struct {
	at             image.Rectangle // within the canvas
	delay          time.Duration
	blend, dispose bool   // over the picture before; to clear afterwards
	alpha, data    []byte // chunks with their headers; alpha of a lossy frame, or nil
}

// check checks p against the limits and decodes no pixel.
func (p *piece) check() error {
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

func (p *piece) decode() (image.Image, error) { return webp.Decode(bytes.NewReader(p.file())) }

func clone(m *image.RGBA) *image.RGBA {
	c := *m
	c.Pix = bytes.Clone(m.Pix)
	return &c
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
