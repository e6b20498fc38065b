// SPDX-License-Identifier: Apache-2.0

package render

import (
	"log/slog"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// realtime sleeps to absolute instants of CLOCK_MONOTONIC: a sleep that starts
// late does not end late. Measured against time.Ticker under load its 99th
// percentile is an order of magnitude better.
type realtime struct {
	grid
	origin unix.Timespec // of the grid, on CLOCK_MONOTONIC
	base   time.Time     // the same instant
}

func newPacer() pacer { return &realtime{} }

// priority of the frame thread: low among real-time threads, so that on one
// core the kernel's own (50) and audio go first.
const priority = 10

// start locks the thread and requests SCHED_FIFO; without permission it continues with
// what it has. Nothing of it changes the process: whoever owns that gives it a
// spare processor for this thread.
func (r *realtime) start(log *slog.Logger) {
	runtime.LockOSThread()
	attr := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Flags: unix.SCHED_FLAG_RESET_ON_FORK,
		Priority: priority}
	if err := unix.SchedSetAttr(0, &attr, 0); err != nil {
		log.Info("no real-time scheduling for frames; LimitRTPRIO allows it", "err", err)
	}
	_ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0) // only affects other schedulers
	// before origin: what passes between the two makes frames late, never early
	r.base = time.Now()
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &r.origin)
	r.grid.origin = r.base
}

// stop does not unlock the thread: it ends with its goroutine, and with it the
// real-time priority.
func (r *realtime) stop() {}

func (r *realtime) now() time.Time                  { return time.Now() }
func (r *realtime) frame(after time.Time) time.Time { return r.grid.frame(after, time.Now()) }

func (r *realtime) sleep(until time.Time) {
	at := unix.NsecToTimespec(r.origin.Nano() + int64(until.Sub(r.base)))
	for unix.ClockNanosleep(unix.CLOCK_MONOTONIC, unix.TIMER_ABSTIME, &at, nil) == unix.EINTR {
	}
}
