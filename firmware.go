// Package firmware is the running appliance: it opens what is there, connects
// the parts, starts and stops them in stages, and watches their health. It takes
// every decision from elsewhere: the configuration from package config, what is
// shown from package device.
package main

import (
	"context"
	"errors"
	"image"
	"io"
	"log/slog"
)

// options are what a run has to be given.
type options struct {
	cfg  config
	dir  string      // data directory, which is there
	key  string      // for the API; "" = the one kept in dir, made at the first start
	size image.Point // of the simulated panel; zero = 37x8
	out  io.Writer   // greeted, and drawn on where it is a terminal
	log  *slog.Logger
}

// serveUntil runs the device until ctx ends or a part of it fails. It fails at
// once if another device runs on the same data directory.
func serveUntil(ctx context.Context, o options) error {
	unlock, err := lock(o.dir)
	if err != nil {
		return err
	}
	defer unlock()
	limitMemory()
	b := builder{options: o, board: board{opened: newAttempt()}, sensors: sensors{read: newAttempt()}}
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
