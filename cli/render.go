// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/record"
)

// renderCmd draws pictures without a running device.
type renderCmd struct {
	deviceFlags
	size, out string
	at        time.Duration
	specimen  bool
	fps       int
	colours   int
	enlargement
}

func (c *renderCmd) flags(set *pflag.FlagSet) {
	set.StringVar(&c.size, "size", "37x8", "`WxH` of the panel")
	set.StringVarP(&c.out, "out", "o", "-", "`OUT`.gif, OUT.png, or - for text")
	set.DurationVar(&c.at, "at", 0, "instant `T` of a PNG or text, as 1.5s")
	c.enlargement.flags(set)
	set.IntVar(&c.fps, "fps", record.Fastest, "draw at most `N` frames of a GIF a second")
	set.IntVar(&c.colours, "colors", 256, "draw each frame of a GIF with at most `N` colours")
	set.BoolVar(&c.specimen, "specimen", false, "draw every glyph instead of a notification")
	c.deviceFlags.flags(set)
}

// longestGIF is the maximum length. Of a notification that stays until
// dismissed, the GIF shows one pass.
const longestGIF = 2 * time.Minute

func (c *renderCmd) run(ctx context.Context, std Streams, args []string) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.specimen {
		return c.drawSpecimen(std, args)
	}
	w, h, err := parseSize(c.size)
	if err != nil {
		return err
	}
	if err := c.enlargement.check(image.Pt(w, h)); err != nil {
		return err
	}
	path, err := one(args, "notification (a file, or - for standard input)")
	if err != nil {
		return err
	}
	n, err := readNotification(path, std.In)
	if err != nil {
		return err
	}
	p, err := c.painter(ctx, n, image.Pt(w, h), hw.Color)
	if err != nil {
		return err
	}
	seq := p.Picture(&n)
	if c.format() == ".gif" {
		return c.writeGIF(ctx, seq, image.Pt(w, h), min(seq.Length(max(n.Cycles, 1)), longestGIF))
	}
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	render.Clear(m)
	seq.Draw(m, image.Point{}, c.at)
	return c.write(std, c.enlarged(m))
}

// parseSize reads WIDTHxHEIGHT.
func parseSize(s string) (w, h int, err error) {
	if _, err := fmt.Sscanf(s, "%dx%d", &w, &h); err != nil || w < 8 || h < 8 || w > 512 || h > 256 || fmt.Sprintf("%dx%d", w, h) != s {
		return 0, 0, usagef("size %q is not WxH, 8x8 to 512x256", s)
	}
	return w, h, nil
}

// format returns the extension of the file to write, or "" for text.
func (c *renderCmd) format() string { return strings.ToLower(filepath.Ext(c.out)) }

// check rejects flags that make no sense together.
func (c *renderCmd) check() error {
	format := c.format()
	switch {
	case c.specimen && format != ".png":
		return usagef("--specimen wants -o OUT.png")
	case c.out != "-" && format != ".png" && format != ".gif":
		return usagef("-o %s: want a name that ends in .gif or .png, or -", c.out)
	case c.enlarges() && (c.specimen || c.out == "-"):
		return usagef("--scale and --leds are for a notification's PNG or GIF")
	case c.fps < 1 || c.fps > record.Fastest || c.colours < 2 || c.colours > 256:
		return usagef("--fps is 1 to %d, --colors 2 to 256", record.Fastest)
	case (c.fps != record.Fastest || c.colours != 256) && format != ".gif":
		return usagef("--fps and --colors are for a GIF")
	case c.at < 0:
		return usagef("--at %v is before the notification", c.at)
	case c.at > 0 && format == ".gif":
		return usagef("--at is for a PNG or text; a GIF shows all of it")
	}
	return nil
}

// drawSpecimen draws every glyph.
func (c *renderCmd) drawSpecimen(std Streams, args []string) error {
	if err := none(args); err != nil {
		return err
	}
	set, err := fonts.Open(fonts.Options{})
	if err != nil {
		return err
	}
	return c.write(std, fonts.Specimen(set.Normal, set.Small, set.Clock))
}

// painter returns a painter that draws like a device with a panel of this size
// and kind, with the configuration, the saved settings and the icons of n
// loaded.
func (f *deviceFlags) painter(ctx context.Context, n note.Notification, size image.Point, kind hw.Kind) (*paint.Painter, error) {
	file, err := f.load()
	if err != nil {
		return nil, err
	}
	dir, _ := f.where()
	if _, err := os.Stat(dir); err != nil {
		dir = "" // reads nothing of the user's and creates nothing
	}
	set, err := fonts.Open(fonts.Options{Extra: file.Fonts.Extra, Rows: size.Y})
	if err != nil {
		fmt.Fprintln(os.Stderr, "ledpost: going on without:", err)
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
	ctx, cancel := context.WithTimeout(ctx, galleryWait)
	defer cancel()
	for _, f := range n.Frames {
		if f.Icon.IsZero() {
			continue
		}
		if err := store.Load(ctx, f.Icon); err != nil {
			fmt.Fprintln(os.Stderr, "ledpost: going on without:", err)
		}
	}
}

// readNotification reads a notification, in the form of a POST body, from the
// file path or from in.
func readNotification(path string, in io.Reader) (note.Notification, error) {
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

// write writes a still picture as a PNG, or prints it.
func (c *renderCmd) write(std Streams, m *image.RGBA) error {
	if c.out == "-" {
		_, err := io.WriteString(std.Out, asText(m))
		return err
	}
	return writeFile(c.out, func(w io.Writer) error { return png.Encode(w, m) })
}

// asText draws m with one character for each pixel: '.' dark, '+' dim, '#'
// bright.
func asText(m *image.RGBA) string {
	var s strings.Builder
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			p := m.RGBAAt(x, y)
			s.WriteByte(".+#"[(int(max(p.R, p.G, p.B))+127)/128])
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// writeFile creates the file path with f. If that fails, it leaves no partial
// file.
func writeFile(path string, f func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := f(file); err != nil {
		file.Close()
		os.Remove(path)
		return fmt.Errorf("%s: %w", path, err)
	}
	return file.Close()
}
