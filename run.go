package main

import (
	"context"
	"errors"

	"github.com/spf13/pflag"
)

// runCmd runs the device.
type runCmd struct {
	configFlag
	dataFlag
	http, https, key, panel, size, log string

	set *pflag.FlagSet
}

func (c *runCmd) flags(set *pflag.FlagSet) {
	c.set = set
	c.configFlag.flags(set)
	c.dataFlag.flags(set)
	set.StringVar(&c.http, "http", "", "serve HTTP at `ADDR`, and TLS to those that speak it (default :8080)")
	set.StringVar(&c.https, "https", "", "serve HTTPS at `ADDR`; empty switches it off (default :4343)")
	set.StringVar(&c.key, "key", "", "API `KEY` (default: the one kept in the data directory, made at first start)")
	set.StringVar(&c.panel, "panel", "", "driver `NAME` of the panel; none is the simulator (default: the configuration's)")
	set.StringVar(&c.size, "size", "", "`WxH` of the simulated panel (default 37x8)")
	set.StringVar(&c.log, "log", "info", "say this `LEVEL` and above: debug, info, warn, error")
}

// run builds the parts, starts them and stops them.
func (c *runCmd) run(ctx context.Context, std streams, args []string) error {
	if err := none(args); err != nil {
		return err
	}
	log, err := newLog(std.err, c.log)
	if err != nil {
		return err
	}
	cfg, dir, err := c.settings()
	if err != nil {
		return err
	}
	unlock, err := lock(dir)
	if err != nil {
		return err
	}
	defer unlock()
	limitMemory()
	b := builder{
		cmd: c, std: std, log: log, cfg: cfg, dir: dir,
		board: board{opened: newAttempt()}, sensors: sensors{read: newAttempt()},
	}
	stages, err := b.build()
	if err != nil {
		return errors.Join(err, b.release())
	}
	stages = append(stages, stage{{"watchdog", func(ctx context.Context) error { return watch(ctx, b.alive) }}})
	if b.screen == nil {
		b.greet()
	}
	return runStages(ctx, b.log, stages...)
}

// settings are those of the file, with the flags over them, and the data
// directory.
func (c *runCmd) settings() (cfg config, dir string, err error) {
	if cfg, err = loadConfig(c.config); err != nil {
		return cfg, "", err
	}
	if err := c.override(&cfg); err != nil {
		return cfg, "", err
	}
	dir, err = c.dir()
	return cfg, dir, err
}

// override puts the flags over the file.
func (c *runCmd) override(cfg *config) error {
	if c.set.Changed("http") {
		cfg.HTTP.Addr = c.http
	}
	if c.set.Changed("https") {
		cfg.HTTP.TLS = c.https
	}
	cfg.choosePanel(c.panel)
	if err := checkAddress(cfg.HTTP.Addr); err != nil {
		return usagef("--http: %w", err)
	}
	if cfg.HTTP.TLS != "" {
		if err := checkAddress(cfg.HTTP.TLS); err != nil {
			return usagef("--https: %w", err)
		}
	}
	if _, _, err := cfg.Panel.Check(); err != nil {
		return usagef("--panel: %w", err)
	}
	return nil
}
