package device

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// WatchClock calls stepped whenever the wall clock is set, until ctx ends: a
// timer far away that is cancelled by the step (timerfd_create(2),
// TFD_TIMER_CANCEL_ON_SET).
func WatchClock(ctx context.Context, stepped func()) error {
	fd, err := unix.TimerfdCreate(unix.CLOCK_REALTIME, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return fmt.Errorf("device: timerfd: %w", err)
	}
	file := os.NewFile(uintptr(fd), "timerfd")
	defer file.Close()
	stop := context.AfterFunc(ctx, func() { _ = file.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	var expired [8]byte
	for ctx.Err() == nil {
		far := unix.ItimerSpec{Value: unix.NsecToTimespec(time.Now().Add(24 * time.Hour).UnixNano())}
		if err := unix.TimerfdSettime(fd, unix.TFD_TIMER_ABSTIME|unix.TFD_TIMER_CANCEL_ON_SET, &far, nil); err != nil {
			return fmt.Errorf("device: timerfd: %w", err)
		}
		if _, err := file.Read(expired[:]); ctx.Err() == nil {
			if err != nil && !isCanceled(err) {
				return fmt.Errorf("device: timerfd: %w", err)
			}
			stepped()
		}
	}
	return nil
}

// isCanceled tells a step of the clock (ECANCELED) from a fault.
func isCanceled(err error) bool { return errors.Is(err, unix.ECANCELED) }
