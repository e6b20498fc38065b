// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/cli/picture"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/spf13/pflag"
)

// compareCmd compares captures of a panel's buses with a notification.
type compareCmd struct {
	expectFlags
	image, corners string
}

func newCompare(set *pflag.FlagSet) command.Run {
	c := &compareCmd{}
	c.flags(set)
	set.StringToStringVar(&c.lines, "line", nil,
		"`BUS=LINE`: the line of the capture that carries a line of the bus, as MOSI=D1")
	set.StringVar(&c.image, "image", "", "compare the photograph `FILE`, JPEG or PNG, instead of a capture")
	set.StringVar(&c.corners, "corners", "",
		"`X,Y;X,Y;X,Y;X,Y` of the corner LEDs in the photograph, clockwise from the top left (default: find the marks)")
	return c.run
}

// expectFlags say which panel should show what, and where that is reported.
type expectFlags struct {
	local.Flags
	panel, expect string
	junit         string // file; "" = none
	artifacts     string // folder; "" = none
	at            time.Duration
	brightness    int
	lines         map[string]string
}

func (c *expectFlags) flags(set *pflag.FlagSet) {
	set.StringVar(&c.panel, "panel", "", "driver `NAME` of the panel (default: the configuration's, with its keys)")
	set.StringVar(&c.expect, "expect", "", "`FILE` that the panel should show: a notification, or a PNG in the panel's size; - reads standard input")
	set.DurationVar(&c.at, "at", 0, "instant `T` of the notification, as 1.5s")
	set.IntVar(&c.brightness, "brightness", 100, "`PERCENT` that the device was set to, 1 to 100")
	set.StringVar(&c.junit, "junit", "", "write the result to `FILE` too, as JUnit's XML")
	set.StringVar(&c.artifacts, "artifacts", "", "keep of a difference the recording and pictures in the folder `DIR`")
	c.Flags.Add(set)
}

func (c *compareCmd) run(ctx context.Context, std command.Streams, args []string) error {
	err := c.compare(ctx, std, args)
	if c.image != "" {
		args = []string{c.image}
	}
	return c.report("hil compare", args, err)
}

// report writes the result of a command that has read the captures, and returns it as the
// program ends with it.
func (f *expectFlags) report(name string, captures []string, err error) error {
	var files []string
	var fault error
	different := new(hw.Difference)
	switch {
	case err == nil:
	case !errors.As(err, &different):
		err = command.Incomparable(err)
	case f.artifacts != "":
		files, fault = keep(f.artifacts, captures, different)
	}
	if f.junit != "" {
		fault = errors.Join(fault,
			command.WriteFile(f.junit, func(w io.Writer) error { return junit(w, name, f.expect, err, files) }))
	}
	if fault != nil {
		return command.Incomparable(errors.Join(err, fault))
	}
	return err
}

// compare returns nil if the captures show the expected pictures, a *hw.Difference if they
// show others, and any other error if they cannot be compared.
func (c *compareCmd) compare(ctx context.Context, std command.Streams, args []string) error {
	switch {
	case c.image != "":
		return c.comparePhoto(ctx, std, args)
	case c.corners != "":
		return command.Usagef("--corners is for a photograph: add --image FILE")
	case len(args) == 0:
		return command.Usagef("name a capture, a Value Change Dump, or use --image PHOTO")
	}
	panel, want, err := c.expected(ctx, std)
	if err != nil {
		return err
	}
	captures, err := openAll(args)
	if err != nil {
		return err
	}
	defer captures.Close()
	err = hw.Compare(panel, captures.readers(), want)
	if different := new(hw.Difference); err == nil || errors.As(err, &different) {
		return err
	}
	return fmt.Errorf("%s: %w", strings.Join(args, ", "), err)
}

// expected checks the flags and returns the panel, and what it should show.
func (f *expectFlags) expected(
	ctx context.Context, std command.Streams,
) (panel hw.PanelConfig, want hw.Expectation, err error) {
	switch {
	case f.at < 0:
		return panel, want, command.Usagef("--at %v is before the notification", f.at)
	case f.expect == "":
		return panel, want, command.Usagef("use --expect NOTIFICATION.json or --expect PICTURE.png")
	case f.brightness < 1 || f.brightness > 100:
		return panel, want, command.Usagef("--brightness %d, want 1 to 100", f.brightness)
	}
	file, err := f.Load()
	if err != nil {
		return panel, want, err
	}
	file.ChoosePanel(f.panel)
	spec, err := file.Panel.Spec()
	if err != nil {
		return panel, want, fmt.Errorf("panel: %w", err)
	}
	if spec.Kind == "" {
		return panel, want, command.Usagef("name the panel with --panel, or a configuration with --config")
	}
	picture, err := f.picture(ctx, std, spec.Size, spec.Kind)
	want = hw.Expectation{Picture: picture, Brightness: float64(f.brightness) / 100, Lines: wiring(f.lines)}
	return file.Panel, want, err
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

func wiring(lines map[string]string) vcd.Wiring {
	w := vcd.Wiring{}
	for bus, line := range lines {
		w[strings.ToUpper(bus)] = line
	}
	return w
}

// comparePhoto is compare for a photograph.
func (c *compareCmd) comparePhoto(ctx context.Context, std command.Streams, args []string) error {
	if err := command.None(args); err != nil {
		return err
	}
	if len(c.lines) > 0 {
		return command.Usagef("--line is for a capture, not for a photograph")
	}
	corners, err := picture.Corners(c.corners)
	if err != nil {
		return err
	}
	panel, want, err := c.expected(ctx, std)
	if err != nil {
		return err
	}
	m, err := picture.OpenPhoto(c.image)
	if err != nil {
		return err
	}
	r, err := hw.ReadPhoto(panel, m, corners)
	if err != nil {
		return fmt.Errorf("%s: %w", c.image, err)
	}
	return hw.ComparePhoto(panel, r, want)
}
