package main

import (
	"errors"
	"fmt"
	"io"
)

// streams are the program's.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// usageError is a command line that makes no sense.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// Exit codes (docs/cli.md).
const (
	exitFault = 1
	exitUsage = 2
)

// exitCode is the program's for an error of run, which is not nil.
func exitCode(err error) int {
	if usage := (*usageError)(nil); errors.As(err, &usage) {
		return exitUsage
	}
	return exitFault
}
