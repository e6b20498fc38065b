package device

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

var (
	// ErrNotFound is returned for a notification id that is not known.
	ErrNotFound = errors.New("device: no such notification")
	// ErrQueueFull is returned by Notify when MaxWaiting notifications wait.
	ErrQueueFull = fmt.Errorf("device: the queue is full: at most %d notifications may wait", MaxWaiting)
	// ErrHidden is returned by Notify with Config.RefuseWhenHidden while the
	// screensaver, kiosk mode or a dark display would hide the notification.
	ErrHidden = errors.New("device: only critical notifications are shown now")
	// ErrNoApp is returned for a package that no app has.
	ErrNoApp = errors.New("device: no such app")
	// ErrNoWidget is returned for a widget's id that there is not, or not of
	// that package.
	ErrNoWidget = errors.New("device: no such widget")
	// ErrLastWidget is returned by RemoveWidget for the only one there is.
	ErrLastWidget = errors.New("device: the last widget cannot be taken away")
	// ErrNoPush is returned by Push for an app that takes no frames.
	ErrNoPush = errors.New("device: the app takes no frames")
	// ErrStopped is returned by every method once Run has ended.
	ErrStopped = errors.New("device: stopped")
)

// InvalidError says which field of a request is wrong and why. Several come
// joined (errors.Join): one a fault.
type InvalidError struct {
	Field  string
	Value  string // what is wrong; "" where Reason says it
	Reason string // what is wanted in place of Value
}

func (e *InvalidError) Error() string {
	if e.Value == "" {
		return e.Field + ": " + e.Reason
	}
	return e.Field + ": " + e.Value + ", " + e.Reason
}

func invalid(field, format string, args ...any) error {
	return &InvalidError{Field: field, Reason: fmt.Sprintf(format, args...)}
}

// outside says that value is not from low to high.
func outside[T any](field string, value, low, high T) error {
	return &InvalidError{field, fmt.Sprint(value), fmt.Sprintf("want %v to %v", low, high)}
}

// outsideTime is outside for a time that the wire has in milliseconds.
func outsideTime(field string, d, low, high time.Duration) error {
	const ms = float64(time.Millisecond)
	return &InvalidError{field, fmt.Sprint(float64(d) / ms), fmt.Sprintf("want %v to %v ms", low.Milliseconds(), high.Milliseconds())}
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

// unjoined are the errors that err joins, or err itself.
func unjoined(err error) []error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// faultList collects what is wrong with a value.
type faultList []error

// maxFaults bounds what is said of a value in which everything is wrong.
const maxFaults = 64

func (l *faultList) add(field, format string, args ...any) {
	if len(*l) < maxFaults {
		*l = append(*l, invalid(field, format, args...))
	}
}

func (l faultList) err() error { return errors.Join(l...) }
