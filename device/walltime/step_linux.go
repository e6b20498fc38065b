// SPDX-License-Identifier: Apache-2.0

package walltime

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// WatchSteps calls stepped whenever the wall clock is set, until ctx ends.
func WatchSteps(ctx context.Context, stepped func()) error {
	alarm, err := newStepAlarm()
	if err != nil {
		return fmt.Errorf("walltime: timerfd: %w", err)
	}
	defer alarm.Close()
	stop := context.AfterFunc(ctx, func() { _ = alarm.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	return watchSteps(ctx, alarm, stepped)
}

// armer is armed and then waited for; both calls return ECANCELED if the clock was
// set since it was last armed.
type armer interface {
	arm() error
	wait() error
}

func watchSteps(ctx context.Context, a armer, stepped func()) error {
	for ctx.Err() == nil {
		err := a.arm()
		if err == nil {
			err = a.wait()
		}
		switch {
		case ctx.Err() != nil:
		case errors.Is(err, unix.ECANCELED):
			stepped()
		case err != nil:
			return fmt.Errorf("walltime: timerfd: %w", err)
		}
	}
	return nil
}

// stepAlarm is a timer of the wall clock that is set far ahead and cancelled by
// a step (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
type stepAlarm struct{ *os.File }

func newStepAlarm() (stepAlarm, error) {
	fd, err := unix.TimerfdCreate(unix.CLOCK_REALTIME, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return stepAlarm{}, err
	}
	return stepAlarm{os.NewFile(uintptr(fd), "timerfd")}, nil
}

// arm sets the timer a day ahead. After a clock step during which nothing was waiting
// it returns ECANCELED, although the timer is set (timerfd_create(2), NOTES).
func (a stepAlarm) arm() error {
	// Any time far away does: the timer is there to be cancelled by a step.
	far := unix.ItimerSpec{Value: unix.NsecToTimespec(time.Now().Add(24 * time.Hour).UnixNano())}
	conn, err := a.SyscallConn()
	if err != nil {
		return err
	}
	var bad error
	err = conn.Control(func(fd uintptr) {
		bad = unix.TimerfdSettime(int(fd), unix.TFD_TIMER_ABSTIME|unix.TFD_TIMER_CANCEL_ON_SET, &far, nil)
	})
	return errors.Join(err, bad)
}

// wait returns nil when the timer has run out.
func (a stepAlarm) wait() error {
	var expired [8]byte
	_, err := a.Read(expired[:])
	return err
}
