// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"context"
	"image"
	"os"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/firmware"
	"github.com/ledpost/ledpost/firmware/host"
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
	set.StringVar(&c.panel, "panel", "",
		"driver `NAME` of the panel; none is the simulator (default: the configuration's)")
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

// limitMemory makes the garbage collector work harder before the heap, which
// may double between collections, exceeds half of the machine's memory, or three
// quarters of what the process's control group may have: nobody else is in it.
// GOMEMLIMIT takes precedence.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	if limit := memoryLimit(host.Memory()); limit > 0 {
		debug.SetMemoryLimit(limit)
	}
}

// memoryLimit returns the limit for a machine and a group of so many bytes, 0 = unknown.
func memoryLimit(machine, group int64) int64 {
	limit := machine / 2
	if inGroup := group / 4 * 3; inGroup > 0 && (limit == 0 || inGroup < limit) {
		return inGroup
	}
	return limit
}

// startPercent is how much the heap may grow between collections, in percent of the
// memory in use, until the first picture: a start allocates what it keeps, and each
// collection goes through all of it again.
const startPercent = 400

// collectRarely makes the garbage collector run rarely until usual is called, which may
// be called several times. The limit of memory holds meanwhile, and so does GOGC=off.
func collectRarely() (usual func()) {
	before := debug.SetGCPercent(startPercent)
	if before < 0 || before > startPercent {
		debug.SetGCPercent(before)
		return func() {}
	}
	return sync.OnceFunc(func() { debug.SetGCPercent(before) })
}

// spareProcessor lets the thread that draws frames return from its sleep while the
// others are busy.
func spareProcessor() { runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1) }
