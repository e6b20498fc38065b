// SPDX-License-Identifier: Apache-2.0

package note

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// InvalidError says which field of a request is wrong and why. Several errors are
// joined (errors.Join).
type InvalidError struct {
	Field  string
	Value  string // the wrong value; "" where Reason is enough
	Reason string // the expected values in place of Value
}

func (e *InvalidError) Error() string {
	if e.Value == "" {
		return e.Field + ": " + e.Reason
	}
	return e.Field + ": " + e.Value + ", " + e.Reason
}

// Invalid returns an *InvalidError.
func Invalid(field, format string, args ...any) error {
	return &InvalidError{Field: field, Reason: fmt.Sprintf(format, args...)}
}

// Outside returns an *InvalidError saying that value is outside of low to high.
func Outside[T any](field string, value, low, high T) error {
	return &InvalidError{field, fmt.Sprint(value), fmt.Sprintf("want %v to %v", low, high)}
}

// outsideTime is Outside for a time that the API has in milliseconds.
func outsideTime(field string, d, low, high time.Duration) error {
	const ms = float64(time.Millisecond)
	return &InvalidError{field, fmt.Sprint(float64(d) / ms), fmt.Sprintf("want %v to %v ms", low.Milliseconds(), high.Milliseconds())}
}

// Unjoin returns the errors that err joins, or err itself; none for nil.
func Unjoin(err error) []error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// Faults collects the errors in one value. The zero value has none.
type Faults []error

// maxFaults limits the errors reported for one value.
const maxFaults = 64

// Add records an *InvalidError, unless there are many already.
func (l *Faults) Add(field, format string, args ...any) {
	if len(*l) < maxFaults {
		*l = append(*l, Invalid(field, format, args...))
	}
}

// Err joins the errors; nil without errors.
func (l Faults) Err() error { return errors.Join(l...) }

// Short returns s, or its beginning if it is too long for a message.
func Short(s string) string {
	const most = 64 // bytes
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
