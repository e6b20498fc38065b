// SPDX-License-Identifier: Apache-2.0

package draw

import (
	"context"
	"image"
	"image/gif"
	"image/png"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/cli/picture"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/record"
	"github.com/spf13/pflag"
)

// renderCmd draws pictures without a running device.
type renderCmd struct {
	local.Flags
	size, out string
	at        time.Duration
	specimen  bool
	fps       int
	colours   int
	enlargement
}

func newRender(set *pflag.FlagSet) command.Run {
	c := &renderCmd{}
	set.StringVar(&c.size, "size", "37x8", "`WxH` of the panel")
	set.StringVarP(&c.out, "out", "o", "-", "`OUT`.gif, OUT.png, or - for text")
	set.DurationVar(&c.at, "at", 0, "instant `T` of a PNG or text, as 1.5s")
	c.enlargement.flags(set)
	set.IntVar(&c.fps, "fps", record.Fastest, "draw at most `N` frames of a GIF a second")
	set.IntVar(&c.colours, "colors", 256, "draw each frame of a GIF with at most `N` colours")
	set.BoolVar(&c.specimen, "specimen", false, "draw every glyph instead of a notification")
	c.Flags.Add(set)
	return c.run
}

// longestGIF is the maximum length. Of a notification that stays until
// dismissed, the GIF shows one pass.
const longestGIF = 2 * time.Minute

func (c *renderCmd) run(ctx context.Context, std command.Streams, args []string) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.specimen {
		return c.drawSpecimen(std, args)
	}
	size, err := command.Size(c.size)
	if err != nil {
		return err
	}
	if err := c.enlargement.check(size); err != nil {
		return err
	}
	path, err := command.One(args, "notification (a file, or - for standard input)")
	if err != nil {
		return err
	}
	n, err := picture.ReadNotification(path, std.In)
	if err != nil {
		return err
	}
	p, err := picture.Painter(ctx, c.Flags, n, size, hw.Color)
	if err != nil {
		return err
	}
	seq := p.Picture(&n)
	if c.format() == ".gif" {
		return c.writeGIF(ctx, seq, size, min(seq.Length(max(n.Cycles, 1)), longestGIF))
	}
	m := image.NewRGBA(image.Rectangle{Max: size})
	render.Clear(m)
	seq.Draw(m, image.Point{}, c.at)
	return c.write(std, c.enlarged(m))
}

// format returns the extension of the file to write, or "" for text.
func (c *renderCmd) format() string { return strings.ToLower(filepath.Ext(c.out)) }

// check rejects flags that make no sense together.
func (c *renderCmd) check() error {
	format := c.format()
	switch {
	case c.specimen && format != ".png":
		return command.Usagef("--specimen wants -o OUT.png")
	case c.out != "-" && format != ".png" && format != ".gif":
		return command.Usagef("-o %s: want a name that ends in .gif or .png, or -", c.out)
	case c.enlarges() && (c.specimen || c.out == "-"):
		return command.Usagef("--scale and --leds are for a notification's PNG or GIF")
	case c.fps < 1 || c.fps > record.Fastest || c.colours < 2 || c.colours > 256:
		return command.Usagef("--fps is 1 to %d, --colors 2 to 256", record.Fastest)
	case (c.fps != record.Fastest || c.colours != 256) && format != ".gif":
		return command.Usagef("--fps and --colors are for a GIF")
	case c.at < 0:
		return command.Usagef("--at %v is before the notification", c.at)
	case c.at > 0 && format == ".gif":
		return command.Usagef("--at is for a PNG or text; a GIF shows all of it")
	}
	return nil
}

// drawSpecimen draws every glyph.
func (c *renderCmd) drawSpecimen(std command.Streams, args []string) error {
	if err := command.None(args); err != nil {
		return err
	}
	set, err := fonts.Open(fonts.Options{})
	if err != nil {
		return err
	}
	return c.write(std, fonts.Specimen(set.Normal, set.Small, set.Clock))
}

// write writes a still picture as a PNG, or prints it.
func (c *renderCmd) write(std command.Streams, m *image.RGBA) error {
	if c.out == "-" {
		_, err := io.WriteString(std.Out, asText(m))
		return err
	}
	return command.WriteFile(c.out, func(w io.Writer) error { return png.Encode(w, m) })
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

// writeGIF draws w for length from its start.
func (c *renderCmd) writeGIF(ctx context.Context, w render.Widget, size image.Point, length time.Duration) error {
	return command.WriteFile(c.out, func(out io.Writer) error { return gif.EncodeAll(out, c.animate(ctx, w, size, length)) })
}

// animate draws w as a GIF.
func (c *renderCmd) animate(ctx context.Context, w render.Widget, size image.Point, length time.Duration) *gif.GIF {
	return record.GIF(ctx, w, record.Options{
		Size: size, Length: length, FPS: c.fps, Colors: c.colours, Enlarge: c.enlarged,
	})
}
