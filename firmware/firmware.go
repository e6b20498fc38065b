// Package firmware is the running appliance: it opens what is there, connects
// the parts, starts and stops them in stages, and watches their health. It takes
// every decision from elsewhere: the configuration from package config, what is
// shown from package device.
package firmware

import (
	"context"
	"errors"
	"image"
	"io"
	"log/slog"

	"github.com/ledpost/ledpost/config"
)

// Options are what a run has to be given.
type Options struct {
	Config config.Config
	Dir    string      // data directory, made if it is missing
	Key    string      // for the API; "" = the one kept in Dir, made at the first start
	Size   image.Point // of the simulated panel; zero = 37x8
	Out    io.Writer   // greeted, and drawn on where it is a terminal
	Log    *slog.Logger
}

// Run runs the device until ctx ends or a part of it fails. It fails at once if
// another device runs on the same data directory.
func Run(ctx context.Context, o Options) error {
	makeDir(o)
	unlock, err := lock(o.Dir)
	if err != nil {
		return err
	}
	defer unlock()
	limitMemory()
	b := builder{Options: o}
	b.openState()
	if !b.pause(ctx) {
		b.store.Leave()
		return nil
	}
	stages, err := b.build()
	if err != nil {
		b.store.Leave()
		return errors.Join(err, b.release())
	}
	stages = append(stages, stage{{"watchdog", func(ctx context.Context) error { return watch(ctx, b.alive) }}})
	if b.screen == nil {
		b.greet()
	}
	return runStages(ctx, b.Log, stages...)
}
