// SPDX-License-Identifier: Apache-2.0

// Package firmware is the running appliance: it joins the hardware, the device's brain, the
// ways in and the files on the disk, starts and stops them in stages, and watches their
// health. It makes no decisions itself: the configuration comes from package config, and the
// pictures from package device.
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package firmware

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"log/slog"
	"time"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/firmware/hardware"
	"github.com/ledpost/ledpost/firmware/host"
	"github.com/ledpost/ledpost/firmware/stage"
	"github.com/ledpost/ledpost/firmware/ways"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/internal/forget"
	"github.com/ledpost/ledpost/internal/logtail"
	"github.com/ledpost/ledpost/internal/pause"
)

// Options are the inputs of a run. Only Dir must be set.
type Options struct {
	// Layers of the configuration; zero = the file in /etc, or the defaults
	// without one.
	Layers config.Layers
	// Dir is the data directory, made if it is missing. Two devices never share one.
	Dir string
	// Key is for the API, 16 to 128 letters and digits; "" = the one kept in Dir,
	// made at the first start.
	Key string
	// Size of the simulated panel, in pixels, for a configuration without a
	// panel; zero = 37x8.
	Size image.Point
	// Out gets the greeting, and the picture if it is a terminal; nil = nobody
	// does.
	Out io.Writer
	// Log receives all messages; nil = no log.
	Log *slog.Logger
	// LogTail lets clients read the newest lines of Log; false = they get none.
	LogTail bool
	// Ready is called once the API answers and the panel is open: at each start,
	// also at one with another configuration. url is where this machine reaches
	// the API, as "http://127.0.0.1:8080", and key is the API's. It
	// may call the API, and must return soon: the end of Run waits for it. A panel that cannot be opened is tried
	// again, until then Ready is not called. nil = no call.
	Ready func(url, key string)
	// Starts is called at each start. The function that it returns is called once the
	// first picture is drawn, and again at the end: the owner of the process may tune it
	// meanwhile. The device itself changes nothing of its process. nil = no call.
	Starts func() (drawn func())

	unfinished error // why a factory reset is not complete; nil = no reset is going on
}

// withDefaults returns o with what its zero values stand for, and where clients
// read the log, nil for nowhere.
func (o Options) withDefaults() (Options, *logtail.Tail) {
	if o.Out == nil {
		o.Out = io.Discard
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Starts == nil {
		o.Starts = func() func() { return func() {} }
	}
	if !o.LogTail {
		return o, nil
	}
	tail := logtail.New()
	o.Log = slog.New(tail.Handler(o.Log.Handler()))
	return o, tail
}

// Run runs the device until ctx ends or a task of it fails. It fails at once if
// another device runs on the same data directory. When clients change the
// configuration, the device ends in order and restarts within Run.
func Run(ctx context.Context, o Options) error {
	o, tail := o.withDefaults()
	makeDir(o)
	unlock, err := host.Lock(o.Dir)
	if err != nil {
		return err
	}
	defer unlock()
	o.unfinished = finishReset(o.Dir, forget.Pending, o.Log)
	var kept *data
	for trial := newTrial(o); ; {
		cfg, err := trial.begin()
		if err == nil {
			kept, err = runOnce(ctx, o, cfg, trial, kept, tail)
		}
		switch {
		case err == nil:
			return nil
		case errors.Is(err, stage.ErrLeftBehind), errors.Is(err, errReset), ctx.Err() != nil:
			return err
		case errors.Is(err, errAnew), trial.failed(err):
		default:
			return err
		}
	}
}

// runOnce runs the device with one configuration. Its error is errAnew if it is to
// start again. Last is the data of the run before, and kept the data of this run.
func runOnce(
	ctx context.Context, o Options, cfg config.Config, t *trial, last *data, tail *logtail.Tail,
) (kept *data, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t.starts(func() { cancel(errAnew) })
	kept = openData(o, last)
	kept.drawn, kept.reset = o.Starts(), resetter{o.Dir, o.Log, cancel}
	defer kept.drawn()
	if !waitBackoff(ctx, kept.saved.Unclean, o.Log) {
		kept.store.Leave()
		return kept, whyAnew(ctx)
	}
	a, err := newAppliance(o, cfg, kept, t, tail)
	if err != nil {
		kept.store.Leave()
		return kept, errors.Join(err, a.release())
	}
	t.tells(a.rename(ctx), a.move(ctx))
	if last == nil { // somebody may hold a button while the device starts again, too
		a.hardware.OnReset(func() { _ = kept.reset.Reset("a button that was held from the start") })
	}
	if !a.hardware.InTerminal() {
		a.greeting.print()
	}
	err = stage.Run(ctx, restarts, o.Log, a.stages(ctx)...)
	if err == nil {
		err = whyAnew(ctx)
	}
	return kept, err
}

// whyAnew returns errAnew or errReset if that is why ctx has ended.
func whyAnew(ctx context.Context) error {
	if why := context.Cause(ctx); errors.Is(why, errAnew) || errors.Is(why, errReset) {
		return why
	}
	return nil
}

// restarts reports whether another run follows the one of ctx, which has ended.
func restarts(ctx context.Context) bool { return whyAnew(ctx) != nil }

// backoff returns the wait before the next start, after `unclean` crashes in a row of this boot of
// the machine, each soon after its start. Restarting a hundred times an hour would not help and would
// wear out the card and the processor. systemd 252 cannot wait longer each time.
func backoff(unclean int) time.Duration {
	const first, most, free = 5 * time.Second, time.Minute, 2
	if unclean <= free {
		return 0
	}
	return min(first<<min(unclean-free-1, 10), most)
}

// waitBackoff waits for as long as backoff says, and reports whether to go on.
func waitBackoff(ctx context.Context, unclean int, log *slog.Logger) bool {
	wait := backoff(unclean)
	if wait == 0 {
		return ctx.Err() == nil
	}
	log.Warn("the program crashed several times in a row and waits before it starts", "ends", unclean, "wait", wait)
	// A start may take 90 s (DefaultTimeoutStartSec=,
	// systemd-system.conf(5)), counted from the end of the wait.
	host.Notify(fmt.Sprintf("STATUS=waiting %v after %d crashes\nEXTEND_TIMEOUT_USEC=%d",
		wait, unclean, (wait + 90*time.Second).Microseconds()))
	defer host.Notify("STATUS=")
	return pause.For(ctx, wait)
}

// Diagnose examines the machine m for the hardware and the sound that cfg
// selects, tests whether the configured broker accepts us and whether other programs
// have our ports, and what the configured channel of releases has. It takes at most 15 s.
func Diagnose(ctx context.Context, cfg config.Config, m doctor.Machine) []doctor.Line {
	lines := hardware.Diagnose(ctx, cfg, m)
	lines = append(lines, limited(ctx, ways.DiagnoseMQTT, cfg.MQTT)...)
	lines = append(lines, ways.DiagnosePorts(cfg, m.Root)...)
	return append(lines, limited(ctx, diagnoseUpdates, cfg)...)
}

// limited runs an examination under its time limit.
func limited[T any](ctx context.Context, examine func(context.Context, T) []doctor.Line, cfg T) []doctor.Line {
	ctx, cancel := context.WithTimeout(ctx, hardware.Examination)
	defer cancel()
	return examine(ctx, cfg)
}
