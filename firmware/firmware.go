// Package firmware is the running appliance: it opens the available hardware,
// connects the owners, starts and stops them in stages, and watches their
// health. It makes no decisions itself: the configuration comes from package
// config, and what is shown from package device.
package firmware

import (
	"context"
	"errors"
	"image"
	"io"
	"log/slog"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/logtail"
)

// Options are the inputs of a run.
type Options struct {
	Layers config.Layers // of the configuration
	Dir    string        // data directory, made if it is missing
	Key    string        // for the API; "" = the one kept in Dir, made at the first start
	Size   image.Point   // of the simulated panel; zero = 37x8
	Out    io.Writer     // gets the greeting, and the picture if it is a terminal
	Log    *slog.Logger

	LogTail *logtail.Tail // newest lines of Log, for clients; nil = they get none
}

// Run runs the device until ctx ends or a task of it fails. It fails at once if
// another device runs on the same data directory. When clients change the
// configuration, the device ends in order and restarts within Run.
func Run(ctx context.Context, o Options) error {
	makeDir(o)
	unlock, err := lock(o.Dir)
	if err != nil {
		return err
	}
	defer unlock()
	limitMemory()
	for trial := newTrial(o); ; {
		cfg, err := trial.begin()
		if err == nil {
			err = runOnce(ctx, o, cfg, trial)
		}
		switch {
		case err == nil:
			return nil
		case errors.Is(err, errLeftBehind), ctx.Err() != nil:
			return err
		case errors.Is(err, errAnew), trial.failed(err):
		default:
			return err
		}
	}
}

// runOnce runs the device with one configuration. Its error is errAnew if it is to
// start again.
func runOnce(ctx context.Context, o Options, cfg config.Config, t *trial) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t.starts(func() { cancel(errAnew) })
	usual := collectRarely()
	defer usual()
	kept := openData(o)
	kept.drawn = usual
	if !waitBackoff(ctx, kept.saved.Unclean, o.Log) {
		kept.store.Leave()
		return whyAnew(ctx)
	}
	a, err := newAppliance(o, cfg, kept, t)
	if err != nil {
		kept.store.Leave()
		return errors.Join(err, a.release())
	}
	if a.screen.terminal == nil {
		a.greeting.print()
	}
	err = runStages(ctx, o.Log, a.stages(ctx)...)
	if err == nil {
		err = whyAnew(ctx)
	}
	return err
}

// whyAnew returns errAnew if that is why ctx has ended.
func whyAnew(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), errAnew) {
		return errAnew
	}
	return nil
}
