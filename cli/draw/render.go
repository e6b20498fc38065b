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

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/cli/picture"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/enlarge"
	"github.com/ledpost/ledpost/render/record"
	"github.com/ledpost/ledpost/sounds"
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
	return command.WriteFile(c.out, func(out io.Writer) error {
		return gif.EncodeAll(out, c.animate(ctx, w, size, length))
	})
}

// animate draws w as a GIF.
func (c *renderCmd) animate(ctx context.Context, w render.Widget, size image.Point, length time.Duration) *gif.GIF {
	return record.GIF(ctx, w, record.Options{
		Size: size, Length: length, FPS: c.fps, Colors: c.colours, Enlarge: c.enlarged,
	})
}

// ledScale is the size at which --leds draws an LED unless --scale is given.
const ledScale = 16

// enlargement enlarges pictures so that they are fit for publishing.
type enlargement struct {
	scale int
	leds  bool
}

func (e *enlargement) flags(set *pflag.FlagSet) {
	set.IntVar(&e.scale, "scale", 0, "make each pixel of the panel `N` by N pixels (default 1, with --leds 16)")
	set.BoolVar(&e.leds, "leds", false, "draw the LEDs of the panel, with their glow")
}

// enlarges reports whether one of its flags was given.
func (e enlargement) enlarges() bool { return e.scale != 0 || e.leds }

func (e *enlargement) check(size image.Point) error {
	if e.scale == 0 && !e.leds {
		e.scale = 1
	} else if e.scale == 0 {
		e.scale = ledScale
	}
	least := 1
	if e.leds {
		least = 4 // below this size an LED has no visible shape
	}
	if e.scale < least || !enlarge.Fits(size, e.scale) {
		return command.Usagef("--scale %d: want %d or more, and a picture of at most %d pixels", e.scale, least,
			enlarge.MaxPixels)
	}
	return nil
}

// enlarged returns m as it is published.
func (e enlargement) enlarged(m *image.RGBA) *image.RGBA {
	switch {
	case e.leds:
		return enlarge.LEDs(m, e.scale)
	case e.scale > 1:
		return enlarge.Squares(m, e.scale)
	}
	return m
}

// playCmd plays sounds or writes them to a file.
type playCmd struct {
	local.Flags
	out        string
	float, all bool
	volume     int
}

func newPlay(set *pflag.FlagSet) command.Run {
	c := &playCmd{}
	set.StringVarP(&c.out, "out", "o", "",
		"write `OUT`.wav instead, at the sound's own rate and full scale; with --all a directory")
	set.BoolVar(&c.float, "float", false, "write 32-bit float instead of 16-bit")
	set.BoolVar(&c.all, "all", false, "write every built-in sound as DIR/category/id.wav")
	set.IntVar(&c.volume, "volume", 60, "`N`, 0 to 100")
	c.Flags.Add(set)
	return c.run
}

func (c *playCmd) run(ctx context.Context, std command.Streams, args []string) error {
	cfg, err := c.Load()
	if err != nil {
		return err
	}
	if c.all {
		if len(args) > 0 || c.out == "" {
			return command.Usagef("--all wants -o DIR and no source")
		}
		return sounds.WriteAll(ctx, cfg.Audio.Config, c.out, c.float)
	}
	source, err := command.One(args, "id, file or URL")
	switch {
	case err != nil:
		return err
	case c.volume < 0 || c.volume > 100:
		return command.Usagef("--volume %d, want 0 to 100", c.volume)
	case c.out != "" && !strings.EqualFold(filepath.Ext(c.out), ".wav"):
		return command.Usagef("-o %s: want a name that ends in .wav", c.out)
	case c.out != "":
		return sounds.Write(ctx, cfg.Audio.Config, source, c.out, c.float)
	case c.float:
		return command.Usagef("--float goes with -o")
	}
	log, err := command.Log(std.Err, "warn")
	if err != nil {
		return err
	}
	return sounds.PlayOnce(ctx, cfg.Audio.Config, log, source, c.volume)
}
