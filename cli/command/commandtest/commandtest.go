// SPDX-License-Identifier: Apache-2.0

// Package commandtest runs the commands of a room, and makes the files that they are given.
package commandtest

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"image/gif"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/internal/must"
)

// A Room is the commands of a room.
type Room []command.Command

// Run runs the command of the room that args begin with.
func (r Room) Run(ctx context.Context, args []string, std command.Streams) error {
	c, rest, ok := command.Find(r, args)
	if !ok {
		return fmt.Errorf("no command of this room: %q", args)
	}
	return c.Do(ctx, std, rest)
}

// Said runs a command without input, and returns what it prints.
func (r Room) Said(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := r.Run(t.Context(), args, command.Streams{In: strings.NewReader(""), Out: &out, Err: io.Discard})
	return out.String(), err
}

// Home gives the commands an empty place of their own, and returns its data directory, which is
// not there yet.
func Home(t *testing.T) string {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("STATE_DIRECTORY", "")
	return filepath.Join(os.Getenv("XDG_STATE_HOME"), "ledpost")
}

// File writes a file of that name, and returns its path.
func File(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// Painted is a picture of one colour.
func Painted(w, h int, c color.Color) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(m, m.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	return m
}

// PNG writes a PNG, and returns its path.
func PNG(t *testing.T, m image.Image) string {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, png.Encode(&out, m))
	return File(t, "a.png", out.String())
}

// GIF writes a GIF of frames in grey, each for a tenth of a second more than the one before, and
// returns its path.
func GIF(t *testing.T, frames int) string {
	t.Helper()
	g := &gif.GIF{}
	for i := range frames {
		m := image.NewPaletted(image.Rect(0, 0, 8, 8), palette.WebSafe)
		for at := range m.Pix {
			m.Pix[at] = uint8(i + 1)
		}
		g.Image, g.Delay = append(g.Image, m), append(g.Delay, 10*(i+1))
	}
	var out bytes.Buffer
	must.Do(t, gif.EncodeAll(&out, g))
	return File(t, "a.gif", out.String())
}
