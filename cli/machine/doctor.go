// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/firmware"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/spf13/pflag"
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
	set.StringVar(&c.pack, "pack", "",
		"write what the doctor reads into an archive `FILE` (.zip), without secrets, and examine nothing")
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
	text, fix := strings.TrimPrefix(err.Error(), "config: "),
		"correct the file, see docs/configuration.md and docs/hardware.md"
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

// Where a machine keeps its configuration: what the page has set up, and over it the
// administrator's file.
var foreignConfigs = []string{"var/lib/ledpost/config/config.toml", "etc/ledpost/config.toml"}

// foreign returns what the doctor finds on the machine whose files --root names. What
// only a running machine can tell, such as its sensors and its broker, is left out.
func (c *doctorCmd) foreign(ctx context.Context) ([]doctor.Line, error) {
	root, err := doctor.OpenRoot(c.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	m, err := root.Machine()
	if err != nil {
		return nil, err
	}
	text, err := c.foreignConfig(root)
	if err == nil {
		text, err = config.Hardware(text)
	}
	if err != nil {
		return []doctor.Line{unreadable(err)}, nil
	}
	cfg, err := config.Parse(text, c.root)
	if err != nil {
		return []doctor.Line{unreadable(err)}, nil
	}
	cfg.ChoosePanel(c.panel)
	return doctor.Check(ctx, cfg.Config, m), nil
}

// foreignConfig returns the configuration that counts there, or the file of --config.
func (c *doctorCmd) foreignConfig(root fs.FS) ([]byte, error) {
	if c.Config != "" {
		return os.ReadFile(c.Config)
	}
	var texts []string
	for _, name := range foreignConfigs {
		text, err := fs.ReadFile(root, name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		texts = append(texts, string(text))
	}
	return config.Merge(texts...)
}

// writePack writes the archive of --pack. It fails without a readable configuration, which
// names the secrets to leave out.
func (c *doctorCmd) writePack() error {
	text, err := c.hardware()
	if err != nil {
		return fmt.Errorf("doctor: the configuration cannot be read, so it cannot be packed without its secrets: %w", err)
	}
	var archive bytes.Buffer
	if err := doctor.Pack(&archive, doctor.Here(), text); err != nil {
		return err
	}
	return durable.WriteFile(c.pack, archive.Bytes())
}

// hardware returns the tables of the device's configuration that are about hardware.
func (c *doctorCmd) hardware() ([]byte, error) {
	path := c.Config
	if path == "" {
		path = "/etc/ledpost/config.toml"
	}
	text, err := os.ReadFile(path)
	if err != nil && (c.Config != "" || !errors.Is(err, fs.ErrNotExist)) {
		return nil, err
	}
	own, _ := c.Own()
	whole, err := config.Merge(string(own), string(text))
	if err != nil {
		return nil, err
	}
	return config.Hardware(whole)
}
