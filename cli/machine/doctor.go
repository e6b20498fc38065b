// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/firmware"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/doctor"
)

// doctorCmd reports what works on this machine and what does not.
type doctorCmd struct {
	local.Flags
	json  bool
	panel string
	root  string
	pack  string
}

func newDoctor(set *pflag.FlagSet) command.Run {
	c := &doctorCmd{}
	set.BoolVar(&c.json, "json", false, "write JSON")
	set.StringVar(&c.panel, "panel", "", "driver `NAME` of the panel (default: the configuration's)")
	set.StringVar(&c.root, "root", "",
		"examine another machine by its files: a `DIR` with its /proc, /sys, /boot, /dev and /etc, or an archive of --pack")
	set.StringVar(&c.pack, "pack", "", "write what the doctor reads into an archive `FILE` (.zip), without secrets, and examine nothing")
	c.Flags.Add(set)
	return c.run
}

// errUnwell sets the exit code for errors; the faults have been printed
// already.
var errUnwell = errors.New("the doctor has found faults")

func (c *doctorCmd) run(ctx context.Context, std command.Streams, args []string) error {
	if err := command.None(args); err != nil {
		return err
	}
	if c.pack != "" {
		return c.writePack()
	}
	lines, err := c.lines(ctx)
	if err != nil {
		return err
	}
	write := doctor.WriteText
	if c.json {
		write = doctor.WriteJSON
	}
	if err := write(std.Out, lines); err != nil {
		return err
	}
	if doctor.Worst(lines) == doctor.Fault {
		return errUnwell
	}
	return nil
}

// lines returns the doctor's findings. If the configuration cannot be read,
// that is the only one.
func (c *doctorCmd) lines(ctx context.Context) ([]doctor.Line, error) {
	if c.root != "" {
		return c.foreign(ctx)
	}
	cfg, err := c.Load()
	if err != nil {
		return []doctor.Line{unreadable(err)}, nil
	}
	cfg.ChoosePanel(c.panel)
	return firmware.Diagnose(ctx, cfg, doctor.Here()), nil
}

// unreadable returns the line about a configuration with errors. Where
// devices want the same lines, the remedy differs.
func unreadable(err error) doctor.Line {
	text, fix := strings.TrimPrefix(err.Error(), "config: "), "correct the file, see docs/configuration.md and docs/hardware.md"
	if found := (*hw.Conflict)(nil); errors.As(err, &found) && found.Fix != "" {
		text, fix = strings.Replace(text, "; "+found.Fix, "", 1), found.Fix
	}
	if port := (*bus.PortError)(nil); errors.As(err, &port) && port.Fix != "" {
		text, fix = strings.Replace(text, "; "+port.Fix, "", 1), port.Fix
	}
	return doctor.Line{
		Area: "config", Name: "file", Level: doctor.Fault, Code: doctor.CodeConfig,
		Text: strings.ReplaceAll(text, "\n", "; "), Fix: fix,
	}
}
