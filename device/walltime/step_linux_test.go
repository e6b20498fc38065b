// SPDX-License-Identifier: Apache-2.0

package walltime

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// script is an alarm of which every arm and wait ends as the next error says.
type script struct {
	ends []error
	over func() // instead of what comes after the last
}

func (s *script) arm() error  { return s.next() }
func (s *script) wait() error { return s.next() }

func (s *script) next() error {
	if len(s.ends) == 0 {
		s.over()
		return os.ErrDeadlineExceeded
	}
	err := s.ends[0]
	s.ends = s.ends[1:]
	return err
}

func TestWatchSteps(t *testing.T) {
	step := os.NewSyscallError("read", unix.ECANCELED)
	broken := errors.New("broken")
	rows := []struct {
		name  string
		ends  []error // arm, wait, arm, wait, …
		steps int
		want  error
	}{
		{"nothing happens", []error{nil}, 0, nil},
		{"the clock is set", []error{nil, step, nil}, 1, nil},
		{"and again", []error{nil, step, nil, step, nil}, 2, nil},
		{"again before the alarm is armed again", []error{nil, step, step, nil}, 2, nil},
		{"a day without a step", []error{nil, nil, nil}, 0, nil},
		{"a fault of arming", []error{broken}, 0, broken},
		{"a fault of waiting", []error{nil, step, nil, broken}, 1, broken},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			steps := 0
			err := watchSteps(ctx, &script{row.ends, cancel}, func() { steps++ })
			if steps != row.steps || !errors.Is(err, row.want) {
				t.Errorf("%d steps and %v, want %d and %v", steps, err, row.steps, row.want)
			}
		})
	}
}

// TestWatchStepsOfTheSystem: the kernel says of the real timer that it is one of the wall
// clock, a day ahead, cancelled when that is set; the watcher that waits for it
// ends with its context, calls that nothing a step, and leaves no timer behind.
// Setting the clock is not for a test to do.
func TestWatchStepsOfTheSystem(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- WatchSteps(ctx, func() { t.Error("a step, though nobody set the clock") }) }()
	for until := time.Now().Add(time.Minute); !stepTimer(t); time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("no timer that is cancelled when the clock is set")
		}
	}
	cancel()
	select {
	case err := <-ended:
		if err != nil || stepTimer(t) {
			t.Errorf("ended with %v; timer still there: %v", err, stepTimer(t))
		}
	case <-time.After(time.Minute):
		t.Fatal("still waits a minute after its context has ended")
	}
}

// stepTimer reports whether this process has a timer as it should be (proc(5),
// fdinfo).
func stepTimer(t *testing.T) bool {
	t.Helper()
	fds, err := filepath.Glob("/proc/self/fdinfo/*")
	if err != nil || fds == nil {
		t.Fatal("no fdinfo", err)
	}
	for _, fd := range fds {
		info, _ := os.ReadFile(fd) // one that was closed meanwhile is none
		if armed.Match(info) {
			return true
		}
	}
	return false
}

// armed: CLOCK_REALTIME, TFD_TIMER_ABSTIME and TFD_TIMER_CANCEL_ON_SET, and
// 86,400 s ahead, less what has passed.
var armed = regexp.MustCompile(`clockid: 0\n(?s:.*)settime flags: 03\nit_value: \(863\d\d, `)
