package cli

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/render"
)

// hilCompareCmd compares a capture of a panel's bus with a notification.
type hilCompareCmd struct {
	deviceFlags
	panel, expect string
	at            time.Duration
	brightness    int
	lines         map[string]string
}

func (c *hilCompareCmd) flags(set *pflag.FlagSet) {
	set.StringVar(&c.panel, "panel", "", "driver `NAME` of the panel (default: the configuration's, with its keys)")
	set.StringVar(&c.expect, "expect", "", "`NOTIFICATION.json` that the panel should show; - reads standard input")
	set.DurationVar(&c.at, "at", 0, "instant `T` of the notification, as 1.5s")
	set.IntVar(&c.brightness, "brightness", 100, "`PERCENT` that the device was set to, 1 to 100")
	set.StringToStringVar(&c.lines, "line", nil, "`BUS=LINE`: which line of the capture carries one of the bus, as MOSI=D1")
	c.deviceFlags.flags(set)
}

func (c *hilCompareCmd) run(ctx context.Context, std Streams, args []string) error {
	if len(args) == 0 {
		return usagef("say which capture, a Value Change Dump")
	}
	if c.at < 0 {
		return usagef("--at %v is before the notification", c.at)
	}
	if c.expect == "" {
		return usagef("say --expect NOTIFICATION.json")
	}
	file, err := c.load()
	if err != nil {
		return err
	}
	file.ChoosePanel(c.panel)
	spec, err := file.Panel.Spec()
	if err != nil {
		return fmt.Errorf("panel: %w", err)
	}
	if spec.Kind == "" {
		return usagef("say which --panel, or --config with one")
	}
	if c.brightness < 1 || c.brightness > 100 {
		return usagef("--brightness %d, want 1 to 100", c.brightness)
	}
	picture, err := c.picture(ctx, std, spec.Size, spec.Kind)
	if err != nil {
		return err
	}
	captures, err := openAll(args)
	if err != nil {
		return err
	}
	defer captures.Close()
	want := hw.Expectation{Picture: picture, Brightness: float64(c.brightness) / 100, Lines: wiring(c.lines)}
	err = hw.Compare(file.Panel, captures.readers(), want)
	if different := new(hw.Difference); err == nil || errors.As(err, &different) {
		return err
	}
	return fmt.Errorf("%s: %w", strings.Join(args, ", "), err)
}

// opened are the captures of a panel's buses.
type opened []*os.File

// openAll opens the files, or none.
func openAll(names []string) (all opened, err error) {
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			all.Close()
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// Close closes the files.
func (o opened) Close() {
	for _, f := range o {
		f.Close() // it was only read
	}
}

func (o opened) readers() (all []io.Reader) {
	for _, f := range o {
		all = append(all, f)
	}
	return all
}

// picture returns the picture that the notification shows at the requested
// time.
func (c *hilCompareCmd) picture(ctx context.Context, std Streams, size image.Point, kind hw.Kind) (*image.RGBA, error) {
	n, err := readNotification(c.expect, std.In)
	if err != nil {
		return nil, err
	}
	p, err := c.painter(ctx, n, size, kind)
	if err != nil {
		return nil, err
	}
	m := image.NewRGBA(image.Rectangle{Max: size})
	render.Clear(m)
	p.Picture(&n).Draw(m, image.Point{}, c.at)
	return m, nil
}

func wiring(lines map[string]string) vcd.Wiring {
	w := vcd.Wiring{}
	for bus, line := range lines {
		w[strings.ToUpper(bus)] = line
	}
	return w
}
