// SPDX-License-Identifier: Apache-2.0

// Package sample reads a sensor again and again, for as long as the device runs.
package sample

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/ledpost/ledpost/internal/pause"
)

// A Loop reads a sensor of type S, and opens it again when it has failed. All
// fields but Fault must be set.
type Loop[S io.Closer, R any] struct {
	// Open opens the sensor.
	Open func() (S, error)
	// Read measures once. It ends early with ctx.
	Read func(context.Context, S) (R, error)
	// Yield takes a reading.
	Yield func(R)
	// Fault, if not nil, is called once when the sensor fails, and with nil when
	// it works again.
	Fault func(error)
	// Interval is the time between readings.
	Interval time.Duration
	// Retry is the time until a sensor that failed is opened again.
	Retry time.Duration
}

// Run reads until ctx ends; it returns nil then. It calls every function of l on
// the goroutine that called it.
func (l Loop[S, R]) Run(ctx context.Context) error {
	failing := false
	for ctx.Err() == nil {
		err := l.read(ctx, func() {
			if failing {
				failing = false
				l.fault(nil)
			}
		})
		if ctx.Err() != nil {
			break
		}
		if !failing {
			failing = true
			l.fault(err)
		}
		pause.For(ctx, l.Retry)
	}
	return nil
}

// read opens the sensor and reads it until it fails or ctx ends; works is called
// after each reading.
func (l Loop[S, R]) read(ctx context.Context, works func()) (err error) {
	s, err := l.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for {
		r, err := l.Read(ctx, s)
		if err != nil {
			return err
		}
		works()
		l.Yield(r)
		if !pause.For(ctx, l.Interval) {
			return ctx.Err()
		}
	}
}

func (l Loop[S, R]) fault(err error) {
	if l.Fault != nil {
		l.Fault(err)
	}
}
