// SPDX-License-Identifier: Apache-2.0

// Package picture is what a panel shows, for the commands that draw or compare it: from a
// notification in a file, and from a photograph.
package picture

import (
	"context"
	"fmt"
	"image"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/photo"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// GalleryWait is the time limit for icons from the gallery.
const GalleryWait = 15 * time.Second

// Painter returns a painter that draws like a device with a panel of this size
// and kind, with the configuration, the saved settings and the icons of n
// loaded.
func Painter(
	ctx context.Context, f local.Flags, n note.Notification, size image.Point, kind hw.Kind,
) (*paint.Painter, error) {
	file, err := f.Load()
	if err != nil {
		return nil, err
	}
	dir, _ := f.Where()
	if _, err := os.Stat(dir); err != nil {
		dir = "" // reads nothing of the user's and creates nothing
	}
	set, err := fonts.Open(fonts.Options{Extra: file.Fonts.Extra, Rows: size.Y})
	if err != nil {
		fmt.Fprintln(os.Stderr, "ledpost: going on without:", command.Plain(err.Error()))
	}
	file.Icons.Dir, file.Icons.Size = dir, 8*paint.IconScale(size.X, size.Y)
	source := icons.New(file.Icons, slog.New(slog.DiscardHandler))
	loadIcons(ctx, source, n)
	return &paint.Painter{
		Size: size, Monochrome: kind == hw.Monochrome,
		Fonts: set, Icons: source, Look: store.Look(durable.Dir(dir), file.Text),
	}, nil
}

// loadIcons waits for the icons of n. An icon that cannot be loaded is drawn as
// the device would draw it.
func loadIcons(ctx context.Context, store *icons.Store, n note.Notification) {
	ctx, cancel := context.WithTimeout(ctx, GalleryWait)
	defer cancel()
	for _, f := range n.Frames {
		if f.Icon.IsZero() {
			continue
		}
		if err := store.Load(ctx, f.Icon); err != nil {
			fmt.Fprintln(os.Stderr, "ledpost: going on without:", command.Plain(err.Error()))
		}
	}
}

// ReadNotification reads a notification, in the form of a POST body, from the
// file path or from in.
func ReadNotification(path string, in io.Reader) (note.Notification, error) {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return note.Notification{}, err
		}
		defer f.Close()
		in = f
	}
	data, err := bounded.Read(in, wire.MaxBody)
	if err != nil {
		return note.Notification{}, err
	}
	n, err := wire.ParseNotification(data)
	if err != nil && path != "-" {
		return n, fmt.Errorf("%s: %w", path, err)
	}
	return n, err
}

// OpenPhoto reads the file of a photograph.
func OpenPhoto(name string) (image.Image, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	m, err := photo.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// Corners reads the flag --corners, four points as "1,2;3,4;5,6;7,8"; nil for "".
func Corners(text string) (*[4]image.Point, error) {
	if text == "" {
		return nil, nil
	}
	var out [4]image.Point
	points := strings.Split(text, ";")
	if len(points) != len(out) {
		return nil, command.Usagef("--corners has %d points, want 4, as 10,10;200,12;198,60;11,58", len(points))
	}
	for i, point := range points {
		x, y, ok := strings.Cut(point, ",")
		var err error
		if ok {
			if out[i].X, err = strconv.Atoi(strings.TrimSpace(x)); err == nil {
				out[i].Y, err = strconv.Atoi(strings.TrimSpace(y))
			}
		}
		if !ok || err != nil {
			return nil, command.Usagef("--corners: %q is not a point, want X,Y in pixels", point)
		}
	}
	return &out, nil
}
