// SPDX-License-Identifier: Apache-2.0

// Package stage runs tasks in stages, which start in order and end in reverse, each within
// a limited time.
package stage

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Task is something that runs until its context ends, or until it has nothing more to do,
// which is no error.
type Task struct {
	Name string
	Run  func(context.Context) error
}

// ErrLeftBehind is the error of a run that is to be followed by another one while tasks of
// it hang: what they hold is free only when the program ends.
var ErrLeftBehind = errors.New("firmware: some tasks do not end; the program must start again")

// Stopping takes at most endTime, or anewTime before another start, for which only a busy
// board waits so long, within the 15 s of the service's watchdog. At least stageTime of it is
// left for each stage still to be stopped. The first stage, which saves what must not be
// lost, may take all the time that it needs.
const (
	endTime   = 1800 * time.Millisecond
	anewTime  = 10 * time.Second
	stageTime = 200 * time.Millisecond
	keepTime  = time.Minute
)

// Run starts the stages, lists of tasks, in order. When ctx ends or a task fails, it stops
// them in reverse order and waits for each, so that whatever is given to a task before its
// stage is stopped is still handled. It does not wait for a task that hangs; if another run
// follows, as restarts says of a ctx that has ended, that is ErrLeftBehind. The error joins
// the errors of the tasks.
func Run(ctx context.Context, restarts func(context.Context) bool, log *slog.Logger, stages ...[]Task) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var ends ends
	var all []*running
	for _, s := range stages {
		all = append(all, start(s, func(err error) {
			ends.add(err)
			cancel()
		}))
	}
	<-ctx.Done()
	deadline := time.Now().Add(endTime)
	if restarts(ctx) {
		deadline = time.Now().Add(anewTime)
	}
	for i := len(all) - 1; i >= 0; i-- {
		left := time.Until(deadline) - time.Duration(i)*stageTime
		if i == 0 {
			left = keepTime
		}
		if hanging := all[i].stop(left); len(hanging) > 0 {
			log.Error("tasks do not end; the program stops without them", "tasks", hanging)
			if restarts(ctx) {
				ends.add(ErrLeftBehind)
			}
		}
	}
	return ends.err()
}

// ends collects the errors of tasks from several goroutines.
type ends struct {
	mu  sync.Mutex
	all []error
}

func (e *ends) add(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.all = append(e.all, err)
}

func (e *ends) err() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return errors.Join(e.all...)
}

// running is a stage that has been started.
type running struct {
	cancel context.CancelFunc
	names  []string
	ends   []chan struct{}
}

// start runs the tasks. A task that ends with an error calls fail.
func start(tasks []Task, fail func(error)) *running {
	ctx, cancel := context.WithCancel(context.Background())
	r := &running{cancel: cancel}
	for _, t := range tasks {
		end := make(chan struct{})
		r.names, r.ends = append(r.names, t.Name), append(r.ends, end)
		go func() {
			defer close(end)
			if err := t.Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
				fail(fmt.Errorf("%s: %w", t.Name, err))
			}
		}()
	}
	return r
}

// stop ends the tasks and waits for them for at most within; it returns those
// that have not ended.
func (r *running) stop(within time.Duration) (hanging []string) {
	r.cancel()
	timeout := time.After(within)
	for i, end := range r.ends {
		select {
		case <-end:
		case <-timeout:
			hanging = append(hanging, r.names[i])
			timeout = time.After(0)
		}
	}
	return hanging
}

// Forward returns the run of a task that calls f with each value from c. It ignores errors of
// f, and the device goes on.
func Forward[T any](c <-chan T, f func(context.Context, T) error) func(context.Context) error {
	return func(ctx context.Context) error {
		for {
			select {
			case <-ctx.Done():
				return nil
			case v := <-c:
				_ = f(ctx, v)
			}
		}
	}
}
