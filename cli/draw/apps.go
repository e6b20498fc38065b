// SPDX-License-Identifier: Apache-2.0

package draw

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/apps/others"
	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/picture"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/render"
)

// appsTry draws an app by others without a running device.
type appsTry struct {
	renderCmd
	gif      string
	settings map[string]string
}

func newAppsTry(set *pflag.FlagSet) command.Run {
	c := &appsTry{renderCmd: renderCmd{fps: 50, colours: 256}}
	set.StringVar(&c.size, "size", "64x32", "`WxH` of the panel")
	set.StringVar(&c.gif, "gif", "", "write `OUT`.gif instead of text")
	set.StringToStringVar(&c.settings, "set", nil, "the settings of the app, as `NAME=VALUE`")
	c.enlargement.flags(set)
	c.Flags.Add(set)
	return c.run
}

// run draws the app.
func (c *appsTry) run(ctx context.Context, std command.Streams, args []string) error {
	file, err := command.One(args, "app (a file that ends in .star)")
	if err != nil {
		return err
	}
	c.out = c.gif
	if c.gif == "" {
		c.out = "-"
	}
	size, err := command.Size(c.size)
	switch {
	case err != nil:
		return err
	case c.gif != "" && c.format() != ".gif":
		return command.Usagef("--gif %s: want a name that ends in .gif", c.gif)
	case filepath.Ext(file) != ".star":
		return command.Usagef("%s: want a file that ends in .star", file)
	case c.gif == "" && c.enlarges():
		return command.Usagef("--scale and --leds are for a GIF")
	}
	if err := c.enlargement.check(size); err != nil {
		return err
	}
	w, length, err := c.drawn(ctx, std.Err, file, size)
	if err != nil {
		return err
	}
	if c.gif != "" {
		return c.writeGIF(ctx, w, size, min(max(length, time.Second), longestGIF))
	}
	m := image.NewRGBA(image.Rectangle{Max: size})
	w.Draw(m, image.Point{}, 0)
	return c.write(std, m)
}

// drawn returns what the app in the file shows. What the app prints goes to said.
func (c *appsTry) drawn(
	ctx context.Context, said io.Writer, file string, size image.Point,
) (render.Widget, time.Duration, error) {
	source, err := bounded.ReadFile(file, others.MaxOwn)
	if err != nil {
		return nil, 0, err
	}
	painter, err := picture.Painter(ctx, c.Flags, note.Notification{}, size, hw.Color)
	if err != nil {
		return nil, 0, err
	}
	web, err := webfetch.New(webfetch.Config{})
	if err != nil {
		return nil, 0, err
	}
	app := others.Own(strings.TrimSuffix(filepath.Base(file), ".star"), source)
	app.Print = func(p applet.Printed) {
		place := file
		if p.Line > 0 {
			place += ":" + strconv.Itoa(p.Line)
		}
		fmt.Fprintf(said, "%s: %s\n", place, p.Text)
	}
	r := app.Request(size)
	r.Settings, r.Zone = c.settings, applet.ZoneName(time.Local)
	conn, err := applet.Open(ctx)
	if errors.Is(err, applet.ErrMissing) {
		return nil, 0, fmt.Errorf("%w: docs/own-apps.md says where to get it", err)
	}
	if err != nil {
		return nil, 0, err
	}
	d, err := app.Draw(ctx, conn, r, others.NewNet(web).For(others.Named(app)))
	var w render.Widget
	var pass time.Duration
	if err == nil {
		w, pass, err = app.Checked(d, painter)
	}
	var bad *applet.Error
	if errors.As(err, &bad) && bad.Line > 0 {
		return nil, 0, fmt.Errorf("%s:%w", file, bad) // as compilers write it, and editors find
	}
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", file, err)
	}
	return w, pass, nil
}
