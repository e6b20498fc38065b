// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// task is something that runs until its context ends, or until it has nothing more to do,
// which is no error.
type task struct {
	name string
	run  func(context.Context) error
}

// stage is a list of tasks that start and stop together.
type stage []task

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

// runStages starts the stages in order. When ctx ends or a task fails, it stops
// them in reverse order and waits for each, so that whatever is given to a task
// before its stage is stopped is still handled. It does not wait for a task
// that hangs; if the device is to restart, that is errLeftBehind. The error joins the errors of the tasks.
func runStages(ctx context.Context, log *slog.Logger, stages ...stage) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var ends ends
	var running []*runningStage
	for _, s := range stages {
		running = append(running, s.start(func(err error) {
			ends.add(err)
			cancel()
		}))
	}
	<-ctx.Done()
	deadline := time.Now().Add(endTime)
	if whyAnew(ctx) != nil {
		deadline = time.Now().Add(anewTime)
	}
	for i := len(running) - 1; i >= 0; i-- {
		left := time.Until(deadline) - time.Duration(i)*stageTime
		if i == 0 {
			left = keepTime
		}
		if hanging := running[i].stop(left); len(hanging) > 0 {
			log.Error("tasks do not end; the program stops without them", "tasks", hanging)
			if whyAnew(ctx) != nil {
				ends.add(errLeftBehind)
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

// runningStage is a stage that has been started.
type runningStage struct {
	cancel context.CancelFunc
	names  []string
	ends   []chan struct{}
}

// start runs the tasks. A task that ends with an error calls fail.
func (s stage) start(fail func(error)) *runningStage {
	ctx, cancel := context.WithCancel(context.Background())
	r := &runningStage{cancel: cancel}
	for _, p := range s {
		end := make(chan struct{})
		r.names, r.ends = append(r.names, p.name), append(r.ends, end)
		go func() {
			defer close(end)
			if err := p.run(ctx); err != nil && !errors.Is(err, context.Canceled) {
				fail(fmt.Errorf("%s: %w", p.name, err))
			}
		}()
	}
	return r
}

// stop ends the tasks and waits for them for at most within; it returns those
// that have not ended.
func (r *runningStage) stop(within time.Duration) (hanging []string) {
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

// forward returns a task that calls f with each value from c until its context
// ends. It ignores errors of f, and the device goes on.
func forward[T any](c <-chan T, f func(context.Context, T) error) func(context.Context) error {
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
