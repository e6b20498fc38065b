// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"context"
	"image"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/firmware"
)

// runCmd runs the device.
type runCmd struct {
	local.Flags
	http, https, key, panel, size, log string

	set *pflag.FlagSet
}

func newRun(set *pflag.FlagSet) command.Run {
	c := &runCmd{set: set}
	c.Flags.Add(set)
	set.StringVar(&c.http, "http", "", "serve HTTP at `ADDR`, and TLS to clients that speak it (default :8080)")
	set.StringVar(&c.https, "https", "", "serve HTTPS at `ADDR`; empty switches it off (default :4343)")
	set.StringVar(&c.key, "key", "", "API `KEY` (default: the one kept in the data directory, made at first start)")
	set.StringVar(&c.panel, "panel", "", "driver `NAME` of the panel; none is the simulator (default: the configuration's)")
	set.StringVar(&c.size, "size", "", "`WxH` of the simulated panel (default 37x8)")
	set.StringVar(&c.log, "log", "info", "log this `LEVEL` and above: debug, info, warn, error")
	return c.run
}

// run runs the firmware with the settings of the file and the flags.
func (c *runCmd) run(ctx context.Context, std command.Streams, args []string) error {
	if err := command.None(args); err != nil {
		return err
	}
	log, err := command.Log(std.Err, c.log)
	if err != nil {
		return err
	}
	layers := config.Layers{File: c.Config, Flags: c.override}
	cfg, _, err := layers.Load(nil)
	if err != nil {
		return err
	}
	size, err := c.simulated(cfg)
	if err != nil {
		return err
	}
	dir, err := c.Where()
	if err != nil {
		return err
	}
	limitMemory()
	spareProcessor()
	return firmware.Run(ctx, firmware.Options{Layers: layers, Dir: dir, Key: c.key, Size: size, Out: std.Out,
		Log: log, LogTail: true, Starts: collectRarely})
}

// simulated returns the requested size of the simulator, or zero for its
// default.
func (c *runCmd) simulated(cfg config.Config) (size image.Point, err error) {
	if c.size == "" {
		return size, nil
	}
	if own, _ := cfg.Panel.Spec(); own.Kind != "" {
		return size, command.Usagef("--size is for the simulator; the configured panel has %dx%d", own.Size.X, own.Size.Y)
	}
	return command.Size(c.size)
}

// override applies the flags to the configuration.
func (c *runCmd) override(cfg *config.Config) error {
	if c.set.Changed("http") {
		cfg.HTTP.Addr = c.http
	}
	if c.set.Changed("https") {
		cfg.HTTP.TLS = c.https
	}
	cfg.ChoosePanel(c.panel)
	if err := config.CheckAddress(cfg.HTTP.Addr); err != nil {
		return command.Usagef("--http: %w", err)
	}
	if cfg.HTTP.TLS != "" {
		if err := config.CheckAddress(cfg.HTTP.TLS); err != nil {
			return command.Usagef("--https: %w", err)
		}
	}
	if _, err := cfg.Panel.Spec(); err != nil {
		return command.Usagef("--panel: %w", err)
	}
	return nil
}
