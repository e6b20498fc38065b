// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
	"os"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/picture"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/render"
)

// pngHead is how every PNG begins.
const pngHead = "\x89PNG\r\n\x1a\n"

// picture returns the picture that is expected: a PNG, or what the notification shows at the
// requested time.
func (f *expectFlags) picture(
	ctx context.Context, std command.Streams, size image.Point, kind hw.Kind,
) (*image.RGBA, error) {
	text, err := f.read(std.In)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(text, []byte(pngHead)) {
		if f.at != 0 {
			return nil, command.Usagef("--at is for a notification, not for a picture")
		}
		m, err := ownSize(text, size)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.expect, err)
		}
		return m, nil
	}
	n, err := wire.ParseNotification(text)
	if err != nil && f.expect != "-" {
		err = fmt.Errorf("%s: %w", f.expect, err)
	}
	if err != nil {
		return nil, err
	}
	p, err := picture.Painter(ctx, f.Flags, n, size, kind)
	if err != nil {
		return nil, err
	}
	m := image.NewRGBA(image.Rectangle{Max: size})
	render.Clear(m)
	p.Picture(&n).Draw(m, image.Point{}, f.at)
	return m, nil
}

// read returns what is expected, from its file or in.
func (f *expectFlags) read(in io.Reader) ([]byte, error) {
	if f.expect == "-" {
		return bounded.Read(in, wire.MaxBody)
	}
	file, err := os.Open(f.expect)
	if err != nil {
		return nil, err
	}
	defer file.Close() // it was only read
	return bounded.Read(file, wire.MaxBody)
}

// ownSize reads a PNG in the size of the panel, over black.
func ownSize(text []byte, size image.Point) (*image.RGBA, error) {
	head, err := png.DecodeConfig(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	if got := image.Pt(head.Width, head.Height); got != size {
		return nil, fmt.Errorf("the picture has %d×%d pixels, the panel %d×%d", got.X, got.Y, size.X, size.Y)
	}
	picture, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	m := image.NewRGBA(image.Rectangle{Max: size})
	render.Clear(m)
	draw.Draw(m, m.Rect, picture, picture.Bounds().Min, draw.Over)
	return m, nil
}
