package cli

import (
	"errors"
	"fmt"
	"io"
)

// Streams are the streams that a command reads and writes.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// usageError is an error in the command line itself.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// Exit codes (docs/cli.md).
const (
	exitFault = 1
	exitUsage = 2
)

// ExitCode returns the exit code for an error of Run, which must not be nil.
func ExitCode(err error) int {
	if usage := (*usageError)(nil); errors.As(err, &usage) {
		return exitUsage
	}
	return exitFault
}
