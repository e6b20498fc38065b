// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"io"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/icons/webp"
	"github.com/ledpost/ledpost/internal/exif"
	"github.com/ledpost/ledpost/internal/scans"
)

// visitor is called with a frame, and what changed since the frame before.
type visitor func(f Frame, changed image.Rectangle) error

// kind is a kind of picture that can be read.
type kind struct {
	ext     string // of its files, and its media type: image/ext
	begins  func(data []byte) bool
	inspect func(data []byte) (facts, error)
	walk    func(data []byte, visit visitor) (loops int, err error) // as Walk
}

var kinds = [...]kind{
	{"png", prefix("\x89PNG\r\n\x1a\n"), inspectPNG, walkPNG},
	{"gif", prefix("GIF8"), inspectGIF, walkGIF},
	{"jpeg", prefix("\xff\xd8\xff"), inspectJPEG, walkJPEG},
	{"webp", webp.Begins, inspectWebP, walkWebP},
}

// errFormat is returned for data of no such kind.
var errFormat = errors.New("neither PNG, GIF, JPEG nor WebP")

func prefix(s string) func([]byte) bool {
	return func(data []byte) bool { return bytes.HasPrefix(data, []byte(s)) }
}

// kindOf returns the kind of data; nil if it is unknown.
func kindOf(data []byte) *kind {
	for i := range kinds {
		if kinds[i].begins(data) {
			return &kinds[i]
		}
	}
	return nil
}

// IsPicture reports whether a file with this extension, with its dot, is a picture.
func IsPicture(ext string) bool {
	ext = strings.ToLower(ext)
	return ext == ".jpg" || slices.ContainsFunc(kinds[:], func(k kind) bool { return ext == "."+k.ext })
}

// look reads the headers of a picture of any length and number of frames.
func look(data []byte) (facts, error) {
	k := kindOf(data)
	if k == nil {
		return facts{}, errFormat
	}
	f, err := k.inspect(data)
	if err == nil {
		err = checkSize(f.size)
	}
	f.ext = k.ext
	return f, err
}

// walk is Walk for a picture of any length, that also tells what changed.
func walk(data []byte, visit visitor) (loops int, err error) {
	if _, err := look(data); err != nil {
		return 0, fmt.Errorf("icons: %w", err)
	}
	return kindOf(data).walk(data, visit)
}

// single passes the only frame of a picture on.
func single(m image.Image, err error, visit visitor) error {
	if err != nil {
		return fmt.Errorf("icons: %w", err)
	}
	rgba := image.NewRGBA(image.Rectangle{Max: m.Bounds().Size()})
	draw.Draw(rgba, rgba.Rect, m, m.Bounds().Min, draw.Src)
	return visit(Frame{Image: rgba}, rgba.Rect)
}

func inspectJPEG(data []byte) (facts, error) {
	c, err := jpeg.DecodeConfig(bytes.NewReader(data))
	const each = 4*4 + 4 + 4 // the coefficients of four channels, what they mean, and the frame
	n := scans.In(data)
	if err == nil && n > scans.Most {
		err = errScans
	}
	dear := 1
	if n > plainScans {
		dear = 2
	}
	size := image.Pt(c.Width, c.Height)
	return facts{size: exif.Size(size, exif.Orientation(data)), frames: 1, ended: true, each: each, dear: dear,
		work: 4*dear*size.X*size.Y + frameWork}, err
}

// plainScans is how many scans libjpeg writes into a progressive JPEG (jpeg_simple_progression). Within it each pixel
// takes no more time than one of a GIF, and up to scans.Most at most twice as much.
const plainScans = 10

var errScans = limit(fmt.Sprintf("more than %d scans", scans.Most))

func walkJPEG(data []byte, visit visitor) (int, error) {
	m, err := jpeg.Decode(bytes.NewReader(data))
	if err == nil {
		m = exif.Stand(m, exif.Orientation(data)) // as phones write their photographs
	}
	return 0, single(m, err, visit)
}

func inspectWebP(data []byte) (facts, error) {
	f, err := webp.Inspect(data)
	if err == webp.ErrCut {
		err = io.ErrUnexpectedEOF
	}
	const each = 4 + 4 + 2*4 // the canvas, the frame, and the tables of its decoder
	dear := 1
	if bytes.Contains(data, []byte("VP8 ")) { // a lossy frame (RFC 9649, 2.5)
		dear = 2
	}
	return facts{size: f.Size, frames: f.Frames, ended: f.Whole, each: each, dear: dear,
		work: f.Frames * (4*f.Size.X*f.Size.Y + frameWork)}, err
}

func walkWebP(data []byte, visit visitor) (int, error) {
	return webp.Walk(data, func(f webp.Frame) error { return visit(Frame{f.Image, f.Delay}, f.Changed) })
}
