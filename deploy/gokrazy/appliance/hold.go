// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"time"

	"github.com/ledpost/ledpost/update/trial"
)

// errHeld is returned for a run that hold has ended, or not let begin.
var errHeld = errors.New("it is held")

// A service is ledpost: it runs, time and again, or is held. Any goroutine may use it.
type service struct {
	pulse pulse

	mu   sync.Mutex
	held bool
	ends int // runs that have ended by themselves, but not for the configuration
	// refused: the last run has ended for the configuration of the card, and none has begun since;
	// without: ledpost runs without that.
	refused, without bool
	stop             context.CancelFunc // ends the last run; nil = there was none
	over             chan struct{}      // closed when the last run is over
}

// run calls once, which runs ledpost until the context is done, unless ledpost is held.
func (v *service) run(ctx context.Context, once func(context.Context) (ready bool, err error)) (ready bool, err error) {
	mine, stop := context.WithCancel(ctx)
	defer stop()
	over := make(chan struct{})
	defer close(over)
	if !v.begin(stop, over) {
		return false, errHeld
	}
	ready, err = once(mine)
	switch {
	case v.isHeld():
		err = errHeld
	case ctx.Err() == nil:
		v.count(refuses(err))
	}
	return ready, err
}

// refuses reports whether a run has ended because ledpost cannot use its configuration.
func refuses(err error) bool {
	exit := (*exec.ExitError)(nil)
	return errors.As(err, &exit) && exit.ExitCode() == trial.ExitConfig
}

// count counts a run that has ended by itself.
func (v *service) count(refused bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.refused = refused; refused {
		v.without = true // from the next run on
		return
	}
	v.ends++
}

// configured reports whether the last run has ended for the configuration of the card, and
// whether ledpost runs without that.
func (v *service) configured() (refused, without bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.refused, v.without
}

// endings returns how many runs have ended by themselves since the start of the image.
func (v *service) endings() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.ends
}

func (v *service) begin(stop context.CancelFunc, over chan struct{}) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.held {
		v.stop, v.over, v.refused = stop, over, false
	}
	return !v.held
}

func (v *service) isHeld() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.held
}

// holdTime bounds the wait for ledpost's end. Its end by itself takes [ending] at most,
// twice; a process that survives a SIGKILL waits for a driver or a card.
const holdTime = 30 * time.Second

// hold returns when ledpost has ended, or an error if it does not end. It is not started
// again before Resume.
func (v *service) hold() error {
	v.mu.Lock()
	v.held = true
	stop, over := v.stop, v.over
	v.mu.Unlock()
	if stop == nil {
		return nil
	}
	stop()
	select {
	case <-over:
		return nil
	case <-time.After(holdTime):
		return errors.New("ledpost does not end")
	}
}

// Resume lets ledpost be started again.
func (v *service) Resume() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.held = false
}

// Snapshot ends ledpost and copies what it has saved.
func (v *service) Snapshot(ctx context.Context) error {
	if err := v.hold(); err != nil {
		return err
	}
	return updater(ctx, "snapshot")
}

// Restore makes what ledpost has saved what this version can read.
func (v *service) Restore(ctx context.Context) error { return updater(ctx, "restore") }

// stepTime is more than a copy of all that is saved takes, on a slow card.
const stepTime = 2 * time.Minute

// updater lets ledpost, as root, do a step of an update: it knows what it can read.
func updater(ctx context.Context, step string) error {
	ctx, cancel := context.WithTimeout(ctx, stepTime)
	defer cancel()
	said, err := exec.CommandContext(ctx, program, "updater", step, "--data", data).CombinedOutput()
	if err != nil {
		return fmt.Errorf("updater %s: %w: %.300s", step, err, said)
	}
	for line := range bytes.Lines(said) {
		announce("%s: %.200s", step, bytes.TrimSpace(line))
	}
	return nil
}
