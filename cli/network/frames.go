// SPDX-License-Identifier: Apache-2.0

package network

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	xdraw "golang.org/x/image/draw"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/bounded"
)

// stillFor is how long a picture with a single frame is sent.
const stillFor = 10 * time.Second

// maxPicture bounds the size in bytes of a GIF or PNG, which is read into
// memory.
const maxPicture = 32 << 20

// frames calls show with each frame of path, scaled to the panel, and how long
// the frame is shown. path is a GIF or PNG, raw RGB888 frames on standard
// input, or any file that ffmpeg can read.
func (c *sendCmd) frames(ctx context.Context, std command.Streams, path string, size image.Point,
	show func(*image.RGBA, time.Duration) error) error {
	stands := time.Duration(float64(time.Second) / c.fps)
	switch strings.ToLower(filepath.Ext(path)) {
	case ".gif", ".png":
		return pictureFrames(path, size, show)
	}
	if path == "-" {
		return rawFrames(std.In, size, stands, show)
	}
	return c.videoFrames(ctx, path, size, stands, show)
}

func pictureFrames(path string, size image.Point, show func(*image.RGBA, time.Duration) error) error {
	data, err := bounded.ReadFile(path, maxPicture)
	if err != nil {
		return err
	}
	_, err = icons.Walk(data, func(frame icons.Frame) error {
		stands := frame.Delay
		if stands == 0 {
			stands = stillFor
		}
		return show(scaled(frame.Image, size), stands)
	})
	return err
}

// scaled returns m scaled to the size of the panel, with its proportions kept,
// on black.
func scaled(m *image.RGBA, size image.Point) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(out, out.Rect, image.Black, image.Point{}, draw.Src)
	w, h := size.X, m.Rect.Dy()*size.X/m.Rect.Dx()
	if h > size.Y {
		w, h = m.Rect.Dx()*size.Y/m.Rect.Dy(), size.Y
	}
	at := image.Rect(0, 0, max(w, 1), max(h, 1)).Add(image.Pt((size.X-w)/2, (size.Y-h)/2))
	if at.Size() == m.Rect.Size() {
		draw.Draw(out, at, m, m.Rect.Min, draw.Over)
	} else {
		xdraw.CatmullRom.Scale(out, at, m, m.Rect, draw.Over, nil)
	}
	return out
}

// rawFrames reads frames of width times height RGB888 pixels until in ends.
func rawFrames(in io.Reader, size image.Point, stands time.Duration, show func(*image.RGBA, time.Duration) error) error {
	pixels := make([]byte, 3*size.X*size.Y)
	m := image.NewRGBA(image.Rectangle{Max: size})
	for {
		switch _, err := io.ReadFull(in, pixels); {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return fmt.Errorf("the last frame is cut off; a frame of %dx%d has %d bytes", size.X, size.Y, len(pixels))
		case err != nil:
			return err
		}
		for i := range size.X * size.Y {
			copy(m.Pix[4*i:], pixels[3*i:3*i+3])
			m.Pix[4*i+3] = 255
		}
		if err := show(m, stands); err != nil {
			return err
		}
	}
}

// videoFrames decodes and scales with ffmpeg.
func (c *sendCmd) videoFrames(ctx context.Context, path string, size image.Point, stands time.Duration,
	show func(*image.RGBA, time.Duration) error) error {
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		return fmt.Errorf("%s is not a GIF or PNG, and ffmpeg, which reads other formats, is not installed", path)
	}
	if _, err := os.Stat(path); err != nil {
		return err
	}
	filter := fmt.Sprintf("fps=%s,scale=%[2]d:%[3]d:force_original_aspect_ratio=decrease,pad=%[2]d:%[3]d:-1:-1",
		strconv.FormatFloat(c.fps, 'f', -1, 64), size.X, size.Y)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	// A path that begins with - would be taken as a flag, one with a colon
	// as a protocol.
	cmd := exec.CommandContext(ctx, ffmpeg, "-nostdin", "-loglevel", "error", "-i", "file:"+path, "-an",
		"-vf", filter, "-f", "rawvideo", "-pix_fmt", "rgb24", "-")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	shown := rawFrames(out, size, stands, show)
	if shown != nil {
		stop() // otherwise ffmpeg would wait for a reader
	}
	if err := cmd.Wait(); shown == nil && err != nil {
		return fmt.Errorf("%s: %s", path, strings.TrimSpace(said.String()))
	}
	return shown
}
