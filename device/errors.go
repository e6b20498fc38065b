package device

import (
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrNotFound is returned for a notification id that is not known.
	ErrNotFound = errors.New("device: no such notification")
	// ErrQueueFull is returned by Notify when MaxWaiting notifications wait.
	ErrQueueFull = fmt.Errorf("device: the queue is full: at most %d notifications may wait", MaxWaiting)
	// ErrHidden is returned by Notify with Config.RefuseWhenHidden while the
	// screensaver, kiosk mode or a dark display would hide the notification.
	ErrHidden = errors.New("device: only critical notifications are shown now")
	// ErrStopped is returned by every method once Run has ended.
	ErrStopped = errors.New("device: stopped")
)

// InvalidError says which field of a request is wrong and why. Several come
// joined (errors.Join): one a fault.
type InvalidError struct{ Field, Reason string }

func (e *InvalidError) Error() string { return e.Field + ": " + e.Reason }

func invalid(field, format string, args ...any) error {
	return &InvalidError{field, fmt.Sprintf(format, args...)}
}

// parse finds s among names; the error lists them.
func parse[T ~uint8](names []string, s string) (T, error) {
	for i, n := range names {
		if n == s {
			return T(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not one of %s", s, strings.Join(names, ", "))
}
